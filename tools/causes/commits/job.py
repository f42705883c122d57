"""Versions of `job` that one commit broke."""

import json
from typing import Any

from candidates.reference.harbor_json import Writer
from candidates.reference.job import Job
from tools.causes.wrong.making import candidate

Json = Any


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
