"""First versions of `job`, written from the texts, with one mistake each."""

from typing import Any

from candidates.reference.harbor_json import Writer, name_of_number
from candidates.reference.job import Job, Stats, input_tokens, job, output_tokens
from candidates.reference.job import cache_tokens as cached
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §5, "n_total_trials if truthy else n_completed_trials + n_errored_trials", as
#   if no trial was in both
# differs: one trial with an exception: n_completed_trials is 0, not 1
@candidate("job")
def trials_with_an_exception_are_not_completed(case: Json) -> Json:
    """n_completed_trials leaves out the trials with an exception; n_pending_trials does not."""

    def completed(case: Json) -> int:
        return sum(trial["exception"] is None for trial in case["trials"])

    return Job(stats=Stats(n_completed_trials=completed))(case)


# source: spec/000 §3.3, "n_retries=self._n_retries": the number is handed through
# differs: n_retries 0 and two trials of one name: n_retries is 0, not 1
@candidate("job")
def retries_are_those_of_the_input(case: Json) -> Json:
    """n_retries is the number of the input; trials whose name has ended before add nothing."""
    return Job(stats=Stats(n_retries=lambda case: case["n_retries"]))(case)


class _WithMean(dict[str, Json]):
    """A table whose missing and empty entries are the mean alone."""

    def get(self, name: str, _default: Json = None, /) -> Json:
        return super().get(name) or ["mean"]


# source: spec/000 §3.1, "Any dataset with no explicitly-configured metric gets exactly one Mean()"
#   is done again, on the table that is already resolved
# differs: metrics {"adhoc": []} and a trial with {"reward": 1}: [{"mean": 1.0}], not an
#   ExceptionGroup
@candidate("job")
def a_dataset_without_metrics_has_the_mean(case: Json) -> Json:
    """A dataset that is not in the table, or has an empty list there, gets the mean.

    It should have no metrics, while trials end as well as at the end.
    """
    return job(case | {"metrics": _WithMean(case["metrics"])})


# source: spec/000 §3.3, "and token totals": integers that start at 0, as in any struct of Go
# differs: one trial without usage: n_input_tokens is 0, not null
@candidate("job")
def unknown_tokens_are_zero(case: Json) -> Json:
    """The three token totals are 0 where no trial knows its tokens, not null; the cost is null."""
    return Job(
        stats=Stats(
            n_input_tokens=lambda case: input_tokens(case) or 0,
            n_cache_tokens=lambda case: cached(case) or 0,
            n_output_tokens=lambda case: output_tokens(case) or 0,
        )
    )(case)


# source: spec/000 §3.3, "reward_stats[key][value] = [trial_name,…]": as a name of an object the
#   number 1.0 is "1" in TypeScript and with Go's fmt.Sprint
# differs: one trial with {"reward": 1.0}: its list is called "1", not "1.0"
@candidate("job")
def whole_rewards_name_their_list_without_point(case: Json) -> Json:
    """In reward_stats a whole binary64 has no ".0": its list is called "1", not "1.0".

    Numbers with an exponent, and all numbers that are values, are written as ever.
    """
    return Job(text=Writer(number_name=lambda value: name_of_number(value).removesuffix(".0")))(
        case
    )
