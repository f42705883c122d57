"""job: from the trials of a job to the stats of its result.json."""

from conformance.operations.operation import Operation, by_name
from conformance.protocol.containers import ListOf, MapOf, members
from conformance.protocol.differences import JsonText
from conformance.protocol.rewards import METRIC, WHOLE_TRIALS
from conformance.protocol.shapes import Count, Text

OPERATION = Operation(
    name="job",
    stage=5,
    heading="Trials to the stats of a job's result.json",
    input=members(
        {
            "n_total_trials": Count(),
            "n_retries": Count(),
            "metrics": MapOf(ListOf(METRIC)),
            "trials": WHOLE_TRIALS,
        }
    ),
    result=members({"stats": Text()}),
    json_text=JsonText("stats"),
    is_score=by_name,
    subjects=("layout", "numbers", "counts", "groups", "datasets", "metrics", "order", "sizes"),
)
