"""Mistakes in `job`."""

from typing import Any

from candidates.reference.job import Job, Stats, input_tokens, usages
from candidates.reference.job_evals import Evals
from tools.causes.wrong.making import candidate

Json = Any


# source: misread name, as "completed and errored" add up to a total in agent-challenge's runner
# differs: one trial with an exception: n_completed_trials 0, not 1
@candidate("job")
def trials_with_an_exception_are_not_completed(case: Json) -> Json:
    """Trials that ended with an exception are left out of n_completed_trials."""

    def completed(case: Json) -> int:
        return sum(trial["exception"] is None for trial in case["trials"])

    return Job(stats=Stats(n_completed_trials=completed))(case)


# source: scaleapi/vero, pull request 9: retried trials are reduced to one per name before stats
# differs: "t" without rewards, then "t" with {"reward": 1}: mean 1.0, not 0.5
@candidate("job")
def evals_have_only_the_last_trial_of_a_name(case: Json) -> Json:
    """Trials are deduplicated by name, the last one staying, before they are evaluated."""

    def evals(case: Json) -> Json:
        last = {trial["trial_name"]: trial for trial in case["trials"]}
        return Evals()(case | {"trials": list(last.values())})

    return Job(stats=Stats(evals=evals))(case)


# source: `sum(usage.tokens or 0 for ...)`, as the sums in Arize-ai/phoenix, pull request 14195
# differs: one trial without usage: n_input_tokens 0, not null
@candidate("job")
def unknown_tokens_are_zero(case: Json) -> Json:
    """A count of tokens that no trial knows is 0 instead of null."""

    def tokens(name: Json) -> Json:
        def total(case: Json) -> Json:
            return sum(dict(usage)[name] or 0 for usage in usages(case))

        return total

    stats = Stats(
        n_input_tokens=tokens("n_input_tokens"),
        n_cache_tokens=tokens("n_cache_tokens"),
        n_output_tokens=tokens("n_output_tokens"),
    )
    return Job(stats=stats)(case)


# source: agentic-os-org/ANOLISA, pull request 3081: cached tokens are added to input tokens again
# differs: one trial with 10 input and 4 cache tokens: n_input_tokens 14, not 10
@candidate("job")
def cache_tokens_are_added_to_the_input_tokens(case: Json) -> Json:
    """The input tokens of the job include the cache tokens a second time."""

    def with_cache(case: Json) -> Json:
        cached = sum(usage["n_cache_tokens"] or 0 for usage in usages(case))
        known = input_tokens(case)
        return None if known is None else known + cached

    return Job(stats=Stats(n_input_tokens=with_cache))(case)


# source: a special case for an exception that is "no real error": `if type != "CancelledError"`
# differs: one trial with CancelledError: n_errored_trials 0, not 1
@candidate("job")
def cancelled_trials_are_not_errored(case: Json) -> Json:
    """Trials with CancelledError are left out of n_errored_trials."""

    def errored(case: Json) -> int:
        return sum(trial["exception"] not in {None, "CancelledError"} for trial in case["trials"])

    return Job(stats=Stats(n_errored_trials=errored))(case)


# source: truera/trulens, pull request 2698: the count next to a mean includes unscored records
# differs: one trial without a verifier result: n_trials of its group 1, not 0
@candidate("job")
def trials_of_a_group_include_those_without_rewards(case: Json) -> Json:
    """A group's n_trials counts all its trials, also those whose rewards are null."""

    def n_trials(group: Json) -> int:
        return len(group.trials)

    return Job(stats=Stats(evals=Evals(n_trials=n_trials)))(case)
