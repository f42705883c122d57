"""Reserved mistakes in `job`."""

import math
from typing import Any

from candidates.reference.harbor_json import Writer, number_text
from candidates.reference.job import Cost, Job, Stats, tokens
from candidates.reference.job_evals import Evals, RewardStats
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: another reading of the name: what ended with an error has not been completed
# differs: a trial without and one with an exception: n_completed_trials 1, not 2
@candidate("job")
def failed_trials_are_not_completed(case: Json) -> Json:
    """The completed trials are those without an exception."""

    def completed(case: Json) -> Json:
        return sum(trial["exception"] is None for trial in case["trials"])

    return Job(stats=Stats(n_completed_trials=completed))(case)


# source: another reading of the name n_trials: the size of a group
# differs: a trial with rewards and one without: n_trials 2, not 1
@candidate("job")
def n_trials_of_a_group_counts_all_of_them(case: Json) -> Json:
    """The n_trials of a group counts the trials without rewards too."""
    return Job(stats=Stats(evals=Evals(n_trials=lambda group: len(group.trials))))(case)


# source: a habit of Python: sum(costs), which has been compensated since 3.12
# differs: ten trials of 0.1: cost_usd 1.0, not 0.9999999999999999
@candidate("job")
def costs_are_added_with_a_correction(case: Json) -> Json:
    """The costs are added by Python's sum, which corrects what rounding lost."""
    return Job(stats=Stats(cost_usd=Cost(add=lambda costs: float(total(costs)))))(case)


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


# source: a habit of Python and of JSON, whose names are text: lists[str(value)].append(name)
# differs: rewards of 1 and 1.0: two lists, not one
@candidate("job")
def rewards_share_a_list_by_their_text(case: Json) -> Json:
    """Rewards share a list in reward_stats if their text is the same: 1 and 1.0 do not."""
    return Job(stats=Stats(evals=Evals(reward_stats=RewardStats(alike=str))))(case)


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
