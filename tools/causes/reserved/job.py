"""Reserved mistakes in `job`."""

import math
from typing import Any

from candidates.reference.harbor_json import Writer, number_text
from candidates.reference.job import Job, Stats, tokens
from candidates.reference.job_evals import Evals
from tools.causes.wrong.making import candidate

Json = Any


# source: another reading of the name n_trials: the size of a group
# differs: a trial with rewards and one without: n_trials 2, not 1
@candidate("job")
def n_trials_of_a_group_counts_all_of_them(case: Json) -> Json:
    """The n_trials of a group counts the trials without rewards too."""
    return Job(stats=Stats(evals=Evals(n_trials=lambda group: len(group.trials))))(case)


# source: a habit of Go: a counter is an int64 that begins at 0
# differs: trials without usage: n_input_tokens 0, not null
@candidate("job")
def tokens_that_no_trial_knows_are_zero(case: Json) -> Json:
    """A count of tokens is 0 instead of null where no trial knows it."""

    def counted(name: Json) -> Json:
        return lambda case: tokens(case, name) or 0

    return Job(
        stats=Stats(
            n_input_tokens=counted("n_input_tokens"),
            n_cache_tokens=counted("n_cache_tokens"),
            n_output_tokens=counted("n_output_tokens"),
        )
    )(case)


# source: a habit of Python: json.dumps(stats, indent=4)
# differs: the mean of nan: NaN, not null
@candidate("job")
def nan_and_infinities_are_written_as_words(case: Json) -> Json:
    """A nan or an infinity is written as NaN or Infinity instead of null."""

    def number(value: Json) -> Json:
        if math.isfinite(value):
            return number_text(value)
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"

    return Job(text=Writer(number=number))(case)
