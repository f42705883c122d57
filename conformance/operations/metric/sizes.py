"""Metrics of many trials, of many names, of long names and of long integers."""

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, Check, clause, common, extreme
from conformance.operations.metric.inputs import METRICS, SUMS, Number, case_with, of_values
from conformance.operations.strategies.drawing import build
from conformance.operations.strategies.sizes import (
    LETTERS,
    MANY_ADDED,
    alike,
    cents,
    counts,
    layered,
    lengths,
    names,
    wide,
)
from conformance.protocol.values import Case

LEVEL = extreme("no trial has a thousand keys, or keys and integers of thousands of characters")

_MOST = 998
"""Trials, up to two more of which a case has around them."""

_MOST_DIGITS = 4_299
"""One less than Python writes, so that the sum of two integers can be written."""


@clause(
    "any-number-of-trials",
    sources.VALUES,
    sources.NAMES,
    level=common("marin-community/marin#7789: a job of 300 results"),
)
def number_of_trials() -> tuple[Check, ...]:
    """A metric is that of all trials, however many there are."""
    # Trials of which each one changes the metric of those before it.
    kinds = ("values", "idle at first", "another name at last")
    many_trials = build(trials_of_size, METRICS, counts(_MOST), (1, 10, 4), kinds)
    sums = build(
        lambda metric, run, count: of_values(metric, run(count)),
        SUMS,
        (layered, cents),
        counts(_MOST),
    )
    return (
        Check("many-trials", many_trials, effort=0.15),
        Check("many-that-round", sums, effort=0.05),
    )


def trials_of_size(metric: str, count: int, divisor: int, kind: str) -> Case:
    """Return the case of this many trials, of integers or, with a divisor, of floats."""
    sign = -1 if metric == "min" else 1
    values: list[Number] = [sign * number for number in range(1, count + 1)]
    if divisor != 1:
        values = [value / divisor for value in values]
    if kind == "values":
        return of_values(metric, values)
    rewards: list[dict[str, Number] | None] = [{"reward": value} for value in values]
    if kind == "idle at first":
        return case_with(metric, [None, None, *rewards])
    return case_with(metric, [*rewards[:-1], {"last": values[-1]}, {"reward": 0}])


@clause("any-number-of-names", sources.NAMES, sources.SEVERAL_NAMES, effort=0.15)
def many_names() -> Cases:
    """There is a metric for each reward name, however many there are."""
    return build(names_of_size, METRICS, counts(), st.integers(1, 3))


def names_of_size(metric: str, count: int, trials: int) -> Case:
    """Return the case of this many keys, each in one of the trials."""
    dealt: list[dict[str, Number] | None] = [
        {name: number for number, name in enumerate(names(count), 1) if number % trials == turn}
        for turn in range(trials)
    ]
    return case_with(metric, dealt)


@clause("names-of-any-length", sources.NAMES, sources.VALUE_OF_NAME, effort=0.15)
def long_names() -> Cases:
    """Names are kept and told apart to their last character, however long they are."""
    return build(names_of_length, METRICS, lengths(), LETTERS, st.booleans())


def names_of_length(metric: str, length: int, letter: str, together: bool) -> Case:  # noqa: FBT001 - a draw
    """Return the case of two names of this length."""
    first, second = alike(length, letter)
    if together:
        return case_with(metric, [{first: 1, second: 2}])
    return case_with(metric, [{first: 1}, {second: 2}])


@clause("any-number-of-digits", sources.SUM, sources.MAX, sources.MIN)
def digits() -> tuple[Check, ...]:
    """Sums and extremes of integers are exact to the last digit, however many there are."""

    def of_length(metric: str, digits: int, sign: int, trials: int) -> Case:
        start = 10 ** (digits - 1)
        return of_values(metric, [sign * (start + number) for number in range(3, 3 + trials)])

    three = ("sum", "max", "min")
    long = build(of_length, three, lengths(_MOST_DIGITS), (1, -1), st.integers(1, 3))
    many = counts(MANY_ADDED, often=40).map(lambda count: of_values("sum", wide(count)))
    return Check("long-integers", long, effort=0.15), Check("many-integers", many, effort=0.04)
