"""Parses a file of expected deviations; an invalid entry raises a one-line error."""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import cast

from candidates.deviations.catalogue import UnknownDeviationError, chosen, functions
from candidates.deviations.deviation import IncompatibleError, ParameterError
from conformance.diagnosis.expected.deviations import (
    ExpectedDeviation,
    ExpectedDeviations,
    ExpectedFileError,
    PinnedCase,
    Prediction,
)
from conformance.operations import OPERATIONS, REGISTRY, messages
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol.containers import list_of, map_of, members
from conformance.protocol.shapes import TEXT, Json, Shape, ShapeError
from conformance.protocol.values import Answer, Value

_WHY: dict[str, Shape] = {"cause": TEXT, "source": TEXT}
_ENTRIES = {
    "deviation": members({"name": TEXT, **_WHY}),
    "prediction": members({"predict": TEXT, "operations": list_of(TEXT), **_WHY}),
    "case": members(dict.fromkeys(("clause", "input", "harbor", "candidate"), TEXT) | _WHY),
}
_FILE = members(
    {},
    {
        "clauses": list_of(TEXT),
        "only": map_of(list_of(TEXT)),
        "without": list_of(TEXT),
        **{kind: list_of(entry) for kind, entry in _ENTRIES.items()},
    },
)

type Entry = Mapping[str, str]


def load(file: Path) -> ExpectedDeviations:
    """Return the expected deviations of a file; raises ExpectedFileError if it is invalid."""
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
        _refuse_unknown(file, document)
        content = cast("dict[str, list[Entry]]", _FILE.decode(cast("Json", document)))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ExpectedFileError(f"{file.name}: {why}") from error
    patterns = cast("list[str]", content.get("clauses", []))
    only = cast("Mapping[str, list[str]]", content.get("only", {}))
    pinned = [_pinned(file, entry) for entry in content.get("case", [])]
    return ExpectedDeviations(
        deviations=_deviations(file, content.get("deviation", [])),
        predictions=tuple(_prediction(file, entry) for entry in content.get("prediction", [])),
        pinned=tuple(entry for entry in pinned if isinstance(entry, PinnedCase)),
        clauses=tuple(patterns),
        only={name: tuple(values) for name, values in only.items()},
        without=tuple(cast("list[str]", content.get("without", []))),
        gone=(*(entry for entry in pinned if isinstance(entry, str)), *_unmatched(patterns)),
    )


def _refuse_unknown(file: Path, document: Mapping[str, object]) -> None:
    """Raise ExpectedFileError for an unknown key: a typing error excuses nothing."""
    places: list[tuple[str, object, Shape]] = [("", document, _FILE)]
    for kind, shape in _ENTRIES.items():
        entries = document.get(kind)
        if isinstance(entries, list):
            places += [(f"a {kind}: ", entry, shape) for entry in entries]
    for where, table, shape in places:
        for name in table if isinstance(table, dict) else ():
            if name not in cast("dict[str, Json]", shape.schema["properties"]):
                raise ExpectedFileError(f"{file.name}: {where}no member is called {name!r}")


def _deviations(file: Path, entries: Iterable[Entry]) -> tuple[ExpectedDeviation, ...]:
    declared = []
    for entry in entries:
        name = entry["name"]
        _require_reasons(file, name, entry)
        try:
            rows = chosen(name)
        except (UnknownDeviationError, ParameterError) as error:
            raise ExpectedFileError(f"{file.name}: {error}") from error
        if len(rows) != 1 or rows[0].operation not in OPERATIONS:
            raise ExpectedFileError(f"{file.name}: {name}: name one deviation of a candidate")
        declared.append(ExpectedDeviation(name, entry["cause"], entry["source"]))
    names = [one.name for one in declared]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ExpectedFileError(f"{file.name}: {twice} is declared twice")
    try:
        functions(one.row for one in declared)
    except IncompatibleError as error:
        raise ExpectedFileError(f"{file.name}: {error}") from error
    return tuple(declared)


def _prediction(file: Path, entry: Entry) -> Prediction:
    function, operations = entry["predict"], cast("list[str]", entry["operations"])
    _require_reasons(file, function, entry)
    module, _, name = function.partition(":")
    if not (module and name):
        raise ExpectedFileError(f"{file.name}: predict = {function!r}: give module:function")
    if unknown := [name for name in operations if name not in REGISTRY]:
        raise ExpectedFileError(f"{file.name}: {function}: no operation {unknown[0]!r}")
    if not operations:
        raise ExpectedFileError(f"{file.name}: {function}: name its operations")
    return Prediction(function, tuple(operations), entry["cause"], entry["source"])


def _require_reasons(file: Path, what: str, entry: Entry) -> None:
    """Raise ExpectedFileError where nobody said why."""
    if not entry["cause"].strip() or not entry["source"].strip():
        raise ExpectedFileError(f"{file.name}: {what} has no cause, or no source: write them in")


def _unmatched(patterns: Iterable[str]) -> Iterator[str]:
    for pattern in patterns:
        if not any(fnmatchcase(clause, pattern) for clause in CATALOGUE):
            yield f"no clause is like {pattern!r}"


def _pinned(file: Path, entry: Entry) -> PinnedCase | str:
    """Return a pinned case, or what it lacks."""
    clause = entry["clause"]
    _require_reasons(file, clause, entry)
    if clause not in CATALOGUE:
        return f"{clause}: there is no such clause"
    operation = CATALOGUE[clause].operation
    try:
        return PinnedCase(
            clause=clause,
            cause=entry["cause"],
            source=entry["source"],
            case=messages.case_from_json(operation, json.loads(entry["input"])),
            harbor=_answer(operation, entry["harbor"]),
            candidate=_answer(operation, entry["candidate"]),
        )
    except ShapeError as error:
        return f"{clause}: its case is none of {operation}: {error}"
    except ValueError as error:
        raise ExpectedFileError(f"{file.name}: {clause}: not JSON: {error}") from error


def _answer(operation: str, text: str) -> Answer:
    document: Value = json.loads(text)
    if not isinstance(document, dict):
        raise ShapeError("an answer is an object")
    return messages.answer_from_json(operation, cast("dict[str, Json]", document))
