"""Mistakes in `job`, written without the catalogue."""

from typing import Any

from candidates.reference.harbor_json import Writer, name_of_number
from candidates.reference.job import (
    Job,
    Stats,
    cache_tokens,
    completed,
    errored,
    input_tokens,
    retries,
    usages,
)
from candidates.reference.job_evals import Evals, Group, Metrics, RewardStats
from candidates.reference.job_trial import rewards_of
from tools.causes.wrong.making import candidate

USAGE = ("n_input_tokens", "n_cache_tokens", "n_output_tokens", "cost_usd")


# source: PrimeIntellect-ai/verifiers pull request #1704: totals are null unless every usage has it
# differs: a trial of cost 0.5 and one whose cost is null: "cost_usd": null, not 0.5
@candidate("job")
def one_unknown_count_makes_the_total_unknown(case: Any) -> Any:
    """A token count or cost that the usage of one trial lacks is null for the job."""

    def stats(one: Any) -> Any:
        known: list[Any] = [*usages(one)]
        unknown = {name for usage in known for name in USAGE if usage[name] is None}
        return Stats()(one) | dict.fromkeys(unknown)

    return Job(stats=stats)(case)


# source: agentic-os-org/ANOLISA pull request #3081: cached tokens were added to input_tokens
# differs: a trial with 10 input and 4 cached tokens: "n_input_tokens": 14, not 10
@candidate("job")
def cached_tokens_are_added_to_the_input(case: Any) -> Any:
    """The input tokens are those of the input and those of the cache, added."""

    def added(one: Any) -> Any:
        found = input_tokens(one)
        return None if found is None else found + (cache_tokens(one) or 0)

    return Job(stats=Stats(n_input_tokens=added))(case)


# source: marin-community/marin pull request #8947: an AgentTimeoutError with a reward is a valid
#   sample
# differs: AgentTimeoutError with {"reward": 1}: "n_errored_trials": 0, not 1
@candidate("job")
def verified_timeout_is_no_error(case: Any) -> Any:
    """An AgentTimeoutError is no exception of a trial that has rewards."""

    def cleared(trial: Any) -> Any:
        timed_out = trial["exception"] == "AgentTimeoutError"
        return trial | {"exception": None} if timed_out and rewards_of(trial) is not None else trial

    def stats(one: Any) -> Any:
        return Stats()(one | {"trials": [cleared(trial) for trial in one["trials"]]})

    return Job(stats=stats)(case)


# source: NVIDIA-NeMo/nemo-platform pull request #1224: trials are sorted(glob("*/result.json"))
# differs: trials b and a with the same reward: listed as ["a", "b"], not ["b", "a"]
@candidate("job")
def trials_are_sorted_by_name(case: Any) -> Any:
    """The trials are sorted by name before anything is computed from them."""

    def stats(one: Any) -> Any:
        by_name = sorted(one["trials"], key=lambda trial: trial["trial_name"])
        return Stats()(one | {"trials": by_name})

    return Job(stats=stats)(case)


# source: sii-system/agent-fleet pull request #125: accounted = completed + errored + cancelled
# differs: 4 trials planned, 2 ended, one with an exception: "n_pending_trials": 1, not 2
@candidate("job")
def errored_trials_are_subtracted_from_the_pending(case: Any) -> Any:
    """The pending trials are the planned without the completed and, again, without the errored."""
    pending = lambda one: max(one["n_total_trials"] - completed(one) - errored(one), 0)  # noqa: E731
    return Job(stats=Stats(n_pending_trials=pending))(case)


# source: hyperdxio/hyperdx pull request #2414: tokens of a failed first attempt were dropped
# differs: trial a with 10 input tokens and again with 5: "n_input_tokens": 5, not 15
@candidate("job")
def usage_of_a_retried_trial_is_dropped(case: Any) -> Any:
    """Of trials with one name only the last one's tokens and cost are counted."""

    def stats(one: Any) -> Any:
        last = {trial["trial_name"]: trial for trial in one["trials"]}
        kept = Stats()(one | {"trials": [*last.values()]})
        return Stats()(one) | {name: kept[name] for name in USAGE}

    return Job(stats=stats)(case)


# source: another reading of spec/000 section 5: a planned trial completes once, however often it
#   was retried
# differs: trial a ends with an exception and again with a reward: "n_completed_trials": 1, not 2
@candidate("job")
def retried_trial_completes_once(case: Any) -> Any:
    """n_completed_trials counts the names of trials, so that a retry adds nothing."""
    names = lambda one: len({trial["trial_name"] for trial in one["trials"]})  # noqa: E731
    return Job(stats=Stats(n_completed_trials=names))(case)


# source: mutant: the start value becomes 0
# differs: n_retries 2 and no trial twice: "n_retries": 0, not 2
@candidate("job")
def earlier_retries_are_forgotten(case: Any) -> Any:
    """n_retries counts from 0 instead of from the retries that the job already has."""
    return Job(stats=Stats(n_retries=lambda one: retries(one | {"n_retries": 0})))(case)


# source: another reading of facts/harbor-readers.md: harbor itself looks at reward_stats["reward"]
# differs: a trial with {"score": 1}: "reward_stats": {}, not {"score": …}
@candidate("job")
def reward_stats_have_one_key(case: Any) -> Any:
    """reward_stats lists the trials by their key `reward` only."""

    def only_reward(group: Any) -> Any:
        return {key: one for key, one in RewardStats()(group).items() if key == "reward"}

    return Job(stats=Stats(evals=Evals(reward_stats=only_reward)))(case)


# source: another reading of spec/000 section 3: source or "adhoc" is the dataset's name
# differs: source "org__data" with metrics {"org__data": ["mean"]}: "metrics": [{"mean": …}], not []
@candidate("job")
def dataset_is_the_whole_source(case: Any) -> Any:
    """The metrics of a group are looked up by its source, not by the end of its key."""
    metrics = Metrics(dataset=lambda group: group.trials[0].get("source") or "adhoc")
    return Job(stats=Stats(evals=Evals(metrics=metrics)))(case)


# source: another reading of spec/000 section 2: rewards is None where the "trial errored before or
#   within verify"
# differs: no exception and no verifier result: "n_errored_trials": 1, not 0
@candidate("job")
def trial_without_rewards_is_an_error(case: Any) -> Any:
    """A trial is counted as an error if its rewards are null, with or without an exception."""

    def unrewarded(trials: Any) -> int:
        return sum(rewards_of(trial) is None for trial in trials)

    return Job(
        stats=Stats(
            n_errored_trials=lambda one: unrewarded(one["trials"]),
            evals=Evals(n_errors=lambda group: unrewarded(group.trials)),
        )
    )(case)


# source: another reading of spec/000 section 3: each CancelledError "also bumps n_cancelled_trials"
# differs: trial a cancelled, and again with a reward: "n_cancelled_trials": 1, not 0
@candidate("job")
def cancelled_trial_stays_cancelled(case: Any) -> Any:
    """Every trial with CancelledError is counted, even if a later trial of its name replaces it."""

    def every(one: Any) -> int:
        return sum(trial["exception"] == "CancelledError" for trial in one["trials"])

    return Job(stats=Stats(n_cancelled_trials=every))(case)


# source: a habit of JavaScript: String(1.0) is "1", as is any key of an object
# differs: a trial with {"reward": 1.0}: listed under "1", not "1.0"
@candidate("job")
def whole_reward_is_a_key_without_point(case: Any) -> Any:
    """A float that is whole is written without .0 where it is a key of reward_stats."""
    name = lambda value: name_of_number(value).removesuffix(".0")  # noqa: E731
    return Job(text=Writer(number_name=name))(case)


# source: mutant: a default of `{}` that all groups share, as Python's mutable defaults are
# differs: agents a and b with one trial each: both groups list both trials
@candidate("job")
def reward_stats_are_shared_by_all_groups(case: Any) -> Any:
    """Every group has the reward_stats of all trials of the job."""

    def evals(one: Any) -> Any:
        shared = RewardStats()(Group("", one["trials"], {}))
        return {key: group | {"reward_stats": shared} for key, group in Evals()(one).items()}

    return Job(stats=Stats(evals=evals))(case)
