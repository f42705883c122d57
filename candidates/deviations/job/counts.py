"""Other ways to count the trials of a job, and to add up what they used."""

from collections.abc import Callable, Sequence

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    after,
    before,
    family,
    instead,
)
from candidates.deviations.job.trials import with_each_trial
from candidates.reference.job_trial import JobInput, Trial, rewards_of
from candidates.reference.summation import total

_TOKENS = ("stats.n_input_tokens", "stats.n_cache_tokens", "stats.n_output_tokens")


def _counted(member: str, count: Callable[[JobInput], int | None]) -> Changes:
    return instead({f"stats.{member}": count})


def _succeeded(question: JobInput) -> int:
    return sum(trial["exception"] is None for trial in question["trials"])


def _rewarded(question: JobInput) -> int:
    return sum(rewards_of(trial) is not None for trial in question["trials"])


def _pending_below_0(question: JobInput) -> int:
    return question["n_total_trials"] - len(question["trials"])


def _pending_until_rewarded(question: JobInput) -> int:
    return max(question["n_total_trials"] - _rewarded(question), 0)


def _unrewarded_errored(question: JobInput) -> int:
    return sum(t["exception"] is not None and rewards_of(t) is None for t in question["trials"])


def _cancelled_not_errored(question: JobInput) -> int:
    return sum(t["exception"] not in {None, "CancelledError"} for t in question["trials"])


def _cancelled_trials(question: JobInput) -> int:
    return sum(trial["exception"] == "CancelledError" for trial in question["trials"])


def _cancelled_by(word: str) -> Changes:
    def cancelled(question: JobInput) -> int:
        last = {trial["trial_name"]: trial["exception"] or "" for trial in question["trials"]}
        return sum(word in exception.lower() for exception in last.values())

    return _counted("n_cancelled_trials", cancelled)


def _last_of_each_name(question: JobInput) -> JobInput:
    last = {trial["trial_name"]: trial for trial in question["trials"]}
    retries = question["n_retries"] + len(question["trials"]) - len(last)
    return {**question, "trials": [*last.values()], "n_retries": retries}


def _known_throughout(question: JobInput) -> int | None:
    """Know the sum of the input tokens only where every trial knows its part."""
    parts = [t["usage"] and t["usage"]["n_input_tokens"] for t in question["trials"]]
    known = [part for part in parts if part is not None]
    return sum(known) if len(known) == len(parts) else None


def _usage_of_rewarded(trial: Trial) -> Trial:
    return trial if rewards_of(trial) is not None else {**trial, "usage": None}


def _in_cents(costs: Sequence[float]) -> float:
    return sum(round(cost * 100) for cost in costs) / 100


DEVIATIONS = (
    family(
        "job-usage",
        "job.no-trials",
        "{}",
        {
            "from-zero": (
                "usage without trials is 0",
                after(dict.fromkeys((*_TOKENS, "stats.cost_usd"), lambda used: used or 0)),
            ),
            "known-throughout": (
                "a sum is null where one trial reports none",
                _counted("n_input_tokens", _known_throughout),
                "job.tokens",
            ),
            "zero-is-null": (
                "a sum of 0 is null",
                after(dict.fromkeys(_TOKENS, lambda count: count or None)),
                "job.tokens",
            ),
            "of-rewarded": (
                "trials without rewards do not count",
                with_each_trial(_usage_of_rewarded),
                "job.tokens",
            ),
        },
        advice="Add tokens and cost kind by kind over all trials, and write null where no"
        " trial reports any.",
    ),
    family(
        "job-completed",
        "job.completed-trials",
        "a trial {} is not completed",
        {
            "with-an-exception": ("with an exception", _counted("n_completed_trials", _succeeded)),
            "without-rewards": ("without rewards", _counted("n_completed_trials", _rewarded)),
        },
        advice="Count every trial that ended as completed.",
    ),
    family(
        "job-pending",
        "job.pending-trials",
        "{}",
        {
            "below-zero": (
                "pending trials may be negative",
                _counted("n_pending_trials", _pending_below_0),
            ),
            "unrewarded": (
                "trials without rewards are pending",
                _counted("n_pending_trials", _pending_until_rewarded),
            ),
        },
        advice="Subtract the completed trials from the planned ones, with 0 as the least.",
    ),
    family(
        "job-errored",
        "job.errored-trials",
        "{}",
        {
            "unrewarded": (
                "a trial with rewards is not errored",
                _counted("n_errored_trials", _unrewarded_errored),
            ),
            "not-cancelled": (
                "a cancelled trial is not errored",
                _counted("n_errored_trials", _cancelled_not_errored),
            ),
        },
        advice="Count every trial with an exception as errored.",
    ),
    Deviation(
        "job-cancelled-each-time",
        "job.cancelled-trials",
        "cancelled trials count once for each trial of a name",
        _counted("n_cancelled_trials", _cancelled_trials),
        advice="Count each trial name once, by its last trial.",
    ),
    Deviation(
        "job-cancelled-by-word",
        "job.cancelled-trials",
        "an exception whose name contains {} counts as cancelled",
        parameter=Parameter("word", "cancelled", str.lower, _cancelled_by),
        advice="Count only exceptions named CancelledError.",
    ),
    Deviation(
        "job-earlier-retries-alone",
        "job.retries",
        "a trial whose name occurs again is not a retry",
        _counted("n_retries", lambda question: question["n_retries"]),
        advice="Count a retry for each trial whose name has ended before.",
    ),
    Deviation(
        "job-last-of-each-name",
        "job.retries",
        "only the last trial of each name counts",
        before(job=_last_of_each_name),
        advice="Count earlier trials of a name in everything but cancelled trials.",
    ),
    family(
        "job-cost",
        "job.cost",
        "costs are added {}",
        {
            "corrected": ("with compensation, as by sum()", instead({"stats.cost_usd.add": total})),
            "in-cents": ("in whole hundredths", instead({"stats.cost_usd.add": _in_cents})),
        },
        advice="Add costs from left to right without compensation, starting from 0.0.",
    ),
)
"""Each breaks one clause about counts, tokens or cost."""
