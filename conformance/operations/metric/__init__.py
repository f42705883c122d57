"""metric: from the rewards of many trials to one metric."""

from conformance.operations.operation import Operation, everywhere
from conformance.protocol.containers import ListOf, MapOf, members
from conformance.protocol.rewards import METRIC, REWARDS
from conformance.protocol.shapes import Number

OPERATION = Operation(
    name="metric",
    stage=3,
    heading="Rewards of trials to a metric",
    input=members({"metric": METRIC, "rewards": ListOf(REWARDS)}),
    result=MapOf(Number()),
    is_score=everywhere,
    data_names=1,
    subjects=("names", "missing", "numbers", "sums", "integers", "sizes"),
)
