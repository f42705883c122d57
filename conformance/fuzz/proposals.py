"""Cases that are worth recording: what diverged, and what no recorded case has harbor do."""

import hashlib
import json
import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from conformance.examination.recorded import corpus
from conformance.examination.recorded.atomic_write import atomic_write
from conformance.fuzz.behaviour import is_line
from conformance.fuzz.state import FuzzFinding, FuzzState, ShownCount
from conformance.operations import messages
from conformance.protocol.values import Case


@dataclass(frozen=True, slots=True)
class Proposal:
    """A case for the corpus: the clause, the name that it would have, and why it is worth it."""

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


def proposals(state: FuzzState) -> list[Proposal]:
    """Return the cases that are worth recording and are not recorded, each once."""
    of_clause: dict[str, list[Case]] = {}
    proposed = []
    for one in (*_of_findings(state.findings), *_of_behaviours(state.shown)):
        if one.clause not in of_clause:
            of_clause[one.clause] = _recorded(one.clause)
        if one.case not in of_clause[one.clause]:
            of_clause[one.clause].append(one.case)
            proposed.append(one)
    return proposed


def write(folder: Path, proposed: Sequence[Proposal]) -> None:
    """Write the inputs of proposals, and nothing else, to a folder; raises OSError."""
    if folder.exists():
        shutil.rmtree(folder)
    if proposed:
        folder.mkdir()
    for one in proposed:
        document = json.dumps(messages.input_to_json(one.case), indent=1)
        atomic_write(one.file(folder), f"{document}\n")


def _recorded(clause: str) -> list[Case]:
    file = corpus.file_of(clause)
    return [entry.case for entry in corpus.read(file)] if file.exists() else []


def _of_findings(findings: Sequence[FuzzFinding]) -> Iterator[Proposal]:
    for found in findings:
        words = found.finding.kind.words
        note = f"Fuzzing{_under(found.seed)} made {found.candidate} give {words} here."
        yield _proposal(found.finding.clause, words, note, found.finding.case)


MOST_NAMED = 3
"""Behaviours that a note names."""


def _of_behaviours(shown: Sequence[ShownCount]) -> Iterator[Proposal]:
    for one in shown:
        behaviours = one.new.behaviours
        named = ", ".join(behaviours[:MOST_NAMED])
        more = len(behaviours) - MOST_NAMED
        named += f" and {more} more" if more > 0 else ""
        note = f"Fuzzing{_under(one.seed)} made harbor do what no recorded case does: {named}"
        what = "new-line" if any(map(is_line, behaviours)) else "new-kind-of-answer"
        yield _proposal(one.clause, what, note, one.new.case)


def _under(seed: int | None) -> str:
    return "" if seed is None else f" under seed {seed}"


def _proposal(clause: str, what: str, note: str, case: Case) -> Proposal:
    content = json.dumps(messages.input_to_json(case)).encode()
    digest = hashlib.sha256(content).hexdigest()[:8]
    slug = re.sub(r"[^a-z0-9]+", "-", what.lower()).strip("-")
    return Proposal(clause, f"{slug}-{digest}", note, case)
