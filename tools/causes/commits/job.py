"""Versions of `job` that one commit broke."""

import json
from typing import Any

from candidates.reference.harbor_json import Writer
from candidates.reference.job import Job, Stats
from candidates.reference.job_evals import Evals
from tools.causes.wrong.making import candidate

Json = Any


# source: commit "dedupe retries": the evals have one trial of each name, the one that ended last
# differs: "t1" with reward 0 and again "t1" with reward 1: n_trials is 1, not 2
@candidate("job")
def evals_have_only_last_attempts(case: Json) -> Json:
    """The evals leave out trials whose name ends again later, in all groups and all members.

    The last trial of a name stands at the place of the first. The counts outside of the evals
    are right.
    """

    def evals(case: Json) -> Json:
        last = {trial["trial_name"]: trial for trial in case["trials"]}
        return Evals()(case | {"trials": list(last.values())})

    return Job(stats=Stats(evals=evals))(case)


# source: commit "do not report cancellations as errors": they have a count of their own
# differs: one trial with a CancelledError: n_errored_trials is 0, not 1
@candidate("job")
def cancelled_trials_are_not_errored(case: Json) -> Json:
    """The n_errored_trials of the job leave out trials whose exception is CancelledError.

    The n_errors of the groups count them, as they should.
    """

    def errored(case: Json) -> int:
        return sum(trial["exception"] not in (None, "CancelledError") for trial in case["trials"])

    return Job(stats=Stats(n_errored_trials=errored))(case)


# source: commit "use json of the standard library": it writes the numbers
# differs: the mean of a reward of nan: NaN, not null
@candidate("job")
def numbers_are_written_by_json(case: Json) -> Json:
    """Numbers that are values are written by json.dumps: NaN, Infinity and -Infinity, not null.

    Small numbers have its exponents as well (1e-05), which is the same number.
    """
    return Job(text=Writer(number=json.dumps))(case)


# source: commit "log and continue on errors": what fails when a trial ends does not end the job
# differs: one trial of a source that has no metrics: its stats, not ExceptionGroup
@candidate("job")
def errors_at_the_end_of_a_trial_are_ignored(case: Json) -> Json:
    """What goes wrong when a trial ends is passed over; it should be an ExceptionGroup.

    Only what goes wrong in the stats at the end of the job is an error, by its own name.
    """
    return Job(progress=lambda _trials, _metrics: None)(case)


# source: commit "fix the progress of jobs with retries": a retried trial uses up one planned trial
# differs: two planned trials, "t1" ended twice: n_pending_trials is 1, not 0
@candidate("job")
def pending_trials_are_of_other_names(case: Json) -> Json:
    """The n_pending_trials are the planned ones less the names that have ended.

    They should be less the trials that have ended, each of a name.
    """

    def pending(case: Json) -> Json:
        return max(case["n_total_trials"] - len({each["trial_name"] for each in case["trials"]}), 0)

    return Job(stats=Stats(n_pending_trials=pending))(case)
