"""Ports of `outcome` with one mistake each."""

from typing import Any

from candidates.reference.outcome import Outcome, SummaryOf, status_of
from tools.causes.wrong.making import candidate

Json = Any


# source: SEED-platform/seed issue #4199: an analysis is to be "Failed" only if none of its runs
#   completed
# differs: two completed trials, one errored: "status": "completed", not "failed"
@candidate("outcome")
def any_completed_trial_completes_the_job(case: Json) -> Json:
    """The status is "completed" where any trial is completed, even if others have errored.

    It is "failed" only where trials have errored and the count of completed ones is 0.
    """

    def status(counts: Json) -> str:
        return "completed" if counts.completed > 0 else status_of(counts)

    return Outcome(summary=SummaryOf(status=status))(case)
