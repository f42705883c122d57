"""Other ways to count and group the trials of a job, and to add up what they used."""

from collections.abc import Callable, Iterable
from functools import partial

from candidates.deviations.adding import sum_by
from candidates.deviations.deviation import Changes, Table, after, before, instead
from candidates.deviations.forms import first_members
from candidates.deviations.parameters import first_of, taking, taking_limit
from candidates.reference.job_evals import Group
from candidates.reference.job_trial import JobInput, Rewards, Trial, rewards_of
from candidates.reference.summation import total


def with_trials(change: Callable[[list[Trial]], Iterable[Trial]]) -> Changes:
    """Return the change of a job's trials before anything else."""
    return before(job=lambda case: {**case, "trials": [*change(case["trials"])]})


def with_each_trial(change: Callable[[Trial], Trial]) -> Changes:
    """Return the change of each trial before anything else."""
    return with_trials(partial(map, change))


def in_group(change: Callable[[Trial], Trial]) -> Callable[[Group], Group]:
    """Return the change of a group that changes each of its trials."""
    return lambda group: group._replace(trials=[change(trial) for trial in group.trials])


def with_rewards(trial: Trial, rewards: Rewards | None) -> Trial:
    """Return the trial with other rewards."""
    return {**trial, "verifier_result": None if rewards is None else {"rewards": rewards}}


_TOKENS = ("stats.n_input_tokens", "stats.n_cache_tokens", "stats.n_output_tokens")


def _counted(member: str, counts: Callable[[Trial], bool]) -> Changes:
    """Return the change to another number of trials."""
    return instead(f"stats.{member}", lambda case: sum(map(counts, case["trials"])))


_errored = partial(_counted, "n_errored_trials")


def _is_rewarded(trial: Trial) -> bool:
    return rewards_of(trial) is not None


def _pending(count: Callable[[JobInput], int]) -> Changes:
    return instead("stats.n_pending_trials", count)


def _cancelled_by(word: str) -> Changes:
    def cancelled(case: JobInput) -> int:
        last = {trial["trial_name"]: trial["exception"] or "" for trial in case["trials"]}
        return sum(word in exception.lower() for exception in last.values())

    return instead("stats.n_cancelled_trials", cancelled)


def _last_of_each_name(case: JobInput) -> JobInput:
    last = {trial["trial_name"]: trial for trial in case["trials"]}
    retries = case["n_retries"] + len(case["trials"]) - len(last)
    return {**case, "trials": [*last.values()], "n_retries": retries}


def _known_throughout(case: JobInput) -> int | None:
    """Know the sum of the input tokens only where every trial knows its part."""
    parts = [t["usage"] and t["usage"]["n_input_tokens"] for t in case["trials"]]
    known = [part for part in parts if part is not None]
    return sum(known) if len(known) == len(parts) else None


def _of_group(counts: Callable[[Trial], bool]) -> Changes:
    return instead("stats.evals.n_trials", lambda group: sum(map(counts, group.trials)))


def _exception_in_lower_case(trial: Trial) -> Trial:
    exception = trial["exception"]
    return {**trial, "exception": exception and exception.lower()}


ROWS: Table = {
    "job-usage": {
        "from-zero": after((*_TOKENS, "stats.cost_usd"), lambda used: used or 0),
        "known-throughout": instead("stats.n_input_tokens", _known_throughout),
        "zero-is-null": after(_TOKENS, lambda count: count or None),
        "of-rewarded": with_each_trial(
            lambda trial: trial if _is_rewarded(trial) else {**trial, "usage": None}
        ),
    },
    "job-pending": {
        "below-zero": _pending(lambda case: case["n_total_trials"] - len(case["trials"])),
    },
    "job-errored": {
        "not-cancelled": _errored(lambda t: t["exception"] not in {None, "CancelledError"}),
    },
    "job-cancelled-each-time": _counted(
        "n_cancelled_trials", lambda t: t["exception"] == "CancelledError"
    ),
    "job-cancelled-by-word": taking("word", str.lower, _cancelled_by, "cancelled"),
    "job-earlier-retries-alone": instead("stats.n_retries", lambda case: case["n_retries"]),
    "job-last-of-each-name": before(job=_last_of_each_name),
    "job-cost": {
        "corrected": instead("stats.cost_usd.add", total),
        "in-cents": instead(
            "stats.cost_usd.add", lambda costs: sum(round(cost * 100) for cost in costs) / 100
        ),
    },
    "job-costs-by": sum_by("stats.cost_usd.add", "array-reduce", "loop", "polars"),
    "job-n-trials": {
        "all": _of_group(lambda _: True),
        "with-keys": _of_group(lambda trial: bool(rewards_of(trial))),
        "with-results": _of_group(lambda trial: trial.get("verifier_result") is not None),
    },
    "job-exception-in-lower-case": before(
        "stats.evals.exception_stats", in_group(_exception_in_lower_case)
    ),
    "job-reward-or-exception": {
        "by-exception": with_each_trial(
            lambda trial: trial if trial["exception"] is None else with_rewards(trial, None)
        ),
        "by-reward": with_each_trial(
            lambda trial: {**trial, "exception": None} if _is_rewarded(trial) else trial
        ),
    },
    "job-first-trials": first_of("number of trials", with_trials, 64, 12, 24, 100, 200, 255, 512),
    "job-first-groups": taking_limit(
        "number of groups", lambda most: after("stats.evals", first_members(most)), (64, 12, 100)
    ),
}
