"""The command lines that show a finding again, repeat a run, or keep a case in the corpus."""

import json
import shlex
from dataclasses import dataclass

from conformance.operations import messages
from conformance.protocol.values import Case

LONGEST_COMMAND = 2000
"""Characters of a command line beyond which a case is given by its seed instead."""


@dataclass(frozen=True, slots=True)
class Commands:
    """What names the candidate and its run on another command line.

    ``candidate_options`` name the candidate, ``certify_options`` what else decides the questions
    and the verdict; ``operations`` are those that the command line narrowed the run to.
    """

    profile: str
    seed: int
    candidate_options: tuple[str, ...] = ()
    certify_options: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()

    def repeat(self, clause: str, case: Case) -> str:
        """Return the one command that shows a finding again."""
        words = ["ask", case.operation, "--input", _input_of(case), *self.candidate_options]
        line = shlex.join(["harbor-conformance", *words])
        if len(line) <= LONGEST_COMMAND:
            return line
        how = ["--seed", str(self.seed), "--profile", self.profile, "--verbose"]
        words = ["certify", *self._named, "--clause", clause, *how, *self.certify_options]
        return shlex.join(["harbor-conformance", *words])

    def again(self) -> str:
        """Return the command that repeats the run."""
        how = ["--profile", self.profile, "--seed", str(self.seed)]
        how += [word for operation in self.operations for word in ("--operation", operation)]
        words = ["harbor-conformance", "certify", *self._named, *how, *self.certify_options]
        return " ".join(
            word if word.isprintable() and " " not in word else repr(word) for word in words
        )

    @property
    def _named(self) -> list[str]:
        return [word for word in self.candidate_options if word != "--candidate"]


def record_command(clause: str, case: Case) -> str:
    """Return the command that keeps a case in the corpus; empty where it is too long."""
    words = ["corpus", "record", clause, "NAME", "--note", "WHY", "--input", _input_of(case)]
    line = shlex.join(["harbor-conformance", *words])
    return line if len(line) <= LONGEST_COMMAND else ""


def _input_of(case: Case) -> str:
    return json.dumps(messages.input_to_json(case))
