"""A deviation that edits what there is at a place: of what a step takes, or of what it returns."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from candidates.deviations.deviation import Change, Deviation, after
from candidates.deviations.job.calls import everywhere
from conformance.diagnosis.documents import edited_document, parsed
from conformance.diagnosis.places import Edit, Way, edited, values_at
from conformance.protocol.differences import Absent
from conformance.protocol.values import Value


class At(NamedTuple):
    """Where an edit is made: ``side`` makes its changes before, or after, a step of an operation.

    The operation is its own step. ``path`` leads to the place: in the value that the step takes or
    returns, or in the document that a ``field`` of it has as a text after a ``prefix``.
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

    def values(self, whole: Value) -> Iterator[Value | Absent]:
        """Yield what there is at the place in a value, each occurrence."""
        if self.field:
            text = whole.get(self.field) if isinstance(whole, dict) else None
            whole = parsed(text, self.prefix)
            if not isinstance(whole, dict | list):
                return
        yield from values_at(whole, self.path)


@dataclass(frozen=True)
class EditDeviation(Deviation):
    """A deviation that edits what there is at a place."""

    at: At = field(kw_only=True)
    edit: Edit = field(kw_only=True)

    def leaves(self, values: Iterable[Value | Absent]) -> bool:
        """Return whether it is known to leave these values of its place as they are."""
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
