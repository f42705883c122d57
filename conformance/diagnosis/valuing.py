"""Values of a deviation's parameter: those that people choose, and those that answers suggest."""

import sys
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice

from candidates.deviations.deviation import Deviation, ParameterError
from candidates.deviations.parameters import LIMITS
from conformance.diagnosis.plain import MOST_TEXTS, texts_of
from conformance.diagnosis.predicting import Predictor

_VALUES, _MANY, _FEW_PLACES = 3, 60, 2
"""Values kept of one parameter; if there are many, one of a few places must be predicted."""

_LEAST = 4
"""The fewest cases that a limit must leave unchanged."""


def valued(
    predictor: Predictor,
    rows: Iterable[Deviation],
    telling: Sequence[int],
    gain: Callable[[Deviation, Sequence[int]], int],
) -> Iterator[Deviation]:
    """Yield deviations with the values of their parameters that ``gain`` something."""
    for row in rows if telling else ():
        values: dict[Deviation, int] = {}
        texts = [*dict.fromkeys(_values_of(predictor, row, telling))]
        first = telling[:_FEW_PLACES] if len(texts) > _MANY else telling
        for text in texts:
            with suppress(ParameterError, ArithmeticError):
                one = row.given(text)
                if gain(one, first):
                    values[one] = gain(one, telling)
        best = sorted(values, key=lambda one: -values[one])
        named = row.parameter.usual if row.parameter else ()
        usual = [one for one in best if one.name.partition("=")[2] in named]
        yield from dict.fromkeys([*usual[:1], *best[:_VALUES]])


def has_two_sides(predictor: Predictor, one: Deviation, places: Iterable[int]) -> bool:
    """Return whether a limit leaves cases unchanged that the least limit changes.

    One at the edge of its range is a coincidence: the deviation applies without it.
    """
    if one.parameter is None or not one.parameter.is_limit:
        return True
    least, touches = one.given(str(LIMITS[0])), predictor.touches
    left = (place for place in places if touches(least, place) and not touches(one, place))
    return len([*islice(left, _LEAST)]) == _LEAST


def _values_of(predictor: Predictor, row: Deviation, places: Sequence[int]) -> Iterable[str]:
    """Return the values of a row's parameter that people, or the observations, suggest."""
    if row.parameter is None:
        return ()
    most = sys.float_info.dig
    if row.parameter.name == "number of digits" and int(row.parameter.default) <= most:
        return *row.parameter.usual, *map(str, range(1, most + 1))
    if row.parameter.is_limit:  # beyond the sizes of these cases none makes a difference

        def leaves(limit: int) -> bool:
            one = row.given(str(limit))
            return not any(predictor.touches(one, place) for place in places)

        limits = LIMITS[: bisect(LIMITS, 0, key=leaves)]
        return *map(str, reversed(limits)), *row.parameter.usual  # the largest harm least
    if not any(predictor.touches(row, place) for place in places):
        return ()
    texts = (text for place in places for text in texts_of(predictor.observations[place]))
    return *row.parameter.usual, *islice(dict.fromkeys(texts), MOST_TEXTS)
