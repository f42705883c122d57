"""Where two answers differ, without keys from the data, and what changed there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from conformance.operations import REGISTRY
from conformance.operations.comparing import differences
from conformance.operations.operation import NAMED_BY_DATA
from conformance.protocol import show
from conformance.protocol.differences import Absent, Difference, Kind, Path, Side
from conformance.protocol.values import (
    Answer,
    Case,
    Failure,
    Fault,
    Misshapen,
    Result,
    Unsupported,
    Value,
)


class Touches(IntEnum):
    """What a change affects; a smaller value is more important."""

    SCORE = 0
    ERROR = 1
    NUMBER = 2
    TEXT = 3

    def __str__(self) -> str:
        """Return the words for it."""
        return ("a score", "an error's name", "a count or cost", "only the text")[self]


_TOUCHES = {
    Touches.TEXT: {"config", "configs", "exception_message", "policy", "policy_override"},
    Touches.ERROR: {
        "sessions",
        "exception_info",
        "exception_stats",
        "n_errors",
        "n_errored_trials",
    },
}
"""What is affected below these keys; the first match counts, else the operation decides."""

_FLOW = ("sessions", "exception_info", "verifier_result", "trials", "stats", "job", "configs")
"""Keys in the order of data flow: the first explains the rest."""

RESULT = "a result"

_WORDS = {**show.TYPES, bool: "a truth value", Result: RESULT, Unsupported: "not supported"}


@dataclass(frozen=True, slots=True, order=True)
class Symptom:
    """One place at which two answers differ; symptoms are ordered by the flow of data."""

    stage: int
    touches: Touches
    place: str
    what: str

    def __str__(self) -> str:
        """Return ``place: what``."""
        return f"{self.place}: {self.what}" if self.place else self.what


def symptoms(case: Case, before: Answer, after: Answer) -> list[Symptom]:
    """Return where two answers to a case differ, causes before effects; nothing if they agree.

    Exactness counts: 1 and 1.0 differ, and so does the order of keys.
    """
    return sorted({_symptom(case, one) for one in differences(case, before, after)})


type Cause = str
"""What distinguishes changes: the first symptom, in words."""


def causes(found: Sequence[Symptom]) -> dict[Cause, list[Symptom]]:
    """Return the symptoms of two answers by cause.

    Earlier data explains later data. If only text differs, each place is a cause of its own: such
    places vary in every result.
    """
    telling = [symptom for symptom in found if symptom.touches is not Touches.TEXT]
    if telling:
        return {str(telling[0]): telling}
    return {str(symptom): [symptom] for symptom in found}


def values(case: Case, before: Answer, after: Answer) -> list[tuple[str, str, str]]:
    """Return each place at which two answers differ, with both; text if nothing else differs."""
    found = [(_symptom(case, one), one) for one in differences(case, before, after)]
    telling = [pair for pair in found if pair[0].touches is not Touches.TEXT] or found
    ordered = sorted(telling, key=lambda pair: (pair[0], pair[1].path))
    return [
        (_in_words(_path(case, one)), _shown(one, one.first), _shown(one, one.second))
        for _, one in ordered
    ]


def _path(case: Case, difference: Difference) -> Path:
    """Return the path of a difference within JSON that a result has as text."""
    return difference.path[1:] if REGISTRY[case.operation].json_text else difference.path


def _in_words(path: Path) -> str:
    return "/".join(f"[{key}]" if isinstance(key, int) else key for key in path)


def _shown(difference: Difference, side: Side) -> str:
    match side:
        case Absent():
            return ""
        case dict() if difference.kind is Kind.SPELLING:
            return ", ".join(side)
        case Result() | Failure() | Fault() | Misshapen() | Unsupported():
            return show.answer(side)
    return show.value(side)


def _symptom(case: Case, difference: Difference) -> Symptom:
    path = _path(case, difference)
    place = _without_data(path, REGISTRY[case.operation].data_names)
    what = _what(difference, path)
    stage = next((i for i, key in enumerate(_FLOW) if key in place), len(_FLOW))
    if case.operation == "run":
        raised = set(_raised(case.input))
        words = what.split(" → ")
        what = " → ".join("what the script raises" if word in raised else word for word in words)
    return Symptom(stage, _touches(case, difference, place, what), "/".join(place), what)


def _touches(case: Case, difference: Difference, place: tuple[str, ...], what: str) -> Touches:
    if difference.kind is Kind.SPELLING:
        return Touches.TEXT
    if not place:  # whole answers: a new or lost result is a score
        return Touches.SCORE if RESULT in what else Touches.ERROR
    for touches, keys in _TOUCHES.items():
        if keys.intersection(place):
            return touches
    if REGISTRY[case.operation].is_score(place):
        return Touches.SCORE
    sides = difference.first, difference.second
    numbers = any(isinstance(one, int | float) and not isinstance(one, bool) for one in sides)
    appears = any(isinstance(one, Absent) for one in sides)
    return Touches.NUMBER if numbers and not appears else Touches.TEXT


def _what(difference: Difference, path: Path) -> str:
    """Return the change in words."""
    first, second = difference.first, difference.second
    same_type = type(first) is type(second)
    match difference.kind:
        case Kind.NUMBER | Kind.ROUNDING:
            return difference.kind.words
        case Kind.SPELLING:
            return difference.what if same_type else "another type of number"
        case Kind.NAMES:
            return "added" if isinstance(first, Absent) else "gone"
        case Kind.VALUE if isinstance(first, list) and isinstance(second, list):
            return "more entries" if len(second) > len(first) else "fewer entries"
        case Kind.VALUE | Kind.TEXT if same_type and not _names_error(path):
            return f"another {_WORDS[type(first)].split()[-1]}"
    return f"{_word(first, path)} → {_word(second, path)}"


def _word(side: Side, path: Path) -> str:
    """Return a word for the value at a place; names of errors are kept."""
    match side:
        case Failure(name) | {"exception_type": str(name)}:
            return name
        case str() if _names_error(path):
            return side
        case Misshapen(reason) | Fault(reason):
            return f"no answer ({reason})"
        case bool():
            return str(side).lower()
    return _WORDS[type(side)]


def _names_error(path: Path) -> bool:
    return path[-1:] == ("exception_type",) or path[:1] == ("sessions",)


def _raised(value: Value) -> Iterator[str]:
    """Yield the names of the exceptions that a scenario's scripts raise."""
    match value:
        case dict():
            for key, inner in value.items():
                if key == "raises" and isinstance(inner, str):
                    yield inner
                else:
                    yield from _raised(inner)
        case list():
            for inner in value:
                yield from _raised(inner)


def _without_data(path: Path, data: int) -> tuple[str, ...]:
    """Replace keys from the data in a path by ``*``.

    ``data`` is how many of the next keys come from the data.
    """
    place: list[str] = []
    for key in path:
        if isinstance(key, int):
            place.append("[]")
        elif data:
            data -= 1
            place.append("*")
        else:
            place.append(key)
            data = NAMED_BY_DATA.get(key, 0)
    return tuple(place)
