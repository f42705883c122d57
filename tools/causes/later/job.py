"""More mistakes in `job`, written without the catalogue."""

from collections import Counter
from typing import Any

from candidates.reference.job import (
    Job,
    Stats,
    cache_tokens,
    input_tokens,
)
from candidates.reference.job_evals import Estimates, Evals, Metrics
from candidates.reference.job_progress import Computed
from candidates.reference.job_trial import rewards_of
from candidates.reference.pass_at_k import PassAtK, evals_key, model_if_any, source_or_adhoc
from tools.causes.wrong.making import candidate

USAGE = ("n_input_tokens", "n_cache_tokens", "n_output_tokens", "cost_usd")


# source: skillberry-ai/cap-evolve pull request #307: an unscored trial is missing data
# differs: trials with {"reward": 1} and null rewards: "metrics": [{"mean": 1.0}], not 0.5
@candidate("job")
def metrics_leave_trials_without_rewards_out(case: Any) -> Any:
    """Trials without rewards are left out of the metrics; a group of only those has none."""

    def compute(names: Any, rewards: Any) -> Any:
        known = [one for one in rewards if one is not None]
        return Computed()(names, known) if known else []

    return Job(stats=Stats(evals=Evals(metrics=Metrics(compute=compute))))(case)


# source: curie-eng/curie #854: cost_usd is set on the graded path only
# differs: a trial with AgentTimeoutError and 10 input tokens: "n_input_tokens": null, not 10
@candidate("job")
def usage_of_failed_trials_is_not_counted(case: Any) -> Any:
    """The tokens and costs of trials with an exception are not counted."""

    def stats(one: Any) -> Any:
        clean = [trial for trial in one["trials"] if trial["exception"] is None]
        kept = Stats()(one | {"trials": clean})
        return Stats()(one) | {name: kept[name] for name in USAGE}

    return Job(stats=stats)(case)


# source: SmythOS/sre pull request #83: input_tokens: inputTokens - cachedInputTokens
# differs: a trial with 10 input and 4 cached tokens: "n_input_tokens": 6, not 10
@candidate("job")
def cached_tokens_are_no_input(case: Any) -> Any:
    """The input tokens are those of the input without those of the cache."""

    def fresh(one: Any) -> Any:
        found = input_tokens(one)
        return None if found is None else found - (cache_tokens(one) or 0)

    return Job(stats=Stats(n_input_tokens=fresh))(case)


# source: theopenco/llmgateway pull request #1659: cachedTokens = cacheReadTokens || null
# differs: a trial with 0 cached tokens: "n_cache_tokens": null, not 0
@candidate("job")
def usage_of_0_is_null(case: Any) -> Any:
    """A total of tokens or costs that is 0 is null."""

    def stats(one: Any) -> Any:
        found = Stats()(one)
        return found | {name: found[name] or None for name in USAGE}

    return Job(stats=stats)(case)


# source: a habit of Python: collections.Counter of the exceptions' names
# differs: a trial with AgentTimeoutError: {"AgentTimeoutError": 1}, not a list of one name
@candidate("job")
def exceptions_are_counted(case: Any) -> Any:
    """exception_stats has the number of trials of each exception, not their names."""

    def counts(group: Any) -> Any:
        return Counter(one["exception"] for one in group.trials if one["exception"] is not None)

    return Job(stats=Stats(evals=Evals(exception_stats=counts)))(case)


# source: a habit of Python: `if rewards:` for `if rewards is not None:`
# differs: a trial with empty rewards: "n_trials": 0, not 1
@candidate("job")
def empty_rewards_are_no_trial(case: Any) -> Any:
    """n_trials does not count a trial whose rewards are empty."""

    def rewarded(group: Any) -> int:
        return sum(bool(rewards_of(trial)) for trial in group.trials)

    return Job(stats=Stats(evals=Evals(n_trials=rewarded)))(case)


# source: another reading of spec/000 section 3: what is pending is counted in planned trials, of
#   which a retry is none
# differs: 2 trials planned, trial a ended twice: "n_pending_trials": 1, not 0
@candidate("job")
def retries_take_nothing_from_the_pending(case: Any) -> Any:
    """The pending trials are the planned without the names that ended, however often each did."""

    def pending(one: Any) -> Any:
        names = {trial["trial_name"] for trial in one["trials"]}
        return max(one["n_total_trials"] - len(names), 0)

    return Job(stats=Stats(n_pending_trials=pending))(case)


# source: another reading of spec/000 section 3: errored trials are counted as cancelled ones are
# differs: trial a ends with an exception and again with a reward: "n_errored_trials": 0, not 1
@candidate("job")
def retried_trial_is_no_error(case: Any) -> Any:
    """The job's n_errored_trials counts the names whose last trial has an exception."""

    def errored(one: Any) -> int:
        last = {trial["trial_name"]: trial["exception"] for trial in one["trials"]}
        return sum(exception is not None for exception in last.values())

    return Job(stats=Stats(n_errored_trials=errored))(case)


# source: mutant: two arguments of format_agent_evals_key are exchanged
# differs: agent a, model m, no source: "a__adhoc__m", not "a__m__adhoc"
@candidate("job")
def dataset_comes_before_the_model(case: Any) -> Any:
    """In the key of a group the dataset comes before the model."""

    def key(trial: Any) -> str:
        source, model = source_or_adhoc(trial.get("source")), model_if_any(trial.get("model"))
        return "__".join([trial["agent"], *source, *model])

    metrics = Metrics(dataset=lambda group: evals_key(group.trials[0]).split("__")[-1])
    evals = Evals(key=key, metrics=metrics, pass_at_k=Estimates(PassAtK(key=key)))
    return Job(stats=Stats(evals=evals))(case)
