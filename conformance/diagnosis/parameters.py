"""The values that a deviation with a parameter is tried with."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice

from candidates.deviations.deviation import Deviation, ParameterError
from conformance.examination.findings import Observation
from conformance.protocol.values import Answer, Failure, Result, Value

_ROUND = (64, 100, 128, 200, 250, 255, 256, 300, 400, 500, 512, 600, 700, 800, 900, 1000, 1023)
_LARGE = (1024, 2000, 2048, 4000, 4096, 4300, 5000, 8192, 10000, 16384, 32768, 65535, 65536)
_LARGER = (100000, 131072, 262144, 500000, 524288, 1000000, 1048576)

LIMITS = tuple(
    sorted(
        {
            *range(1, 257),
            *range(260, 500, 10),
            *(n + d for n in (*_ROUND, *_LARGE, *_LARGER) for d in (-1, 0, 1)),
        }
    )
)
"""Limits that people choose, and their neighbours."""

_MOST_TEXTS = 40
"""Texts of answers and inputs that a parameter is tried with, at most."""


def families(rows: Iterable[Deviation]) -> Iterator[tuple[Deviation, ...]]:
    """Yield rows that are one deviation with other values of its parameter together."""
    by_kind: dict[object, list[Deviation]] = {}
    for row in rows:
        parameter = row.parameter
        kind = row.name if parameter is None else (row.clause, id(parameter.changes))
        by_kind.setdefault(kind, []).append(row)
    yield from map(tuple, by_kind.values())


def variants(
    family: Sequence[Deviation], observations: Sequence[Observation]
) -> Iterator[Deviation]:
    """Yield a deviation with the values that the observations, or common limits, suggest."""
    by_value = {row.parameter.default: row for row in family if row.parameter is not None}
    if not by_value:
        yield from family
        return
    yield from by_value.values()
    first = family[0]
    usual = first.parameter.usual if first.parameter is not None else ()
    for value in dict.fromkeys([*usual, *_suggested(next(iter(by_value)), observations)]):
        with suppress(ParameterError, ArithmeticError):
            if value not in by_value:
                yield first.given(value)


def _suggested(default: str, observations: Sequence[Observation]) -> list[str]:
    if default.isdecimal() and int(default) > 1:
        return [str(limit) for limit in LIMITS]
    texts = (
        text
        for one in observations
        for source in (_of_answer(one.candidate), one.case.input)
        for text in _texts(source)
    )
    return list(islice(dict.fromkeys(texts), _MOST_TEXTS))


def _of_answer(answer: Answer) -> Value:
    match answer:
        case Result(value):
            return value
        case Failure(error):
            return error
    return None


def _texts(value: Value) -> Iterator[str]:
    """Yield what a value holds that could be a parameter: names, texts and numbers."""
    match value:
        case bool() | None | bytes():
            return
        case str():
            yield value
        case int() | float():
            yield repr(value)
        case list():
            for member in value[:_MOST_TEXTS]:
                yield from _texts(member)
        case dict():
            for name, member in islice(value.items(), _MOST_TEXTS):
                yield name
                yield from _texts(member)
