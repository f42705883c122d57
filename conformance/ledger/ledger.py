"""The ledger of a candidate: what it is asked, and the divergences that it declares.

``docs/ledger.md`` describes the file.
"""

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from importlib import resources
from pathlib import Path
from typing import cast

from conformance.operations import messages
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol.containers import ListOf, MapOf, members
from conformance.protocol.shapes import Json, Shape, ShapeError, Text
from conformance.protocol.values import Answer, Case, Value

FILE = "divergences.toml"

_ENTRY: Shape = members(
    {name: Text() for name in ("clause", "cause", "source", "input", "harbor", "candidate")}
)
_LEDGER: Shape = members(
    {},
    {
        "clauses": ListOf(Text()),
        "only": MapOf(ListOf(Text())),
        "without": ListOf(Text()),
        "divergence": ListOf(_ENTRY),
    },
)


class LedgerError(Exception):
    """A ledger cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class Declared:
    """One known divergence: clause, cause, the smallest case, and both answers to it.

    ``source`` is the place in a text, or the link, that the candidate follows instead.
    """

    requirement: str
    cause: str
    source: str
    case: Case
    harbor: Answer
    candidate: Answer


@dataclass(frozen=True)
class Ledger:
    """Declared divergences, and the part of the suite that is meant for the candidate.

    ``clauses`` are patterns of ids; none: every clause. ``only`` holds, by member of the
    input, the values that the candidate is asked with, and ``without`` the members that
    are null in what it is asked. ``gone`` says of entries whose case no longer exists what
    is missing.
    """

    entries: tuple[Declared, ...] = ()
    clauses: tuple[str, ...] = ()
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def declared(self) -> frozenset[str]:
        """The clauses that have an entry."""
        return frozenset(entry.requirement for entry in self.entries)

    def meant(self, clause: str) -> bool:
        """Return whether the candidate is asked about a clause at all."""
        return not self.clauses or any(fnmatchcase(clause, pattern) for pattern in self.clauses)

    def has(self, operation: str) -> bool:
        """Return whether the candidate is asked about anything of an operation."""
        return any(self.meant(id_) for id_, c in CATALOGUE.items() if c.operation == operation)

    def asks(self, case: Case) -> bool:
        """Return whether the candidate is asked a case."""
        allowed = all(case.input.get(name) in values for name, values in self.only.items())
        return allowed and all(case.input.get(name) is None for name in self.without)

    def of_clause(self, clause: str) -> list[Declared]:
        """Return the entries of a clause."""
        return [entry for entry in self.entries if entry.requirement == clause]


def find(candidate: str) -> Path | None:
    """Return the file of a candidate of this repository, where it has one."""
    if not candidate.isidentifier():
        return None
    file = Path(str(resources.files("candidates"))) / candidate / FILE
    return file if file.is_file() else None


def load(file: Path) -> Ledger:
    """Return the ledger of a file; raises LedgerError where it is none."""
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
        content = cast("dict[str, list[dict[str, str]]]", _LEDGER.decode(cast("Json", document)))
    except (OSError, ValueError) as error:
        raise LedgerError(f"{file.name}: {error}") from error
    patterns = cast("list[str]", content.get("clauses", []))
    only = cast("dict[str, list[str]]", content.get("only", {}))
    read = [_read(file, entry) for entry in content.get("divergence", [])]
    return Ledger(
        entries=tuple(entry for entry in read if isinstance(entry, Declared)),
        clauses=tuple(patterns),
        only={name: tuple(values) for name, values in only.items()},
        without=tuple(cast("list[str]", content.get("without", []))),
        gone=tuple(entry for entry in read if isinstance(entry, str)) + _unmatched(patterns),
    )


def _unmatched(patterns: Iterable[str]) -> tuple[str, ...]:
    return tuple(
        f"no clause is like {pattern!r}"
        for pattern in patterns
        if not any(fnmatchcase(clause, pattern) for clause in CATALOGUE)
    )


def _read(file: Path, entry: Mapping[str, str]) -> Declared | str:
    """Return an entry, or what it lacks; raises LedgerError where nobody said why."""
    clause = entry["clause"]
    if not entry["cause"].strip() or not entry["source"].strip():
        raise LedgerError(f"{file.name}: {clause} has no cause, or no source: write them in")
    if clause not in CATALOGUE:
        return f"{clause}: there is no such clause"
    operation = CATALOGUE[clause].operation
    try:
        return Declared(
            requirement=clause,
            cause=entry["cause"],
            source=entry["source"],
            case=messages.case_from_json(operation, json.loads(entry["input"])),
            harbor=_answer(operation, entry["harbor"]),
            candidate=_answer(operation, entry["candidate"]),
        )
    except ShapeError as error:
        return f"{clause}: its case is none of {operation}: {error}"
    except ValueError as error:
        raise LedgerError(f"{file.name}: {clause}: not JSON: {error}") from error


def _answer(operation: str, text: str) -> Answer:
    answer: Value = json.loads(text)
    if not isinstance(answer, dict):
        raise ShapeError("an answer is an object")
    return messages.answer_from_json(operation, cast("dict[str, Json]", answer))
