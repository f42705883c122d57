"""job: from the trials of a job to the stats of its result.json."""

from conformance.operations.operation import METRIC, WHOLE_TRIALS, Operation, by_name
from conformance.protocol.containers import list_of, map_of, members
from conformance.protocol.differences import JsonText
from conformance.protocol.shapes import COUNT, TEXT

OPERATION = Operation(
    name="job",
    stage=5,
    heading="Trials to the stats of a job's result.json",
    input=members(
        {
            "n_total_trials": COUNT,
            "n_retries": COUNT,
            "metrics": map_of(list_of(METRIC)),
            "trials": WHOLE_TRIALS,
        }
    ),
    result=members({"stats": TEXT}),
    json_text=JsonText("stats"),
    is_score=by_name,
    effort=0.2,
    subjects=("layout", "stats", "datasets", "trials"),
)
