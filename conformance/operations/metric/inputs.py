"""What cases about metrics are made of: trials of some names, and values dealt to them."""

from collections.abc import Iterable, Sequence
from itertools import chain, cycle

from hypothesis import strategies as st

from conformance.operations.clause import Cases
from conformance.operations.strategies.drawing import build, some
from conformance.protocol.values import Case, Value

type Number = int | float

type Trial = tuple[str, ...] | None
"""The reward names of one trial; None stands for a trial without rewards."""

METRICS = ("sum", "max", "min", "mean")

VALUES: tuple[Number, ...] = (0, 1, 0.5, 2, 1.0, 0.0, -1, 0.25, -0.0, 3, 0.1)

TELLING = (1, 0.5, -1, 2, 0.25, -0.5, 3)
"""Values among which a missing one does not hide."""


def case_with(metric: str, rewards: Sequence[dict[str, Number] | None]) -> Case:
    """Return the case of a metric and the rewards of each trial."""
    trials: list[Value] = [None if trial is None else {**trial} for trial in rewards]
    return Case("metric", {"metric": metric, "rewards": trials})


def of_values(metric: str, values: Iterable[Number]) -> Case:
    """Return the case of trials that have one reward of one name each."""
    return case_with(metric, [{"reward": value} for value in values])


def dealt(metric: str, trials: Iterable[Trial], values: Iterable[Number]) -> Case:
    """Return the case that deals out the values to the names of the trials, in order, in turn."""
    deck = cycle(values)
    return case_with(
        metric,
        [None if names is None else {name: next(deck) for name in names} for names in trials],
    )


def deal(
    trials: st.SearchStrategy[Sequence[Trial]],
    *,
    metrics: Sequence[str] = METRICS,
    values: Sequence[Number] = VALUES,
    most: int = 6,
) -> Cases:
    """Return cases that deal values to trials; not all values dealt are 0."""
    # The values dealt must not all be 0, where a missing value hides among them.
    return build(dealt, metrics, trials, some(values, 2, most))


def sets_of(names: Sequence[str]) -> st.SearchStrategy[list[tuple[str, ...]]]:
    """Return lists of trials that have one to three of these names each."""
    sets = st.lists(st.sampled_from(names), min_size=1, max_size=3, unique=True).map(tuple)
    return some(sets, 1, 3)


def in_pairs(pairs: Sequence[tuple[str, str]]) -> st.SearchStrategy[list[tuple[str, ...]]]:
    """Return lists of trials that have both names of a pair, in any order, or one of them."""
    named = some(((0, 1), (0,), (1,), (1, 0)), 1, 3)
    return build(lambda pair, trials: [tuple(pair[i] for i in one) for one in trials], pairs, named)


def trials_of[Kind](*kinds: Kind, least: int = 1, most: int = 5) -> st.SearchStrategy[list[Kind]]:
    """Return lists of trials, or of steps, of these kinds."""
    return some(kinds, least, most)


SUMS = ("sum", "mean")


def sums_of(values: Sequence[Number], *, least: int, most: int) -> Cases:
    """Return sums and means of these values."""
    return build(of_values, SUMS, some(values, least, most))


def in_parts(*parts: st.SearchStrategy[list[Number]]) -> Cases:
    """Return sums of the parts, one after the other."""
    return build(lambda metric, *drawn: of_values(metric, chain(*drawn)), SUMS, *parts)


def among(*runs: tuple[Number, ...]) -> st.SearchStrategy[list[Number]]:
    """Return one of these runs of values."""
    return st.sampled_from(runs).map(list)
