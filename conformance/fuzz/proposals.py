"""Cases worth recording: divergences, and behaviour of harbor that no recorded case shows."""

import hashlib
import json
import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from conformance.certification.request import RunPlan
from conformance.examination.recorded import corpus
from conformance.examination.recorded.atomic_write import atomic_write
from conformance.fuzz.coverage import is_line
from conformance.fuzz.state import FuzzFinding, FuzzState
from conformance.operations import messages
from conformance.protocol.values import Case


@dataclass(frozen=True, slots=True)
class Proposal:
    """A case for the corpus: its clause, its proposed name, and the reason to record it."""

    clause: str
    name: str
    note: str
    case: Case

    def file(self, folder: Path) -> Path:
        """Return the file with its input, in the folder of proposals."""
        return folder / f"{self.clause}.{self.name}.json"

    def command(self, folder: Path) -> str:
        """Return the command that records it."""
        words = ("corpus", "record", self.clause, self.name, "--note", self.note)
        return shlex.join(["harbor-conformance", *words, "--input", f"@{self.file(folder)}"])


def proposals(state: FuzzState, samples: Sequence[FuzzFinding] = ()) -> list[Proposal]:
    """Return the unrecorded cases that are worth recording, each once.

    ``samples`` are findings that show a cause, and are too long to be shown by a command.
    """
    recorded = cache(lambda clause: [one.case for one in corpus.of_clause(clause)])
    proposed = []
    for one in _worth_recording(state, samples):
        if one.case not in (known := recorded(one.clause)):
            known.append(one.case)
            proposed.append(one)
    return proposed


def repeat(plan: RunPlan, found: FuzzFinding, proposed: Sequence[Proposal], folder: Path) -> str:
    """Return the command that shows a finding again; a long input is read from its proposal.

    No seed would do: stored examples, and the siblings of any, are drawn under none.
    """
    clause, case = found.finding.clause, found.case
    if line := plan.ask_typed(case):
        return line
    for one in proposed:
        if one.case == case:
            return plan.ask(case.operation, "--input", f"@{one.file(folder)}")
    known = corpus.of_clause(clause)
    return plan.ask("recorded", *(entry.id for entry in known if entry.case == case))


def write(folder: Path, proposed: Sequence[Proposal]) -> None:
    """Write the inputs of proposals to a folder, and remove other files; raises OSError."""
    if folder.exists():
        shutil.rmtree(folder)
    if proposed:
        folder.mkdir()
    for one in proposed:
        document = json.dumps(messages.input_to_json(one.case), indent=1)
        atomic_write(one.file(folder), f"{document}\n")


MOST_NAMED = 3
"""How many behaviours a note names."""


def _worth_recording(state: FuzzState, samples: Sequence[FuzzFinding]) -> Iterator[Proposal]:
    for found in (*state.findings, *samples):
        words = found.finding.kind.words
        told = f"made {found.candidate} give {words} here."
        yield _proposal(found.finding.clause, words, found.seed, told, found.case)
    for result, new in state.shown:
        more = len(new.behaviours) - MOST_NAMED
        named = ", ".join(new.behaviours[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
        told = f"made harbor do what no recorded case does: {named}"
        what = "new-line" if any(map(is_line, new.behaviours)) else "new-kind-of-answer"
        yield _proposal(result.clause, what, result.drawn_from, told, new.case)


def _proposal(clause: str, what: str, seed: int | None, told: str, case: Case) -> Proposal:
    content = json.dumps(messages.input_to_json(case)).encode()
    digest = hashlib.sha256(content).hexdigest()[:8]
    slug = re.sub(r"[^a-z0-9]+", "-", what.lower()).strip("-")
    under = "" if seed is None else f" under seed {seed}"
    return Proposal(clause, f"{slug}-{digest}", f"Fuzzing{under} {told}", case)
