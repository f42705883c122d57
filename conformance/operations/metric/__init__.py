"""metric: from the rewards of many trials to one metric."""

from conformance.operations.operation import METRIC, REWARDS, Operation, everywhere
from conformance.protocol.containers import list_of, map_of, members
from conformance.protocol.shapes import NUMBER

OPERATION = Operation(
    name="metric",
    stage=3,
    heading="Rewards of trials to a metric",
    input=members({"metric": METRIC, "rewards": list_of(REWARDS)}),
    result=map_of(NUMBER),
    is_score=everywhere,
    data_names=1,
    edited=("rewards",),
    subjects=("names", "numbers", "sums", "integers", "sizes"),
)
