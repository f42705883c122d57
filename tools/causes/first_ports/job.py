"""First versions of `job`, written from the texts, with one mistake each."""

from typing import Any

from candidates.reference.job import Job, Stats
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §3.3, "n_retries=self._n_retries": the number is handed through
# differs: n_retries 0 and two trials of one name: n_retries is 0, not 1
@candidate("job")
def retries_are_those_of_the_input(case: Json) -> Json:
    """n_retries is the number of the input; trials whose name has ended before add nothing."""
    return Job(stats=Stats(n_retries=lambda case: case["n_retries"]))(case)
