"""Trials without rewards, names that a trial lacks, and metrics of no trial at all."""

from hypothesis import strategies as st

from conformance.operations.check import Check
from conformance.operations.clause import Clause, Source
from conformance.operations.metric import sources
from conformance.operations.metric.questions import TELLING, Cases, deal, question, trials_of


def trials_without_rewards() -> Cases:
    """Trials without rewards among others."""
    return st.one_of(
        deal(trials_of(None, ("reward",), most=4), values=TELLING),
        deal(trials_of(None, ("a", "b"), most=4), values=TELLING),
    )


def trials_with_empty_rewards() -> Cases:
    """Trials with an empty object of rewards among others."""
    return st.one_of(
        deal(trials_of((), ("reward",), most=4), values=TELLING),
        deal(trials_of((), ("a", "b"), most=4), values=TELLING),
    )


def trials_without_a_name() -> Cases:
    """Several names, of which each trial has some."""
    return deal(trials_of(("a", "b"), ("a",), ("b", "c"), least=2), values=TELLING)


def missing_among_integers() -> Cases:
    """Something missing beside integers whose sum is no binary64."""
    return deal(
        trials_of(None, ("a",), (), ("a", "b"), least=2),
        metrics=("sum", "mean"),
        values=(2**53 + 1, 1, 2**53, 2, 10**400, -(2**60) - 1, 3**40),
    )


def means_with_missing() -> Cases:
    """Means over trials of which some have no rewards, or not all names."""
    return deal(trials_of(("a",), None, (), ("a", "b"), least=2), metrics=("mean",), values=TELLING)


def no_trials(*metrics: str) -> Cases:
    """Metrics of nothing, among metrics of one trial."""
    return st.builds(question, st.sampled_from(metrics), st.sampled_from(((), (None,), ({},))))


CLAUSES = (
    Clause(
        "metric.none-counts-zero",
        "A trial whose rewards are null counts as a value of 0, under each name.",
        (sources.ONE_VALUE, sources.VALUE_OF_NAME),
        checks=(Check("trials-without-rewards", trials_without_rewards()),),
    ),
    Clause(
        "metric.empty-object-counts-zero",
        "A trial whose rewards are an empty object counts as a value of 0, under each name.",
        (sources.ONE_VALUE, sources.VALUE_OF_NAME),
        checks=(Check("trials-with-empty-rewards", trials_with_empty_rewards()),),
    ),
    Clause(
        "metric.missing-name-counts-zero",
        "A trial that lacks one of several names counts as a value of 0 under it.",
        (sources.VALUE_OF_NAME,),
        checks=(Check("trials-without-a-name", trials_without_a_name()),),
    ),
    Clause(
        "metric.missing-is-integer-zero",
        "The 0 for what is missing is an integer, so integers beside it are still added exactly.",
        (sources.ONE_VALUE, sources.VALUE_OF_NAME),
        checks=(Check("missing-among-integers", missing_among_integers()),),
    ),
    Clause(
        "metric.sum-of-nothing",
        "The sum of no trials is the integer 0 under the name of the metric.",
        (sources.SUM, Source(sources.BASE, 30, 30, "return {metric_name: aggregate(values)}")),
        checks=(Check("no-trials", no_trials("sum")),),
    ),
    Clause(
        "metric.mean-of-nothing",
        "The mean of no trials is a ZeroDivisionError.",
        (sources.MEAN,),
        checks=(Check("no-trials", no_trials("mean")),),
    ),
    Clause(
        "metric.extreme-of-nothing",
        "The maximum and the minimum of no trials are a ValueError.",
        (sources.MAX, sources.MIN),
        checks=(Check("no-trials", no_trials("max", "min")),),
    ),
    Clause(
        "metric.mean-divides-by-all-trials",
        "The mean divides by the number of all trials, those without rewards included.",
        (sources.MEAN, sources.ONE_VALUE, sources.VALUE_OF_NAME),
        checks=(Check("means-with-missing", means_with_missing()),),
    ),
)
