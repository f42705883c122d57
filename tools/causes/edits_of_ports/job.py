"""Slips in changes to ports of `job`."""

from typing import Any

from candidates.reference.job import Job, Stats
from candidates.reference.job_progress import Progress
from candidates.reference.pass_at_k import evals_key
from tools.causes.wrong.making import candidate

Json = Any


# source: rust/job_progress.rs:112, the first metric as a float: its result is not used, so it was
#   taken out
# differs: max of 10**400: the stats, not ExceptionGroup
@candidate("job")
def the_shown_metric_need_not_be_a_float(case: Json) -> Json:
    """A first metric that is an integer beyond binary64 does not end the job when it is shown.

    One that cannot be computed still does, and so does a trial without metrics.
    """

    def show(metrics: Json) -> None:
        (_, *_) = metrics[0].values()

    return Job(progress=Progress(show=show))(case)


# source: javascript/job_progress.mjs:64, the earlier trial of a name: for the count of retries it
#   is looked up in its group, which has the trials by name as well
# differs: t of agent a, then t of agent b: n_retries is 0, not 1
@candidate("job")
def a_retry_has_to_be_in_the_group(case: Json) -> Json:
    """A trial is a retry only where the last trial of its name before it was in the same group.

    This is about n_retries alone.
    """

    def retries(_: Json) -> Json:
        count = case["n_retries"]
        groups: dict[str, str] = {}
        for trial in case["trials"]:
            key = evals_key(trial)
            count += groups.get(trial["trial_name"]) == key
            groups[trial["trial_name"]] = key
        return count

    return Job(stats=Stats(n_retries=retries))(case)
