"""Ports of `outcome` with one mistake each."""

from typing import Any

from candidates.reference.outcome import (
    Outcome,
    SummaryOf,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: jq: .stats.n_errored_trials == 0 is false of null; spec/000 §5: "completed iff
#   stats.n_errored_trials == 0, else failed"
# differs: {"stats": {}}: "status": "failed", not "completed"
@candidate("outcome")
def an_unknown_error_count_is_a_failure(case: Json) -> Json:
    """The status is failed where n_errored_trials is absent or null; it should count as 0."""

    def summary(result: object) -> Json:
        made: Json = SummaryOf()(result)
        found: Json = result
        unknown = found.get("stats", {}).get("n_errored_trials") is None
        return made | {"status": "failed"} if unknown else made

    return Outcome(summary=summary)(case)
