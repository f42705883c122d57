"""Cases worth recording: divergences, and behaviour of harbor that no recorded case shows."""

import hashlib
import json
import shlex
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from conformance.certification.report import Run
from conformance.certification.request import RunPlan
from conformance.examination.recorded import corpus
from conformance.examination.recorded.atomic_write import atomic_write
from conformance.fuzz.coverage import is_line
from conformance.fuzz.state import FuzzState
from conformance.operations import messages
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case


@dataclass(frozen=True, slots=True)
class Proposal:
    """A case for the corpus: its clause, its proposed name, the reason, and its input as JSON."""

    clause: str
    name: str
    note: str
    input: Json

    def file(self, folder: Path) -> Path:
        """Return the file with its input, in the folder of proposals."""
        return folder / f"{self.clause}.{self.name}.json"

    def command(self, folder: Path) -> str:
        """Return the command that records it."""
        words = ("corpus", "record", self.clause, self.name, "--note", self.note)
        return shlex.join(["harbor-conformance", *words, "--input", f"@{self.file(folder)}"])


@dataclass(frozen=True, slots=True)
class FuzzPlan(RunPlan):
    """The plan of one round, with the folder of proposals, from which long inputs are read."""

    folder: Path

    def repeat(self, clause: str, case: Case) -> str:
        """Return the command that shows a finding again.

        No seed would do: stored examples, and the siblings of any, are drawn under none.
        """
        if line := self.ask_typed(case):
            return line
        if known := [one.id for one in corpus.of_clause(clause) if one.case == case]:
            return self.ask("recorded", *known)
        file = _proposal(clause, DIVERGENCE, "", messages.input_to_json(case)).file(self.folder)
        return self.ask(case.operation, "--input", f"@{file}")

    def again(self) -> str:
        """Return the command that begins this fuzzing."""
        asked, narrowed = self.request, self.scope.claimed if self.scope.not_asked else ()
        words = [*self._named, *asked.release_words, "--seed", str(asked.seed)]
        words += [word for operation in narrowed for word in ("--operation", operation)]
        words += [word for clause in asked.clauses for word in ("--clause", clause)]
        return shlex.join(["harbor-conformance", "fuzz", *words])


def proposals(state: FuzzState, runs: Mapping[str, Run]) -> list[Proposal]:
    """Return the unrecorded cases that are worth recording, each once."""
    recorded = cache(
        lambda clause: [messages.input_to_json(one.case) for one in corpus.of_clause(clause)]
    )
    proposed = []
    for one in (*_divergent(runs), *_new(state)):
        if one.input not in (known := recorded(one.clause)):
            known.append(one.input)
            proposed.append(one)
    return proposed


def write(folder: Path, proposed: list[Proposal]) -> None:
    """Write the inputs of proposals to a folder, and remove other files; raises OSError."""
    if folder.exists():
        shutil.rmtree(folder)
    if proposed:
        folder.mkdir()
    for one in proposed:
        atomic_write(one.file(folder), f"{json.dumps(one.input, indent=1)}\n")


DIVERGENCE = "divergence"
"""How the names of cases begin on which a candidate diverges."""

MOST_NAMED = 3
"""How many behaviours a note names."""


def _divergent(runs: Mapping[str, Run]) -> Iterator[Proposal]:
    """Yield every case that the report of a run shows."""
    for name, run in runs.items():
        shown = [*run.findings, *run.form_errors, *run.inexact, *run.unexplained.findings]
        for one in (*shown, *(cause.finding for cause in run.causes)):
            told = f"Fuzzing made {name} give {one.kind} here."
            yield _proposal(one.clause, DIVERGENCE, told, one.input)


def _new(state: FuzzState) -> Iterator[Proposal]:
    for result, new in state.shown:
        more = len(new.behaviours) - MOST_NAMED
        named = ", ".join(new.behaviours[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
        told = f"Fuzzing made harbor do what no recorded case does: {named}"
        what = "new-line" if any(map(is_line, new.behaviours)) else "new-kind-of-answer"
        yield _proposal(result.clause, what, told, messages.input_to_json(new.case))


def _proposal(clause: str, what: str, told: str, given: Json) -> Proposal:
    digest = hashlib.sha256(json.dumps(given).encode()).hexdigest()[:8]
    return Proposal(clause, f"{what}-{digest}", told, given)
