"""Holds a run that was repeated against the certificate of the first, member by member."""

from collections.abc import Iterator

from pydantic import JsonValue

from conformance.attestation.descriptors import (
    Report,
    Surroundings,
)
from conformance.attestation.run_notes import Run
from conformance.attestation.statement import Statement
from conformance.attestation.writing import document_of
from conformance.protocol.show import shorten

_MOST = 60
"""Characters of a value that are shown."""


def parted(certified: Statement, again: Statement) -> Iterator[str]:
    """Yield which members of the same run came out otherwise, by their path, with both values."""
    before, after = document_of(certified), document_of(again)
    for name in ("result", "passedTests", "warnedTests", "failedTests"):
        yield from _parted(name, _member(before, name), _member(after, name))
    run, run_again = (one.part(Run).annotations for one in (certified, again))
    yield from _parted("run", run.model_dump(mode="json"), run_again.model_dump(mode="json"))
    same_place = certified.part(Surroundings) == again.part(Surroundings)
    if same_place and certified.part(Report) != again.part(Report):
        yield "report.json: its digest is another one"


def _member(document: dict[str, JsonValue], name: str) -> JsonValue:
    predicate = document["predicate"]
    return predicate[name] if isinstance(predicate, dict) else None


def _parted(path: str, before: JsonValue, after: JsonValue) -> Iterator[str]:
    if isinstance(before, dict) and isinstance(after, dict):
        for name in sorted({*before, *after}):
            yield from _parted(f"{path}.{name}", before.get(name), after.get(name))
    elif isinstance(before, list) and isinstance(after, list):
        if before != after:
            yield f"{path}: {_shown(before, after)} in the certificate, {_shown(after, before)} now"
    elif before != after:
        yield f"{path}: {_text(before)} in the certificate, {_text(after)} now"


def _shown(ours: list[JsonValue], others: list[JsonValue]) -> str:
    alone = [one for one in ours if one not in others]
    return ", ".join(map(_text, alone)) if alone else f"{len(ours):,} entries"


def _text(value: JsonValue) -> str:
    return shorten(str(value), _MOST)
