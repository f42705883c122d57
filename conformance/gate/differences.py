"""The places at which two answers differ, as they are in the answers."""

from collections.abc import Iterator

from conformance.comparison.agreement import NEAR, sorted_names
from conformance.comparison.kinds import ulps
from conformance.operations import REGISTRY
from conformance.operations.comparing import follows_hash_seed
from conformance.protocol import json_text, show
from conformance.protocol.values import Answer, Case, Failure, Fault, Misshapen, Result, Value

RESULT = "a result"
ORDER = "another order of names"
SIGN = "another sign of zero"
TYPE = "another type of number"
SPELLING = "the same JSON in another text"

type Path = tuple[str, ...]

type Difference = tuple[Path, str, str, str]
"""A place, what happened there, and what was there before and after, in short."""


def differences(case: Case, before: Answer, after: Answer) -> Iterator[Difference]:
    """Yield the places at which two answers differ exactly: 1 and 1.0 do, orders of names too."""
    match before, after:
        case Result(), Result():
            places = list(_walk(_opened(case, before), _opened(case, after), ()))
            yield from places
            if not places and REGISTRY[case.operation].json_text and before != after:
                yield (), SPELLING, show.answer(before), show.answer(after)
        case Failure(first), Failure(second) if first == second:
            return
        case _:
            what = f"{_kind(before)} → {_kind(after)}"
            yield (), what, show.answer(before), show.answer(after)


def _opened(case: Case, answer: Result) -> Value:
    """Return the value of a result, with the JSON that it holds as text read."""
    if follows_hash_seed(case):
        return sorted_names(answer.value)
    text = REGISTRY[case.operation].json_text
    if text is None or not isinstance(answer.value, dict):
        return answer.value
    return json_text.parse(str(answer.value[text.member]).removeprefix(text.prefix))


def _kind(answer: Answer) -> str:
    match answer:
        case Result():
            return RESULT
        case Failure(name):
            return name
        case Misshapen(reason) | Fault(reason):
            return f"no answer ({reason})"
    return "not supported"


def _walk(first: Value, second: Value, at: Path) -> Iterator[Difference]:
    """Yield each place at which two values part."""
    match first, second:
        case dict(), dict():
            for name in [*first, *(name for name in second if name not in first)]:
                yield from _member(first, second, name, (*at, name))
            if first.keys() == second.keys() and list(first) != list(second):
                yield at, ORDER, ", ".join(first), ", ".join(second)
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
) -> Iterator[Difference]:
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
    return f"{_word(first, at)} → {_word(second, at)}"


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _change_of_number(first: Value, second: Value) -> str:
    if first != second and isinstance(first, int | float) and isinstance(second, int | float):
        return "another number" if ulps(first, second) > NEAR else "a number a few ulps away"
    return SIGN if type(first) is type(second) else TYPE


def _word(value: Value, at: Path) -> str:
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
