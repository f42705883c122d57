"""Mistakes in `job` that public code makes."""

from typing import Any

from candidates.reference.job import Cost, Job, Stats
from candidates.reference.job_evals import Evals, Metrics
from tools.causes.wrong.making import candidate

Json = Any


# source: steipete/CodexBar, pull request 2896: only a total above zero counts as known
# differs: one trial with a cost of 0: "cost_usd" is null, not 0.0
@candidate("job")
def total_cost_of_zero_is_unknown(case: Json) -> Json:
    """A cost that adds up to 0 is null, as if no trial knew its own."""
    return Job(stats=Stats(cost_usd=lambda case: Cost()(case) or None))(case)


# source: plugins for harbor that finish a trial with a CancelledError as cancelled, not failed
# differs: one trial with CancelledError: "n_errored_trials" is 0, not 1
@candidate("job")
def cancelled_trial_is_not_errored(case: Json) -> Json:
    """A trial with a CancelledError is not counted among the errored trials of the job."""

    def errored(case: Json) -> Json:
        return sum(trial["exception"] not in (None, "CancelledError") for trial in case["trials"])

    return Job(stats=Stats(n_errored_trials=errored))(case)


# source: scaleapi/vero, pull request 21: attempts with an exception are kept out of the mean
# differs: {"reward": 1} and a trial of 0 with AgentTimeoutError: the mean is 1.0, not 0.5
@candidate("job")
def metrics_leave_out_trials_with_an_exception(case: Json) -> Json:
    """A group's metrics leave out trials with an exception, unless all have one."""

    def metrics(group: Json) -> Json:
        clean = [trial for trial in group.trials if trial["exception"] is None]
        return Metrics()(group._replace(trials=clean or group.trials))

    return Job(stats=Stats(evals=Evals(metrics=metrics)))(case)
