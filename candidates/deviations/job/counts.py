"""Other ways to count and group the trials of a job, and to add up what they used."""

from collections.abc import Callable, Iterable, Sequence

from candidates.deviations.adding import sum_by
from candidates.deviations.deviation import Changes, after, before, instead
from candidates.deviations.forms import first_members
from candidates.deviations.parameters import taking, taking_limit
from candidates.deviations.rows import Table
from candidates.reference.job_evals import Group
from candidates.reference.job_trial import JobInput, Rewards, Trial, rewards_of
from candidates.reference.summation import total


def with_trials(change: Callable[[list[Trial]], Iterable[Trial]]) -> Changes:
    """Return the change of a job's trials before anything else."""

    def changed(case: JobInput) -> JobInput:
        return {**case, "trials": [*change(case["trials"])]}

    return before(job=changed)


def with_each_trial(change: Callable[[Trial], Trial]) -> Changes:
    """Return the change of each trial before anything else."""
    return with_trials(lambda trials: map(change, trials))


def in_group(change: Callable[[Trial], Trial]) -> Callable[[Group], Group]:
    """Return the change of a group that changes each of its trials."""
    return lambda group: group._replace(trials=[change(trial) for trial in group.trials])


def with_rewards(trial: Trial, rewards: Rewards | None) -> Trial:
    """Return the trial with other rewards."""
    return {**trial, "verifier_result": None if rewards is None else {"rewards": rewards}}


_TOKENS = ("stats.n_input_tokens", "stats.n_cache_tokens", "stats.n_output_tokens")


def _counted(member: str, count: Callable[[JobInput], int | None]) -> Changes:
    return instead({f"stats.{member}": count})


def _succeeded(case: JobInput) -> int:
    return sum(trial["exception"] is None for trial in case["trials"])


def _rewarded(case: JobInput) -> int:
    return sum(rewards_of(trial) is not None for trial in case["trials"])


def _pending_below_0(case: JobInput) -> int:
    return case["n_total_trials"] - len(case["trials"])


def _pending_until_rewarded(case: JobInput) -> int:
    return max(case["n_total_trials"] - _rewarded(case), 0)


def _unrewarded_errored(case: JobInput) -> int:
    return sum(t["exception"] is not None and rewards_of(t) is None for t in case["trials"])


def _cancelled_not_errored(case: JobInput) -> int:
    return sum(t["exception"] not in {None, "CancelledError"} for t in case["trials"])


def _cancelled_trials(case: JobInput) -> int:
    return sum(trial["exception"] == "CancelledError" for trial in case["trials"])


def _cancelled_by(word: str) -> Changes:
    def cancelled(case: JobInput) -> int:
        last = {trial["trial_name"]: trial["exception"] or "" for trial in case["trials"]}
        return sum(word in exception.lower() for exception in last.values())

    return _counted("n_cancelled_trials", cancelled)


def _last_of_each_name(case: JobInput) -> JobInput:
    last = {trial["trial_name"]: trial for trial in case["trials"]}
    retries = case["n_retries"] + len(case["trials"]) - len(last)
    return {**case, "trials": [*last.values()], "n_retries": retries}


def _known_throughout(case: JobInput) -> int | None:
    """Know the sum of the input tokens only where every trial knows its part."""
    parts = [t["usage"] and t["usage"]["n_input_tokens"] for t in case["trials"]]
    known = [part for part in parts if part is not None]
    return sum(known) if len(known) == len(parts) else None


def _usage_of_rewarded(trial: Trial) -> Trial:
    return trial if rewards_of(trial) is not None else {**trial, "usage": None}


def _in_cents(costs: Sequence[float]) -> float:
    return sum(round(cost * 100) for cost in costs) / 100


def _counting(counts: Callable[[Trial], bool]) -> Changes:
    return instead({"stats.evals.n_trials": lambda group: sum(map(counts, group.trials))})


def _exceptions_named(rename: Callable[[str], str]) -> Changes:
    def renamed(trial: Trial) -> Trial:
        exception = trial["exception"]
        return {**trial, "exception": exception and rename(exception)}

    return before({"stats.evals.exception_stats": in_group(renamed)})


def _exception_or_reward(trial: Trial) -> Trial:
    return trial if trial["exception"] is None else with_rewards(trial, None)


def _reward_or_exception(trial: Trial) -> Trial:
    return trial if rewards_of(trial) is None else {**trial, "exception": None}


ROWS: Table = {
    "job-usage": {
        "from-zero": after(dict.fromkeys((*_TOKENS, "stats.cost_usd"), lambda used: used or 0)),
        "known-throughout": _counted("n_input_tokens", _known_throughout),
        "zero-is-null": after(dict.fromkeys(_TOKENS, lambda count: count or None)),
        "of-rewarded": with_each_trial(_usage_of_rewarded),
    },
    "job-completed": {
        "with-an-exception": _counted("n_completed_trials", _succeeded),
        "without-rewards": _counted("n_completed_trials", _rewarded),
    },
    "job-pending": {
        "below-zero": _counted("n_pending_trials", _pending_below_0),
        "unrewarded": _counted("n_pending_trials", _pending_until_rewarded),
    },
    "job-errored": {
        "unrewarded": _counted("n_errored_trials", _unrewarded_errored),
        "not-cancelled": _counted("n_errored_trials", _cancelled_not_errored),
    },
    "job-cancelled-each-time": _counted("n_cancelled_trials", _cancelled_trials),
    "job-cancelled-by-word": taking("word", str.lower, _cancelled_by, "cancelled"),
    "job-earlier-retries-alone": _counted("n_retries", lambda case: case["n_retries"]),
    "job-last-of-each-name": before(job=_last_of_each_name),
    "job-cost": {
        "corrected": instead({"stats.cost_usd.add": total}),
        "in-cents": instead({"stats.cost_usd.add": _in_cents}),
    },
    "job-costs-by": sum_by(
        lambda add: instead({"stats.cost_usd.add": add}), "array-reduce", "loop", "polars"
    ),
    "job-n-trials": {
        "all": _counting(lambda _: True),
        "with-keys": _counting(lambda trial: bool(rewards_of(trial))),
        "with-results": _counting(lambda trial: trial.get("verifier_result") is not None),
    },
    "job-exception-in-lower-case": _exceptions_named(str.lower),
    "job-reward-or-exception": {
        "by-exception": with_each_trial(_exception_or_reward),
        "by-reward": with_each_trial(_reward_or_exception),
    },
    "job-first-trials": taking_limit(
        "number of trials",
        lambda limit: with_trials(lambda trials: trials[:limit]),
        (64, 12, 24, 100, 200, 255, 512),
    ),
    "job-first-groups": taking_limit(
        "number of groups",
        lambda limit: after({"stats.evals": first_members(limit)}),
        (64, 12, 100),
    ),
}
