"""The recorded cases: what was asked, and what harbor answered when it was recorded.

One file a clause, ``corpus/<operation>/<clause's name>.json``, in the form that
``corpus/schema.json`` describes.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import cast

from conformance import show, wire
from conformance.agreement import in_order
from conformance.examination import Implementation
from conformance.model import Answer, Case, Failure
from conformance.shapes import Json


@dataclass(frozen=True, slots=True)
class RecordedCase:
    """One case with a stable id, why it is worth keeping, and harbor's answer."""

    id: str
    clause: str
    note: str
    case: Case
    answer: Answer


class CorpusError(Exception):
    """A file of the corpus cannot be read."""


def root() -> Path:
    """Return the folder that holds the corpus."""
    return Path(str(resources.files("corpus")))


def files() -> list[Path]:
    """Return the files of recorded cases, sorted."""
    return sorted(root().glob("*/*.json"))


def load() -> Iterator[RecordedCase]:
    """Yield every recorded case; raises CorpusError for a file that cannot be read."""
    for file in files():
        try:
            yield from read(file)
        except (ValueError, KeyError, TypeError) as error:
            message = f"{file.name} is not a file of recorded cases: {error!r}"
            raise CorpusError(message) from error


def read(file: Path) -> Iterator[RecordedCase]:
    """Yield the recorded cases of one file."""
    content = json.loads(file.read_text(encoding="utf-8"))
    operation = content["operation"]
    for entry in content["cases"]:
        yield RecordedCase(
            id=entry["id"],
            clause=content["clause"],
            note=entry["note"],
            case=wire.case_from_json(operation, entry["input"]),
            answer=wire.answer_from_json(operation, entry["answer"]),
        )


def sample(operation: str, most: int = 5) -> list[RecordedCase]:
    """Return a few recorded cases of an operation, spread over its clauses."""
    of_operation = [recorded for recorded in load() if recorded.case.operation == operation]
    return of_operation[:: max(1, len(of_operation) // most)][:most]


def to_text(clause: str, cases: Iterable[RecordedCase]) -> str:
    """Return the content of the file that holds the cases of one clause."""
    content = {
        "operation": clause.partition(".")[0],
        "clause": clause,
        "cases": [_entry(recorded) for recorded in cases],
    }
    return json.dumps(content, indent=1) + "\n"


def file_of(clause: str) -> Path:
    """Return the file that holds the cases of a clause."""
    operation, _, name = clause.partition(".")
    return root() / operation / f"{name}.json"


def record(
    harbor: Implementation, clause: str, new: Iterable[tuple[str, str, Case]]
) -> list[RecordedCase]:
    """Ask harbor the cases (name, note, case) and add them to their clause's file.

    An entry of the same id is replaced. Returns what was recorded.
    """
    file = file_of(clause)
    known = {recorded.id: recorded for recorded in read(file)} if file.exists() else {}
    # As it is read back: members in the order of the protocol.
    new = [(n, note, wire.case_from_json(c.operation, wire.input_to_json(c))) for n, note, c in new]
    recorded = [
        RecordedCase(f"{clause}.{name}", clause, note, case, in_order(case, harbor.answer(case)))
        for name, note, case in new
    ]
    known |= {entry.id: entry for entry in recorded}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(to_text(clause, known.values()), encoding="utf-8")
    return recorded


def _entry(recorded: RecordedCase) -> dict[str, Json]:
    # An error agrees by its name; its message holds a path of the machine that recorded it.
    answer = recorded.answer
    kept = Failure(answer.error) if isinstance(answer, Failure) else answer
    operation = recorded.case.operation
    return {
        "id": recorded.id,
        "note": recorded.note,
        "asked": show.case(recorded.case),
        "says": show.answer(kept),
        "input": wire.input_to_json(recorded.case),
        "answer": cast("Json", wire.answer_to_json(operation, kept)),
    }
