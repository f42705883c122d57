"""Habits of public code that counts the runs of a job that are wrong for `job`."""

import math
from typing import Any

from candidates.reference.harbor_json import Writer, number_text
from candidates.reference.job import Cost, Job, Stats, job
from candidates.reference.job_progress import Progress
from tools.causes.wrong.making import candidate

Json = Any


# source: a summarizeRun of runs and their jobs, where completed are the succeeded ones and failed
#   are counted apart; pollination/python-sdk, JobStatus: runs_completed next to runs_failed
# differs: one trial with an exception: n_completed_trials 0, not 1
@candidate("job")
def only_trials_without_exception_are_completed(case: Json) -> Json:
    """Of all trials that ended, n_completed_trials counts those without an exception.

    It should count them all.
    """

    def completed(job: Json) -> Json:
        return sum(trial["exception"] is None for trial in job["trials"])

    return Job(stats=Stats(n_completed_trials=completed))(case)


# source: aggregateTokenUsage functions that reduce from an object of zeros, with `?? 0` for what is
#   not known; victhorio/oba, Usage: all members have the default 0
# differs: one trial with usage null: n_input_tokens 0, not null
@candidate("job")
def unknown_usage_is_zero(case: Json) -> Json:
    """The three counts of tokens and the cost are 0 where no trial knows them, not null."""

    def counted(name: str) -> Json:
        def count(job: Json) -> Json:
            usages = [trial["usage"] or {} for trial in job["trials"]]
            return sum(usage.get(name) or 0 for usage in usages)

        return count

    def cost(job: Json) -> Json:
        known = Cost()(job)
        return 0.0 if known is None else known

    return Job(
        stats=Stats(
            n_input_tokens=counted("n_input_tokens"),
            n_cache_tokens=counted("n_cache_tokens"),
            n_output_tokens=counted("n_output_tokens"),
            cost_usd=cost,
        )
    )(case)


# source: a summarizeRun of runs and their jobs: jobs.filter((job) => job.state === "canceled")
#   over the list of all (repository not named)
# differs: trial t with CancelledError and then t without: n_cancelled_trials 1, not 0
@candidate("job")
def each_cancelled_end_is_counted(case: Json) -> Json:
    """All trials with a CancelledError are counted in n_cancelled_trials.

    Of several trials with one name only the last should be.
    """

    def cancelled(job: Json) -> Json:
        return sum(trial["exception"] == "CancelledError" for trial in job["trials"])

    return Job(stats=Stats(n_cancelled_trials=cancelled))(case)


# source: a sanitize_for_json that makes nan None and an infinity "Infinity" or "-Infinity"
#   (repository not named)
# differs: one trial with {"a": inf} and the metric mean: "Infinity", not null
@candidate("job")
def infinities_are_written_as_text(case: Json) -> Json:
    """An infinity as a value is the text "Infinity" or "-Infinity"; it should be null.

    That is so for metrics and costs. A nan is still null, and names in reward_stats are right.
    """

    def number(value: Json) -> str:
        if isinstance(value, float) and math.isinf(value):
            return '"Infinity"' if value > 0 else '"-Infinity"'
        return number_text(value)

    return Job(text=Writer(number=number))(case)


# source: scripts over trials' result.json that take a reward only where exception_info is null
#   (kind of code: summaries of harbor jobs)
# differs: one trial with rewards {"a": 1} and an exception: n_trials 0 and mean 0, not 1 and 1
@candidate("job")
def rewards_beside_an_exception_are_ignored(case: Json) -> Json:
    """The rewards of a trial with an exception count as none in all that evals has.

    So n_trials does not count the trial, metrics and pass_at_k take it as a failure, and
    reward_stats does not list it. Its rewards should count like those of any other trial.
    """
    trials = [
        {**trial, "verifier_result": None} if trial["exception"] is not None else trial
        for trial in case["trials"]
    ]
    Progress()(case["trials"], case["metrics"])  # raises what goes wrong while trials end
    return job(case | {"trials": trials})
