"""From the trials of a job to the ``stats`` of its result.json.

The steps are those of ``JobStats.increment`` (harbor/models/job/result.py:129-169) and of
the end of ``Job.run`` (harbor/job.py:727-772).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from functools import partial

from candidates.reference.harbor_json import Json, Writer
from candidates.reference.job_evals import Evals
from candidates.reference.job_progress import Progress
from candidates.reference.job_trial import JobInput, MetricTable, TokenName, Trial, Usage

Member = Callable[[JobInput], Json]
"""A step from a job's input to one of the members of its stats."""


def completed(case: JobInput) -> int:
    """Count all trials that ended."""
    return len(case["trials"])


def errored(case: JobInput) -> int:
    """Count the trials with an exception."""
    return sum(trial["exception"] is not None for trial in case["trials"])


def running(_: JobInput) -> int:
    """Count none: the job is over."""
    return 0


def pending(case: JobInput) -> int:
    """Count what remains of the planned trials, which is never less than 0."""
    return max(case["n_total_trials"] - len(case["trials"]), 0)


def cancelled(case: JobInput) -> int:
    """Count the names whose last trial was cancelled."""
    last = {trial["trial_name"]: trial["exception"] for trial in case["trials"]}
    return sum(exception == "CancelledError" for exception in last.values())


def retries(case: JobInput) -> int:
    """Add one to the earlier retries for each trial whose name has ended before."""
    names = {trial["trial_name"] for trial in case["trials"]}
    return case["n_retries"] + len(case["trials"]) - len(names)


def usages(case: JobInput) -> list[Usage]:
    """Return what trials used, failed ones too, where it is known."""
    return [trial["usage"] for trial in case["trials"] if trial["usage"] is not None]


def tokens(case: JobInput, name: TokenName) -> int | None:
    """Add the tokens of one kind; None where no trial knows them."""
    counts = [count for usage in usages(case) if (count := usage[name]) is not None]
    return sum(counts) if counts else None


input_tokens = partial(tokens, name="n_input_tokens")
cache_tokens = partial(tokens, name="n_cache_tokens")
output_tokens = partial(tokens, name="n_output_tokens")


def one_by_one(costs: Sequence[float]) -> float:
    """Add to 0.0 from left to right, without the correction of Python's sum."""
    total = 0.0
    for cost in costs:
        total += cost
    return total


@dataclass(frozen=True, slots=True)
class Cost:
    """The step to the cost of a job: how binary64s are added."""

    add: Callable[[Sequence[float]], float] = one_by_one

    def __call__(self, case: JobInput) -> float | None:
        """Return the cost, or None where no trial knows its own; raises OverflowError."""
        costs = [cost for usage in usages(case) if (cost := usage["cost_usd"]) is not None]
        return self.add([float(cost) for cost in costs]) if costs else None


@dataclass(frozen=True, slots=True)
class Stats:
    """The steps to the members of the stats: a step a member, in harbor's order."""

    n_completed_trials: Member = completed
    n_errored_trials: Member = errored
    n_running_trials: Member = running
    n_pending_trials: Member = pending
    n_cancelled_trials: Member = cancelled
    n_retries: Member = retries
    evals: Callable[[JobInput], dict[str, dict[str, Json]]] = field(default_factory=Evals)
    n_input_tokens: Member = input_tokens
    n_cache_tokens: Member = cache_tokens
    n_output_tokens: Member = output_tokens
    cost_usd: Member = field(default_factory=Cost)

    def __call__(self, case: JobInput) -> dict[str, Json]:
        """Return the members."""
        return {step.name: getattr(self, step.name)(case) for step in fields(self)}


@dataclass(frozen=True, slots=True)
class Job:
    """The steps from the trials of a job to the text of its stats."""

    progress: Callable[[Sequence[Trial], MetricTable], None] = field(default_factory=Progress)
    stats: Callable[[JobInput], dict[str, Json]] = field(default_factory=Stats)
    text: Callable[[Json], str] = field(default_factory=Writer)

    def __call__(self, case: JobInput) -> dict[str, str]:
        """Return ``{"stats": text}``.

        Raises ExceptionGroup for what goes wrong while trials end, and OverflowError for
        what goes wrong only in the metrics at the end.
        """
        self.progress(case["trials"], case["metrics"])
        return {"stats": self.text(self.stats(case))}


job = Job()
