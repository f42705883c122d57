"""The order of a job's trials, in its numbers and in its names."""

from hypothesis import strategies as st

from conformance.operations.clause import (
    Cases,
    Check,
    Source,
    asked_both_ways,
    clause,
    common,
    rare,
)
from conformance.operations.job import inputs, sources
from conformance.operations.job.sizes import JOB_OF_MANY, OFTEN
from conformance.operations.strategies.additions import layered_rewards
from conformance.operations.strategies.drawing import build, drawn, some
from conformance.operations.strategies.sizes import counts
from conformance.protocol.values import Answer, Case

LEVEL = common("marin-community/marin#7789: a job of 300 results, in the order of its trials")

_RUNS: tuple[tuple[inputs.Number, ...], ...] = (
    (1e16, 1, 1, 3, 5), (1e308, 1e308, -1e308), (inputs.NAN, 1, 2, -1),
    (2**53, 1, 1, 0.5, -(2.0**53)), (1, 1.0, 0, 0.0), (inputs.INFINITY, inputs.NAN, 1),
)  # fmt: skip
"""Values of which a number of harbor's depends on the order in which they come."""


_SUMS: tuple[tuple[inputs.Number, ...], ...] = (
    (1e16, 1.5, -1e16, 0.25), (1e16, 0.5, 0.5, 0.5, -1e16), (0.1, 0.2, 0.3), (0.7, 0.1, 0.2, 0.6),
)  # fmt: skip
"""Values whose sum depends on their order where it is not corrected."""


_REWARDS = [{"reward": value} for value in (1e308, -1e308, 1e32, -1e32, 1.5)]


@drawn(("mean", "mean", "sum"), st.sampled_from(_SUMS).flatmap(st.permutations))
def sums(metric: str, run: list[inputs.Number]) -> Case:
    """Values in one of their orders, which decides only where a sum is not corrected."""
    return inputs.values(run, [metric])


def _other_numbers(_: Case, one: Answer, other: Answer) -> bool:
    return repr(inputs.metrics_of(one)) != repr(inputs.metrics_of(other))


@clause(
    "order-of-numbers",
    Source(sources.JOB, 729, 729),
    level=rare("rewards whose sum depends on their order"),
)
def order_of_numbers() -> tuple[Check, ...]:
    """A metric takes the rewards in the order of the trials."""
    runs = st.sampled_from(_RUNS).flatmap(st.permutations)
    ordered_numbers = build(lambda metric, run: inputs.values(run, [metric]), inputs.METRICS, runs)
    long_additions = counts(JOB_OF_MANY, OFTEN).map(
        lambda count: inputs.case_with([inputs.trial({**one}) for one in layered_rewards(count)])
    )
    return (
        Check(
            "order-of-numbers",
            ordered_numbers,
            **asked_both_ways("trials", 0.2, _other_numbers),
            effort=1,
        ),
        Check("sums", sums(), effort=0.5),
        Check("unlike-trials", inputs.unlike_trials(_REWARDS, [inputs.PLAIN]), effort=0.4),
        Check("long-additions", long_additions, effort=0.015),
    )


@clause(
    "order-of-names",
    Source(sources.STATS, 79, 80),
    **asked_both_ways("trials", 0.5, lambda _, one, other: one != other),
    effort=0.41,
)
def order_of_names() -> Cases:
    """Groups, rewards, values, exceptions and the trials listed under them are in the order in
    which the trials add them."""
    groups = (inputs.JobGroup(), inputs.JobGroup("b"))
    one = build(inputs.trial, inputs.MIXED_REWARDS, exception=(None, "E", "F"), group=groups)
    return st.builds(inputs.case_with, some(one, 2, 5))
