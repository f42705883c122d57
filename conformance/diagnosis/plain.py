"""Values as people write them: how plain a case is, and what in it could be a parameter."""

import marshal
import re
from collections.abc import Iterable, Iterator
from itertools import islice

from conformance.examination.findings import Finding, Observation, size
from conformance.protocol import show
from conformance.protocol.differences import Kind
from conformance.protocol.values import Case, Value

_USUAL = re.compile(r"[A-Za-z0-9 _./{}\[\]\":,-]*")

_ODD = {"nan", "inf", "-inf", "-0.0"}
"""Unusual numbers, besides long ones and those with an exponent."""

_SHORT, _LINE = 6, 200
"""The most characters of a usual number, and of a case that is read in a line."""


def text_of(value: Value) -> str:
    """Return the full text of a value as it is shown, even for huge integers."""
    return show.value(value, longest=show.IN_FULL)


def key_of(value: Value) -> bytes:
    """Return a key that only exactly equal values share, much faster than a text."""
    return marshal.dumps(value, 2)


def plainest(findings: Iterable[Finding], clause: str = "") -> Finding:
    """Return the finding that reports show: the plainest, if possible of the clause."""

    def rank(one: Finding) -> tuple[bool, int, bool, Kind, tuple[int, str]]:
        printed = size(one.case)
        return one.clause != clause, _odd(one.case.input), printed[0] > _LINE, one.kind, printed

    return min(findings, key=rank)


def plainness(case: Case) -> tuple[int, tuple[int, str]]:
    """Return the sort key of cases: unusual values in files and names, the size."""
    return _odd(case.input), size(case)


def _odd(value: Value) -> int:
    match value:
        case list():
            return sum(map(_odd, value))
        case dict():
            return sum(_odd(key) + _odd(inner) for key, inner in value.items())
        case bytes():
            return _odd(value.decode("latin-1"))
        case str():
            return int(not _USUAL.fullmatch(value))
    return int(not (value is None or isinstance(value, bool)) and _is_odd(value))


def _is_odd(number: float) -> bool:
    if isinstance(number, int):
        return not -(10 ** (_SHORT - 1)) < number < 10**_SHORT
    text = repr(number)
    return len(text) > _SHORT or "e" in text or text in _ODD


MOST_TEXTS, _LEVELS = 40, 20
"""The most texts of answers and inputs that are tried as a parameter, and their levels."""


def texts_of(one: Observation) -> Iterator[str]:
    """Yield the values in an answer and its input that could be a parameter."""
    for name in ("value", "error"):
        yield from texts_in(getattr(one.candidate, name, None))
    yield from texts_in(one.case.input)


def texts_in(value: Value, levels: int = _LEVELS) -> Iterator[str]:
    """Yield the parts of a value that could be a parameter: keys, texts and numbers."""
    match value:
        case str():
            yield value
        case int() | float() if not isinstance(value, bool):
            yield show.value(value)
        case list() if levels:
            for inner in value[:MOST_TEXTS]:
                yield from texts_in(inner, levels - 1)
        case dict() if levels:
            yield ",".join(value)
            for key, inner in islice(value.items(), MOST_TEXTS):
                yield key
                yield from texts_in(inner, levels - 1)


def common_length(one: str, other: str) -> int:
    """Return the length of the common beginning of two texts."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))
