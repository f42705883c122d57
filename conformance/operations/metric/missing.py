"""Trials without rewards, names that a trial lacks, and metrics of no trial at all."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Source, clause, common, rare
from conformance.operations.metric import sources
from conformance.operations.metric.inputs import TELLING, Trial, case_with, deal, trials_of
from conformance.operations.strategies.drawing import build

LEVEL = common(
    "oh-my-dsh/dsh-plugin-upgrade-skill#98: stopped trials count as 0; harbor_rewardkit writes {}"
)
_RARE = rare("a job of which no trial has ended, and sums whose last digit depends on a 0")


@clause("none-counts-zero", sources.ONE_VALUE, sources.VALUE_OF_NAME)
def trials_without_rewards() -> Cases:
    """A trial whose rewards are null counts as a value of 0, under each name."""
    return _beside_rewards(None)


@clause("empty-object-counts-zero", sources.ONE_VALUE, sources.VALUE_OF_NAME)
def trials_with_empty_rewards() -> Cases:
    """A trial whose rewards are an empty object counts as a value of 0, under each name."""
    return _beside_rewards(())


def _beside_rewards(kind: Trial) -> Cases:
    """Trials of a kind among those with one reward, and among those with two."""
    one, two = (trials_of(kind, names, most=4) for names in (("reward",), ("a", "b")))
    return st.one_of(deal(one, values=TELLING), deal(two, values=TELLING))


@clause("missing-name-counts-zero", sources.VALUE_OF_NAME)
def trials_without_a_name() -> Cases:
    """A trial that lacks one of several names counts as a value of 0 under it."""
    return deal(trials_of(("a", "b"), ("a",), ("b", "c"), least=2), values=TELLING)


@clause("missing-is-integer-zero", sources.ONE_VALUE, sources.VALUE_OF_NAME, level=_RARE)
def missing_among_integers() -> Cases:
    """The 0 for a missing value is an integer, so it and other integers are still added exactly."""
    return deal(
        trials_of(None, ("a",), (), ("a", "b"), least=2),
        metrics=("sum", "mean"),
        values=(2**53 + 1, 1, 2**53, 2, 10**400, -(2**60) - 1, 3**40),
    )


def no_trials(*metrics: str) -> Cases:
    """Metrics of nothing, among metrics of one trial."""
    return build(case_with, metrics, ((), (None,), ({},)))


@clause("sum-of-nothing", sources.SUM, Source(sources.BASE, 30, 30), level=_RARE, check="no-trials")
def sum_of_nothing() -> Cases:
    """The sum of no trials is the integer 0 under the name of the metric."""
    return no_trials("sum")


@clause("mean-of-nothing", sources.MEAN, level=_RARE, check="no-trials")
def mean_of_nothing() -> Cases:
    """The mean of no trials is a ZeroDivisionError."""
    return no_trials("mean")


@clause("extreme-of-nothing", sources.MAX, sources.MIN, level=_RARE, check="no-trials")
def extreme_of_nothing() -> Cases:
    """The maximum and the minimum of no trials are a ValueError."""
    return no_trials("max", "min")


@clause("mean-divides-by-all-trials", sources.MEAN, sources.ONE_VALUE, sources.VALUE_OF_NAME)
def means_with_missing() -> Cases:
    """The mean divides by the number of all trials, those without rewards included."""
    return deal(trials_of(("a",), None, (), ("a", "b"), least=2), metrics=("mean",), values=TELLING)
