"""Other ways to count the trials of a job, and to add up what they used."""

import math
from collections.abc import Callable, Sequence

from candidates.deviations.deviation import Changes, Deviation, Parameter, after, before, instead
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
    Deviation(
        "job-usage-starts-at-0",
        "job.no-trials",
        "tokens and cost are counted from 0",
        after(dict.fromkeys((*_TOKENS, "stats.cost_usd"), lambda used: used or 0)),
    ),
    Deviation(
        "job-completed-without-errors",
        "job.completed-trials",
        "a trial with an exception is not completed",
        _counted("n_completed_trials", _succeeded),
    ),
    Deviation(
        "job-completed-with-rewards",
        "job.completed-trials",
        "a trial without rewards is not completed",
        _counted("n_completed_trials", _rewarded),
    ),
    Deviation(
        "job-pending-below-0",
        "job.pending-trials",
        "more trials end than were planned",
        _counted("n_pending_trials", _pending_below_0),
    ),
    Deviation(
        "job-pending-until-rewarded",
        "job.pending-trials",
        "a trial without rewards is pending",
        _counted("n_pending_trials", _pending_until_rewarded),
    ),
    Deviation(
        "job-errored-without-rewards",
        "job.errored-trials",
        "a trial that has rewards is not errored",
        _counted("n_errored_trials", _unrewarded_errored),
    ),
    Deviation(
        "job-cancelled-not-errored",
        "job.errored-trials",
        "a cancelled trial is not errored",
        _counted("n_errored_trials", _cancelled_not_errored),
    ),
    Deviation(
        "job-cancelled-each-time",
        "job.cancelled-trials",
        "trials are counted, not their names",
        _counted("n_cancelled_trials", _cancelled_trials),
    ),
    Deviation(
        "job-cancelled-by-word",
        "job.cancelled-trials",
        "an exception counts whose name has the word in it",
        parameter=Parameter("word", "cancelled", str.lower, _cancelled_by),
    ),
    Deviation(
        "job-earlier-retries-alone",
        "job.retries",
        "a name that comes again is no retry",
        _counted("n_retries", lambda question: question["n_retries"]),
    ),
    Deviation(
        "job-last-of-each-name",
        "job.retries",
        "a later trial replaces an earlier one of its name",
        before(job=_last_of_each_name),
    ),
    Deviation(
        "job-tokens-known-throughout",
        "job.tokens",
        "a sum is null where one trial does not know its part",
        _counted("n_input_tokens", _known_throughout),
    ),
    Deviation(
        "job-tokens-of-0-unknown",
        "job.tokens",
        "a sum of 0 is taken for not known",
        after(dict.fromkeys(_TOKENS, lambda count: count or None)),
    ),
    Deviation(
        "job-tokens-of-rewarded",
        "job.tokens",
        "what a failed trial used is left out",
        with_each_trial(_usage_of_rewarded),
    ),
    Deviation(
        "job-cost-corrected",
        "job.cost",
        "costs are added with Python's sum",
        instead({"stats.cost_usd.add": total}),
    ),
    Deviation(
        "job-cost-exact",
        "job.cost",
        "costs are added exactly and rounded once",
        instead({"stats.cost_usd.add": math.fsum}),
    ),
    Deviation(
        "job-cost-in-cents",
        "job.cost",
        "costs are added in whole hundredths",
        instead({"stats.cost_usd.add": _in_cents}),
    ),
)
"""Each breaks one clause about counts, tokens or cost."""
