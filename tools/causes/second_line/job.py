"""What public aggregations of a job's trials do differently."""

from typing import Any

from candidates.reference.job import Job, Stats
from candidates.reference.job_evals import Evals
from candidates.reference.job_trial import rewards_of
from tools.causes.wrong.making import candidate

Json = Any


# source: runners that keep an errored attempt with a reward as a scored, partial one
# differs: a trial of {"reward": 1} and AgentTimeoutError: its group's n_errors is 0, not 1
@candidate("job")
def rewarded_trials_are_no_errors_of_a_group(case: Json) -> Json:
    """n_errors of a group leaves out the trials with an exception that have rewards."""

    def n_errors(group: Json) -> int:
        return sum(
            trial["exception"] is not None and rewards_of(trial) is None for trial in group.trials
        )

    return Job(stats=Stats(evals=Evals(n_errors=n_errors)))(case)
