"""A deviation that edits the values at a place of what a step takes or returns."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from candidates.deviations.deviation import Change, Changes, Deviation, after
from candidates.deviations.job.calls import everywhere
from candidates.deviations.step_words import given_by
from conformance.diagnosis.documents import (
    Calls,
    calls_of,
    edited_document,
    is_called,
    parsed,
    places_of_result,
)
from conformance.diagnosis.metering import LONG, Meter
from conformance.diagnosis.places import Edit, Place, Way, edited, in_result, places, values_at
from conformance.operations import FORMS, REGISTRY
from conformance.protocol.differences import Absent
from conformance.protocol.values import Answer, Case, Result, Value


class At(NamedTuple):
    """Where an edit is made: ``side`` makes its changes before, or after, a step of an operation.

    The operation itself is a step too. ``path`` leads to the place: in the value that the step
    takes or returns, or in a document that is the text of a ``field`` after a ``prefix``.
    """

    operation: str
    step: str
    side: Callable[[Mapping[str, Callable[..., Any]]], tuple[Change, ...]]
    path: Way = ()
    field: str = ""
    prefix: str = ""

    def edited(self, edit: Edit, whole: Value) -> Value:
        """Return a value with an edit at the place."""
        if not self.field:
            return edited(whole, self.path, edit)
        inside = partial(edited_document, self.path, edit, self.prefix)
        return edited(whole, (self.field,), inside)

    def whole(self, value: Value) -> Value:
        """Return the value itself, or the document in its field; None if there is none."""
        if not self.field:
            return value
        text = value.get(self.field) if isinstance(value, dict) else None
        document = parsed(text, self.prefix)
        return document if isinstance(document, dict | list) else None

    def values(self, value: Value) -> Iterator[Value | Absent]:
        """Yield the values at the place, one for each occurrence."""
        whole = self.whole(value)
        if whole is not None or not self.field:
            yield from values_at(whole, self.path)


def of_result(operation: str) -> list[tuple[At, Sequence[Place]]]:
    """Return where a result's values are, in it and in its document if it has one, with places."""
    at, text = At(operation, operation, after), REGISTRY[operation].json_text
    found: list[tuple[At, Sequence[Place]]] = [(at, [*places(FORMS[operation].result.schema)])]
    if text is not None:
        inside = at._replace(field=text.member, prefix=text.prefix)
        found.append((inside, places_of_result(operation)))
    return found


def called(at: At, place: Place) -> str:
    """Return the words for a place of a result."""
    return f"{place} of {at.field}" if at.field else in_result(place)


@dataclass(frozen=True)
class EditDeviation(Deviation):
    """A deviation that edits the values at a place."""

    at: At = field(kw_only=True)
    edit: Edit = field(kw_only=True)

    def leaves(self, values: Iterable[Value | Absent]) -> bool:
        """Return whether it is known to leave these values of its place unchanged."""
        try:
            return all(repr(self.edit(value)) == repr(value) for value in values)
        except Exception:  # noqa: BLE001 - an edit may fail as the code of a candidate does
            return False


def edit_row(at: At, sentence: str, where: str, edit: Edit) -> EditDeviation:
    """Return a deviation that makes an edit; ``where`` names the place for the advice."""
    return EditDeviation(
        name=f"{at.operation}: {sentence} ({at.step})",
        clause=f"{at.operation}.",
        description=sentence,
        changes=at.side(dict.fromkeys(everywhere(at.step), partial(at.edited, edit))),
        advice=f"Use {where} unchanged{' in the result' if at.side is after else ''}.",
        at=at,
        edit=edit,
    )


def step_row(operation: str, step: str, words: str, changes: Changes) -> Deviation:
    """Return a deviation of what a step returns."""
    advice = f"Compute {given_by(operation, step)} by its own rule."
    name = f"{operation}: {words} ({step})"
    return Deviation(name, f"{operation}.", words, changes, advice=advice)


def is_only_of(names: AbstractSet[str], row: Deviation) -> bool:
    """Return whether a deviation changes only fields with one of the names, or their steps."""
    ways = [change.step.split(".") for change in row.changes]
    if isinstance(row, EditDeviation) and row.at.step == row.operation:
        ways = [[*row.at.path]]
    return all(names & {*way} for way in ways)


_LOOK = 0.1
"""The cost of looking at the values of a place, as a part of an answer's."""


@dataclass(frozen=True)
class Looks:
    """The values at places of numbered cases: they show which deviations change nothing.

    ``known`` says that the ``unchanged`` answers come from the reference's own steps.
    """

    meter: Meter
    case: Callable[[int], Case]
    cost: Callable[[int], int]
    weight: Callable[[int], int]
    unchanged: Callable[[int], Answer]
    known: bool
    _calls: dict[int, Calls | None] = field(default_factory=dict)
    _values: dict[tuple[At, int], list[Value | Absent] | None] = field(default_factory=dict)

    def leaves(self, row: Deviation, place: int) -> bool:
        """Return whether a deviation is known to change nothing in a case."""
        self.meter.spend(_LOOK)
        if not isinstance(row, EditDeviation):
            calls = self._calls.get(place)
            return calls is not None and not any(is_called(one, calls) for one in row.changes)
        values = self.values(row.at, place)
        return values is not None and row.leaves(values)

    def values(self, at: At, place: int) -> list[Value | Absent] | None:
        """Return the values at a place of a case; None if they are not known."""
        if (at, place) not in self._values:
            self.meter.spend(_LOOK * self.cost(place))
            self._values[at, place] = self._values_at(at, place)
        return self._values[at, place]

    def _values_at(self, at: At, place: int) -> list[Value | Absent] | None:
        case, returned = self.case(place), at.side is after
        if at.step == case.operation:
            plain = self.unchanged(place) if returned else Result(case.input)
            wholes = [plain.value] if isinstance(plain, Result) else []
        elif (calls := self.calls_at(place)) is not None:
            wholes = calls[at.step][returned]
        else:
            return None
        return [value for whole in wholes for value in at.values(whole)]

    def calls_at(self, place: int) -> Calls | None:
        """Return what the reference's steps take and return; None if that is not known."""
        if place not in self._calls:
            known = self.known and self.weight(place) < LONG
            self.meter.spend(self.cost(place) if known else 0)
            self._calls[place] = calls_of(self.case(place)) if known else None
        return self._calls[place]
