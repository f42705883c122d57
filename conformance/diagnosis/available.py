"""What a search may try: deviations, values of parameters that answers suggest, and conditions."""

import sys
from bisect import bisect
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from candidates.deviations.catalogue import CATALOGUE, chosen, lacking
from candidates.deviations.deviation import Deviation, ParameterError
from candidates.deviations.parameters import LIMITS
from candidates.deviations.releases import MODELLED, between, deviations_of
from conformance.diagnosis.aspects import aspects_of, names_of_fields
from conformance.diagnosis.derived import derived
from conformance.diagnosis.editing import EditDeviation, is_only_of
from conformance.diagnosis.explanations import Conditional, DeviationSet, is_a_reader, names_of
from conformance.diagnosis.mutants import CodeDeviation
from conformance.diagnosis.plain import MOST_TEXTS, texts_of
from conformance.diagnosis.predicting import Predictor
from conformance.diagnosis.suggested import always, constant, suggested
from conformance.diagnosis.targets import targets
from conformance.operations import OPERATIONS, REGISTRY
from conformance.protocol.values import Failure

_SUGGESTING = 480
"""Divergences that may suggest deviations."""

_VALUES, _OF_LIMITS, _MANY, _PLACES, _FEW_PLACES = 3, 8, 60, 4, 2
"""Values kept of one parameter, places that show limits, which are large, and places of which each
value predicts one, fewer if there are many values."""

_LEAST = 4
"""The fewest cases that a limit must leave unchanged."""


class Available(NamedTuple):
    """Rows of the catalogue, ``generic`` deviations, and explanations to try before any of them.

    These are one answer to all cases, and other releases of harbor.
    """

    rows: Sequence[Deviation]
    generic: Sequence[Deviation]
    before: Sequence[DeviationSet]


def available(
    operation: str,
    predictor: Predictor,
    excluded: Collection[str],
    release: str,
    *,
    named_only: bool,
) -> Available:
    """Return what may be tried: deviations of the release are tried as ones that are lacking.

    Those that change only fields in which no answer differs are left out.
    """
    differing = predictor.differing_names()
    unused = names_of_fields(aspects_of(operation)) - differing if differing else frozenset()
    sets = (names_of(between(release, one, operation)) for one in MODELLED)
    before: list[DeviationSet] = [chosen("+".join(one)) for one in dict.fromkeys(sets) if one]
    generic: list[Deviation] = []
    if not named_only:
        spread = predictor.spread(predictor.diverging, _SUGGESTING)
        seen = [predictor.observations[place] for place in spread]
        generic = [*derived(operation), *suggested(operation, seen)]
        same = filter(predictor.takes, constant(operation, predictor.observations))
        before[:0] = [(row,) for row in same]
    rows = [row for row in _named(operation, release) if row.name not in excluded]

    def taken(some: Sequence[Deviation]) -> Sequence[Deviation]:
        return [row for row in some if predictor.takes(row) and not is_only_of(unused, row)]

    return Available(taken(rows), taken(generic), before)


def with_sentence(sentence: str) -> list[Deviation]:
    """Return the deviations of all operations that do what a sentence says, or what a rule does."""
    rows = [one for row in CATALOGUE.values() for one in row.each()]
    rows += [row for operation in OPERATIONS for row in derived(operation)]
    every = (target for operation in OPERATIONS for target in targets(operation))
    rules = (target.row("", lambda _: ()) for target in every)
    return [
        *(row for row in rows if row.description == sentence),
        *(row for row in rules if f"{sentence}, where ".startswith(row.description)),
    ]


def _named(operation: str, release: str) -> list[Deviation]:
    has = {row.name for row in deviations_of(release)}
    named = (row for row in CATALOGUE.values() if row.operation == operation)
    return [one for row in named for one in ([lacking(row)] if row.name in has else row.each())]


def valued(
    predictor: Predictor,
    rows: Iterable[Deviation],
    telling: Sequence[int],
    gain: Callable[[Deviation, Sequence[int]], int],
) -> Iterator[Deviation]:
    """Yield deviations with the values of their parameters that ``gain`` something."""
    for row in rows if telling else ():
        values: dict[Deviation, int] = {}
        is_limit = row.parameter is not None and row.parameter.is_limit
        shown = telling[:_OF_LIMITS] if is_limit else telling
        texts = [*dict.fromkeys(_values_of(predictor, row, shown))]
        first = shown[: _FEW_PLACES if len(texts) > _MANY else _PLACES]
        for text in texts:
            with suppress(ParameterError, ArithmeticError):
                one = row.given(text)
                if gain(one, first):
                    values[one] = gain(one, shown)
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


def conditional(
    predictor: Predictor,
    row: Deviation,
    right: Iterable[int],
    wrong: Iterable[int],
    others: Iterable[int],
) -> Iterator[Conditional]:
    """Yield a deviation under the condition that it is right.

    One answer to all cases comes first, if the deviation gives no other where it is right, but
    others elsewhere, or is one of code. ``others`` are places where such an answer may be wrong.
    An error, in a document too, comes alone if the deviation is an edit, or wrong more often than
    right: others may end in it as well. A library that reads JSON has no condition.
    """
    right, wrong = sorted(right), sorted(wrong)
    answers = [predictor.observations[place].candidate for place in right]
    same = [*always(row.operation, answers[0])] if len({*map(repr, answers)}) == 1 else []
    touched = [place for place in wrong if predictor.touches(row, place)] if same else []
    in_document = REGISTRY[row.operation].json_text is not None
    fixed = bool(same) and (in_document or isinstance(answers[0], Failure))
    by_error = fixed and (isinstance(row, EditDeviation) or len(touched) > len(right))
    for plain in same:
        differ = (predictor.differ((plain,), (row,), place) for place in touched)
        if by_error or isinstance(row, CodeDeviation) or any(differ):
            yield from _where_right(predictor, plain, right, others)
    if not (by_error or is_a_reader(row)):
        yield from _where_right(predictor, row, right, wrong)


def _where_right(
    predictor: Predictor, row: Deviation, right: Iterable[int], wrong: Iterable[int]
) -> Iterator[Conditional]:
    touched = (place for place in sorted(wrong) if predictor.touches(row, place))
    condition = predictor.separating(right, touched)
    if condition is not None and condition.facts:
        yield Conditional(row, condition)
