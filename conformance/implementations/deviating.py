"""The reference with deviations: their names, and a candidate that runs in this process.

The catalogue is imported late, so that commands without deviations start sooner.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from conformance.implementations.installed_harbor import Harbor, open_harbor
from conformance.operations import EVERY_OPERATION, OPERATIONS
from conformance.operations.functions import LocalCandidate, asking
from conformance.protocol.show import unknown

if TYPE_CHECKING:
    from candidates.deviations.deviation import Deviation

DEVIATION = "deviation/"
"""The prefix of deviations' names."""

WITHOUT = "without-"
"""The prefix of what lacks a step that harbor has, whose name follows."""

OF_HARBOR_ALONE = tuple(name for name in EVERY_OPERATION if name not in OPERATIONS)
"""The operations that only harbor has."""


class UnknownCandidateError(Exception):
    """No candidate has this name."""


def catalogue() -> "Mapping[str, Deviation]":
    """Return each deviation by its name."""
    from candidates.deviations.catalogue import CATALOGUE  # noqa: PLC0415 - a sixth of a second

    return CATALOGUE


type NamedDeviation = Deviation
"""A deviation, for modules that only read one."""


def deviation_of(printed: str) -> "NamedDeviation | None":
    """Return the deviation of a printed name, X for ``without-X``, if there is one.

    Raises UnknownCandidateError for a value that it does not take.
    """
    from candidates.deviations.deviation import ParameterError  # noqa: PLC0415 - as above

    name, given, value = printed.partition("=")
    row = catalogue().get(name) or catalogue().get(name.removeprefix(WITHOUT))
    try:
        return row.given(value) if row and given else row
    except ParameterError as error:
        raise UnknownCandidateError(str(error)) from error


def deviating(
    name: str, deviations: "Sequence[Deviation]", harbor: Callable[[], Harbor] = open_harbor
) -> LocalCandidate:
    """Return the reference with these deviations; ``harbor`` opens harbor, which runs whole jobs.

    Raises IncompatibleError if two of them cannot be combined.
    """
    from candidates.deviations.catalogue import functions  # noqa: PLC0415 - as above

    if not any(deviation.operation in OF_HARBOR_ALONE for deviation in deviations):
        return LocalCandidate(name, functions(deviations))
    opened = harbor()
    answered = {operation: asking(opened, operation) for operation in OF_HARBOR_ALONE}
    return LocalCandidate(name, functions(deviations, answered), opened.close)


def of_deviations(name: str) -> LocalCandidate:
    """Return the candidate of a name; raises UnknownCandidateError."""
    from candidates.deviations.catalogue import chosen  # noqa: PLC0415 - as above
    from candidates.deviations.deviation import IncompatibleError, ParameterError  # noqa: PLC0415 - as above

    refuse_unknown_deviations(name)
    try:
        return deviating(name, chosen(name.removeprefix(DEVIATION)))
    except (ParameterError, IncompatibleError) as error:
        raise UnknownCandidateError(f"{name}: {error}") from error


def refuse_unknown_deviations(name: str) -> None:
    """Raise UnknownCandidateError if one of a candidate's deviations does not exist."""
    for part in name.removeprefix(DEVIATION).split("+"):
        deviation = part.partition("=")[0]
        if deviation not in catalogue():
            raise UnknownCandidateError(unknown("deviation", deviation, catalogue()))


def deviations(clause: str = "") -> dict[str, str]:
    """Return what each deviation does, if a clause is given of those that break it, with choices.

    Each names the clause that it is meant to break; it may break others too.
    """
    rows = catalogue().values()
    of_clause = (one for row in rows for one in row.each() if one.clause == clause)
    return {f"{DEVIATION}{one.name}": _described(one) for one in (of_clause if clause else rows)}


def _described(row: "Deviation") -> str:
    value = row.parameter
    taken = f" (takes ={value.name}, {value.default} by default)" if value else ""
    return f"{row.description}{taken}"
