"""Mistakes in `job` from a fresh reading of the texts."""

from typing import Any

from candidates.reference.job import Job, Stats
from candidates.reference.job_evals import Evals
from tools.causes.wrong.making import candidate

Json = Any


# source: one who takes the trial's name for its primary key: a retry replaces its trial
# differs: two trials of one name with rewards 0 and 1: mean 1.0, not 0.5
@candidate("job")
def last_trial_of_a_name_stands_for_all(case: Json) -> Json:
    """The groups hold only the last of several trials with one name."""

    def evals(case: Json) -> Json:
        last = {trial["trial_name"]: trial for trial in case["trials"]}
        of_last: Json = {**case, "trials": [*last.values()]}
        return Evals()(of_last)

    return Job(stats=Stats(evals=evals))(case)
