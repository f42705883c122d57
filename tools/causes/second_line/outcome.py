"""What public readers of a job's result.json do differently."""

from typing import Any

from candidates.reference.outcome import Outcome, SummaryOf, mean_of_all, status_of
from tools.causes.wrong.making import candidate

Json = Any


# source: harnesses that call a run complete only if all its instances were: `completed == total`
# differs: 2 trials, of them 1 completed and 0 errored: status "failed", not "completed"
@candidate("outcome")
def a_partial_job_has_failed(case: Json) -> Json:
    """The status is `failed` as well if fewer trials completed than were planned."""

    def status(counts: Json) -> str:
        return status_of(counts) if counts.completed >= counts.trials else "failed"

    return Outcome(summary=SummaryOf(status=status))(case)


# source: readers that expect one group: `next(iter(stats["evals"].values()))["metrics"]`
# differs: groups with a mean of 1 and of 0: score 1.0, not 0.5
@candidate("outcome")
def only_the_first_group_is_scored(case: Json) -> Json:
    """The score is the mean of the first group's values only."""
    summary = SummaryOf(score=lambda samples, mean: mean_of_all(samples[:1], mean))
    return Outcome(summary=summary)(case)


# source: reports that derive the resolved instances from those that were completed
# differs: a mean of 1, 2 trials and 1 completed: resolved 1, not 2
@candidate("outcome")
def resolved_is_a_share_of_the_completed(case: Json) -> Json:
    """The resolved trials are the score times the completed trials, not times all trials."""
    summary = SummaryOf(product=lambda score, counts: score * float(counts.completed))
    return Outcome(summary=summary)(case)


# source: reports of regressions that give each failed run a category
# differs: 1 errored trial: reason_code "harbor_trial_failed", not null
@candidate("outcome")
def errored_trials_are_a_reason(case: Json) -> Json:
    """A job that failed because of errored trials has the reason `harbor_trial_failed`."""

    def summary(result: object) -> Json:
        found = SummaryOf()(result)
        failed = found["status"] == "failed"
        return found | {"reason_code": "harbor_trial_failed"} if failed else found

    return Outcome(summary=summary)(case)
