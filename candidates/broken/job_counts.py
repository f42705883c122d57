"""Wrong ways to count the trials of a job, and to add up what they used."""

import math
from collections.abc import Callable

from candidates.broken.job_steps import Steps, Tree, with_each_trial
from candidates.broken.variant import Function, Variant
from candidates.reference.harbor_json import Json
from candidates.reference.job import TOKENS, JobInput
from candidates.reference.job_trial import Trial, rewards_of
from candidates.reference.summation import total


def counted(member: str, count: Callable[[JobInput], Json]) -> Function:
    """Make a candidate that has its own way to one of the stats."""

    def changed(question: JobInput) -> dict[str, str]:
        return Steps(members=lambda members: {**members, member: count(question)})(question)

    return changed


def usage_starts_at_0(members: Tree) -> Tree:
    """Count tokens and cost from 0."""
    return {**members, **{name: members[name] or 0 for name in (*TOKENS, "cost_usd")}}


def zero_unknown(members: Tree) -> Tree:
    """Take a sum of 0 for not known."""
    return {**members, **{name: members[name] or None for name in TOKENS}}


def succeeded(question: JobInput) -> int:
    """Count the trials without an exception."""
    return sum(trial["exception"] is None for trial in question["trials"])


def rewarded(question: JobInput) -> int:
    """Count the trials that have rewards."""
    return sum(rewards_of(trial) is not None for trial in question["trials"])


def pending_below_0(question: JobInput) -> int:
    """Let more trials end than were planned."""
    return question["n_total_trials"] - len(question["trials"])


def pending_until_rewarded(question: JobInput) -> int:
    """Take a trial without rewards for one that is still to come."""
    return max(question["n_total_trials"] - rewarded(question), 0)


def unrewarded_errored(question: JobInput) -> int:
    """Count as errored only the trials with an exception and without rewards."""
    return sum(t["exception"] is not None and rewards_of(t) is None for t in question["trials"])


def cancelled_not_errored(question: JobInput) -> int:
    """Count a cancelled trial as cancelled and not as errored."""
    return sum(t["exception"] not in {None, "CancelledError"} for t in question["trials"])


def cancelled_trials(question: JobInput) -> int:
    """Count cancelled trials, and not their names."""
    return sum(trial["exception"] == "CancelledError" for trial in question["trials"])


def cancelled_by_word(question: JobInput) -> int:
    """Take every exception with the word in its name for a cancelled trial."""
    last = {trial["trial_name"]: trial["exception"] or "" for trial in question["trials"]}
    return sum("cancelled" in exception.lower() for exception in last.values())


def earlier_retries(question: JobInput) -> int:
    """Count the retries of earlier runs alone."""
    return question["n_retries"]


def last_of_each_name(question: JobInput) -> dict[str, str]:
    """Let a later trial replace an earlier one of its name."""
    last = {trial["trial_name"]: trial for trial in question["trials"]}
    retries = question["n_retries"] + len(question["trials"]) - len(last)
    return Steps()({**question, "trials": list(last.values()), "n_retries": retries})


def known_throughout(question: JobInput) -> int | None:
    """Know the sum of the input tokens only where every trial knows its part."""
    parts = [t["usage"] and t["usage"]["n_input_tokens"] for t in question["trials"]]
    known = [part for part in parts if part is not None]
    return sum(known) if len(known) == len(parts) else None


def usage_of_rewarded(trial: Trial) -> Trial:
    """Leave out the usage of trials that failed."""
    return trial if rewards_of(trial) is not None else {**trial, "usage": None}


def cost_by(add: Callable[[list[float]], Json]) -> Function:
    """Make a candidate that adds costs in another way."""

    def cost(question: JobInput) -> Json:
        usages = [trial["usage"] for trial in question["trials"]]
        costs = [u["cost_usd"] for u in usages if u is not None and u["cost_usd"] is not None]
        return add([float(cost) for cost in costs]) if costs else None

    return counted("cost_usd", cost)


VARIANTS = (
    Variant(
        "job-usage-starts-at-0",
        "job.no-trials",
        "tokens and cost are counted from 0",
        Steps(members=usage_starts_at_0),
    ),
    Variant(
        "job-completed-without-errors",
        "job.completed-trials",
        "a trial with an exception is not completed",
        counted("n_completed_trials", succeeded),
    ),
    Variant(
        "job-completed-with-rewards",
        "job.completed-trials",
        "a trial without rewards is not completed",
        counted("n_completed_trials", rewarded),
    ),
    Variant(
        "job-pending-below-0",
        "job.pending-trials",
        "more trials end than were planned",
        counted("n_pending_trials", pending_below_0),
    ),
    Variant(
        "job-pending-until-rewarded",
        "job.pending-trials",
        "a trial without rewards is pending",
        counted("n_pending_trials", pending_until_rewarded),
    ),
    Variant(
        "job-errored-without-rewards",
        "job.errored-trials",
        "a trial that has rewards is not errored",
        counted("n_errored_trials", unrewarded_errored),
    ),
    Variant(
        "job-cancelled-not-errored",
        "job.errored-trials",
        "a cancelled trial is not errored",
        counted("n_errored_trials", cancelled_not_errored),
    ),
    Variant(
        "job-cancelled-each-time",
        "job.cancelled-trials",
        "trials are counted, not their names",
        counted("n_cancelled_trials", cancelled_trials),
    ),
    Variant(
        "job-cancelled-by-word",
        "job.cancelled-trials",
        "an exception counts whose name has the word in it",
        counted("n_cancelled_trials", cancelled_by_word),
    ),
    Variant(
        "job-earlier-retries-alone",
        "job.retries",
        "a name that comes again is no retry",
        counted("n_retries", earlier_retries),
    ),
    Variant(
        "job-last-of-each-name",
        "job.retries",
        "a later trial replaces an earlier one of its name",
        last_of_each_name,
    ),
    Variant(
        "job-tokens-known-throughout",
        "job.tokens",
        "a sum is null where one trial does not know its part",
        counted("n_input_tokens", known_throughout),
    ),
    Variant(
        "job-tokens-of-0-unknown",
        "job.tokens",
        "a sum of 0 is taken for not known",
        Steps(members=zero_unknown),
    ),
    Variant(
        "job-tokens-of-rewarded",
        "job.tokens",
        "what a failed trial used is left out",
        with_each_trial(usage_of_rewarded),
    ),
    Variant(
        "job-cost-corrected",
        "job.cost",
        "costs are added with Python's sum",
        cost_by(total),
    ),
    Variant(
        "job-cost-exact",
        "job.cost",
        "costs are added exactly and rounded once",
        cost_by(math.fsum),
    ),
    Variant(
        "job-cost-in-cents",
        "job.cost",
        "costs are added in whole hundredths",
        cost_by(lambda costs: sum(round(cost * 100) for cost in costs) / 100),
    ),
)
