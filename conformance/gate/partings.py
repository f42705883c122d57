"""Where two answers part: places with the names of data left out, and what happened there."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from conformance import json_text, show
from conformance.agreement import JSON_TEXTS, follows_hash_seed, sorted_names
from conformance.model import Answer, Case, Failure, Fault, Result, Value

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


_ROOT_NAMED_BY_DATA = {"metric": 1, "pass_at_k": 2}
"""The same for whole results, by operation."""


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
    return sorted({_parting(case, at, what) for at, what, *_ in _parted(case, before, after)})


def values(case: Case, before: Answer, after: Answer) -> list[tuple[str, str, str]]:
    """Return the same places as they are in the answers, with what each of them has there."""
    parted = sorted(
        _parted(case, before, after), key=lambda found: _parting(case, found[0], found[1])
    )
    return [("/".join(at), first, second) for at, _, first, second in parted]


_RESULT = "a result"

type Path = tuple[str, ...]

type Parted = tuple[Path, str, str, str]
"""A place, what happened there, and what was there before and after, in short."""


def _parted(case: Case, before: Answer, after: Answer) -> Iterator[Parted]:
    match before, after:
        case Result(), Result():
            yield from _walk(_opened(case, before), _opened(case, after), ())
        case Failure(first), Failure(second) if first == second:
            return
        case _:
            what = f"{_kind(before)} → {_kind(after)}"
            yield (), what, show.answer(before), show.answer(after)


def _opened(case: Case, answer: Result) -> Value:
    """Return the value of a result, with the JSON that it holds as text read."""
    if follows_hash_seed(case):
        return sorted_names(answer.value)
    if case.operation not in JSON_TEXTS or not isinstance(answer.value, dict):
        return answer.value
    member, prefix = JSON_TEXTS[case.operation]
    return json_text.parse(str(answer.value[member]).removeprefix(prefix))


def _kind(answer: Answer) -> str:
    match answer:
        case Result():
            return _RESULT
        case Failure(name):
            return name
        case Fault(reason):
            return f"no answer ({reason})"
    return "not supported"


def _walk(first: Value, second: Value, at: Path) -> Iterator[Parted]:
    """Yield each place at which two values part."""
    match first, second:
        case dict(), dict():
            for name in [*first, *(name for name in second if name not in first)]:
                yield from _member(first, second, name, (*at, name))
            if first.keys() == second.keys() and list(first) != list(second):
                yield at, _ORDER, ", ".join(first), ", ".join(second)
        case list(), list():
            for number, pair in enumerate(zip(first, second, strict=False)):
                yield from _walk(*pair, (*at, f"[{number}]"))
            if len(first) != len(second):
                what = "more entries" if len(second) > len(first) else "fewer entries"
                yield at, what, show.value(first), show.value(second)
        case _ if not _same(first, second):
            yield at, _change(first, second, at), show.value(first), show.value(second)


def _member(
    first: dict[str, Value], second: dict[str, Value], name: str, at: Path
) -> Iterator[Parted]:
    if name not in first:
        yield at, "added", "", show.value(second[name])
    elif name not in second:
        yield at, "gone", show.value(first[name]), ""
    else:
        yield from _walk(first[name], second[name], at)


def _same(first: Value, second: Value) -> bool:
    """Return whether two plain values are exactly alike, nan like nan."""
    return type(first) is type(second) and repr(first) == repr(second)


def _change(first: Value, second: Value, at: Path) -> str:
    if _is_number(first) and _is_number(second):
        return _change_of_number(first, second)
    if type(first) is type(second) and not _names_error(at):
        return f"another {_WORDS[type(first)].split()[-1]}"
    return f"{_shown(first, at)} → {_shown(second, at)}"


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _change_of_number(first: Value, second: Value) -> str:
    if first != second:
        return "another number"
    return _SIGN if type(first) is type(second) else _TYPE


_ORDER = "another order of names"
_SIGN = "another sign of zero"
_TYPE = "another type of number"


def _shown(value: Value, at: Path) -> str:
    """Return a word for a value; the names of errors are shown as they stand."""
    match value:
        case str() if _names_error(at):
            return value
        case {"exception_type": str(name)}:
            return name
        case bool():
            return str(value).lower()
    return _WORDS[type(value)]


_WORDS = {
    type(None): "null",
    bool: "a truth value",
    int: "a number",
    float: "a number",
    str: "text",
    bytes: "bytes",
    list: "a list",
    dict: "an object",
}


def _names_error(at: Path) -> bool:
    return at[-1:] == ("exception_type",) or at[:1] == ("sessions",)


def _parting(case: Case, at: Path, what: str) -> Parting:
    place = _without_data(at, _ROOT_NAMED_BY_DATA.get(case.operation, 0))
    if what in {_ORDER, _SIGN, _TYPE}:
        touches = Touches.TEXT
    else:
        touches = _touches(case, place) if place else _touches_at_once(what)
    return Parting(_stage(place), touches, "/".join(place), what)


def _without_data(at: Path, data: int) -> Path:
    """Return a path with the names of data replaced by ``*``; names of errors stay.

    ``data`` is how many names from here on come from the data.
    """
    place: list[str] = []
    for name in at:
        if name.startswith("["):
            place.append("[]")
        elif data:
            data -= 1
            place.append(name if place[-1:] == ["exception_stats"] else "*")
        else:
            place.append(name)
            data = NAMED_BY_DATA.get(name, 0)
    return tuple(place)


_SCORES = {"verifier_result", "rewards", "metrics", "pass_at_k", "reward_stats", "n_trials"}
_ERRORS = {"sessions", "exception_info", "exception_stats", "n_errors", "n_errored_trials"}
_COUNTS = {"n_total_trials", "n_completed_trials", "n_cancelled_trials", "n_pending_trials"}
_SCORED = ("verifier", "multi_step", "metric", "pass_at_k")
_FLOW = ("sessions", "exception_info", "verifier_result", "trials", "stats", "job", "configs")


def _touches(case: Case, place: Path) -> Touches:
    names = set(place)
    if "config" in names or "configs" in names:
        return Touches.TEXT
    if names & _ERRORS:
        return Touches.ERROR
    if (
        case.operation in _SCORED
        or names & (_SCORES | _COUNTS)
        or place in {("trials", "*"), ("job",)}
    ):
        return Touches.SCORE
    return Touches.TEXT


def _touches_at_once(what: str) -> Touches:
    """Return what is touched where whole answers differ: a result that comes or goes is a score."""
    return Touches.SCORE if _RESULT in what else Touches.ERROR


def _stage(place: Path) -> int:
    """Return how far down the flow of data a place is: what comes first explains the rest."""
    return next((i for i, name in enumerate(_FLOW) if name in place), len(_FLOW))
