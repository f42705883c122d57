"""pass_at_k: from the trials of a job to pass@k, group by group."""

from conformance.operations.operation import TRIALS, Operation, everywhere
from conformance.protocol.containers import map_of, members
from conformance.protocol.shapes import NUMBER

OPERATION = Operation(
    name="pass_at_k",
    stage=4,
    heading="Trials to pass@k",
    input=members({"trials": TRIALS}),
    result=map_of(map_of(NUMBER, name="[1-9][0-9]*")),
    is_score=everywhere,
    data_names=2,
    edited=("trials",),
    subjects=("groups", "rewards", "tasks", "sizes"),
)
