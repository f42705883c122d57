"""Where two answers part: places with the names of data left out, and what happened there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from conformance.gate.differences import ORDER, RESULT, SIGN, SPELLING, TYPE, Path, differences
from conformance.operations import REGISTRY
from conformance.protocol.values import Answer, Case, Value

NAMED_BY_DATA = {
    "configs": 0,
    "evals": 1,
    "exception_stats": 1,
    "metrics": 1,
    "pass_at_k": 1,
    "reward_stats": 2,
    "rewards": 1,
    "trials": 1,
}
"""Members of results below which so many levels have names that come from the data."""


class Touches(IntEnum):
    """What a change touches; a smaller value weighs more."""

    SCORE = 0
    ERROR = 1
    TEXT = 2

    def __str__(self) -> str:
        """Return the words for it."""
        return ("a score", "an error's name", "only the text")[self]


@dataclass(frozen=True, slots=True, order=True)
class Parting:
    """One place at which answers part; the flow of data gives the order."""

    stage: int
    touches: Touches
    place: str
    what: str

    def __str__(self) -> str:
        """Return ``place: what``."""
        return f"{self.place}: {self.what}" if self.place else self.what


def partings(case: Case, before: Answer, after: Answer) -> list[Parting]:
    """Return where two answers to a case part, causes before effects; nothing where they agree.

    Here exactness counts: 1 and 1.0 part, and so does the order of names.
    """
    return sorted({_parting(case, at, what) for at, what, *_ in differences(case, before, after)})


type Cause = str
"""What tells one change from another: the first place at which answers part, and how."""


def causes(places: Sequence[Parting]) -> dict[Cause, list[Parting]]:
    """Return what two answers show, by cause.

    What comes first in the flow of data explains what follows from it. Where only the
    text parts, each place stands for itself: such places come and go in every result.
    """
    telling = [parting for parting in places if parting.touches is not Touches.TEXT]
    if telling:
        return {str(telling[0]): telling}
    return {str(parting): [parting] for parting in places}


def names_errors(cause: Cause) -> bool:
    """Return whether a cause says what became of what, such as a result of an error."""
    return " → " in cause


def values(case: Case, before: Answer, after: Answer) -> list[tuple[str, str, str]]:
    """Return the same places as they are in the answers, with what each of them has there.

    Where anything but the text parts, the text is left out.
    """
    parted = [
        (_parting(case, at, what), at, first, second)
        for at, what, first, second in differences(case, before, after)
    ]
    telling = [part for part in parted if part[0].touches is not Touches.TEXT]
    return [("/".join(at), first, second) for _, at, first, second in sorted(telling or parted)]


def _parting(case: Case, at: Path, what: str) -> Parting:
    place = _without_data(at, REGISTRY[case.operation].data_names)
    if what in {ORDER, SIGN, SPELLING, TYPE}:
        touches = Touches.TEXT
    else:
        touches = _touches(case, place) if place else _touches_at_once(what)
    return Parting(_stage(place), touches, "/".join(place), _without_script(case, what))


def _without_script(case: Case, what: str) -> str:
    """Return what happened with the names of a script's own exceptions left out."""
    words = what.split(" → ")
    raised = set(_raised(case.input)) if case.operation == "run" else set()
    return " → ".join(_BY_SCRIPT if word in raised else word for word in words)


_BY_SCRIPT = "what the script raises"


def _raised(value: Value) -> Iterator[str]:
    """Yield the names of the exceptions that a scenario's scripts raise."""
    match value:
        case dict():
            for name, member in value.items():
                if name == "raises" and isinstance(member, str):
                    yield member
                else:
                    yield from _raised(member)
        case list():
            for member in value:
                yield from _raised(member)


def _without_data(at: Path, data: int) -> Path:
    """Return a path with the names of data replaced by ``*``.

    ``data`` is how many names from here on come from the data.
    """
    place: list[str] = []
    for name in at:
        if name.startswith("["):
            place.append("[]")
        elif data:
            data -= 1
            place.append("*")
        else:
            place.append(name)
            data = NAMED_BY_DATA.get(name, 0)
    return tuple(place)


_TEXTS = {"config", "configs", "exception_message"}
_ERRORS = {"sessions", "exception_info", "exception_stats", "n_errors", "n_errored_trials"}
_FLOW = ("sessions", "exception_info", "verifier_result", "trials", "stats", "job", "configs")


def _touches(case: Case, place: Path) -> Touches:
    names = set(place)
    if names & _TEXTS:
        return Touches.TEXT
    if names & _ERRORS:
        return Touches.ERROR
    return Touches.SCORE if REGISTRY[case.operation].is_score(place) else Touches.TEXT


def _touches_at_once(what: str) -> Touches:
    """Return what is touched where whole answers differ: a result that comes or goes is a score."""
    return Touches.SCORE if RESULT in what else Touches.ERROR


def _stage(place: Path) -> int:
    """Return how far down the flow of data a place is: what comes first explains the rest."""
    return next((i for i, name in enumerate(_FLOW) if name in place), len(_FLOW))
