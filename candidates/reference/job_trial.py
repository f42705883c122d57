"""The trials of a job, as its parts read them."""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

Number = int | float
Rewards = dict[str, Number]
MetricName = Literal["mean", "max", "min", "sum"]
MetricTable = Mapping[str, Sequence[MetricName]]
TokenName = Literal["n_input_tokens", "n_cache_tokens", "n_output_tokens"]


class VerifierResult(TypedDict):
    """What a verifier gave: rewards by name, or None."""

    rewards: Rewards | None


class Usage(TypedDict):
    """Tokens and cost of a trial, each of them None where it is not known."""

    n_input_tokens: int | None
    n_cache_tokens: int | None
    n_output_tokens: int | None
    cost_usd: Number | None


class Trial(TypedDict):
    """A trial that has ended."""

    trial_name: str
    task_name: str
    agent: str
    model: NotRequired[str | None]
    source: NotRequired[str | None]
    verifier_result: NotRequired[VerifierResult | None]
    exception: str | None
    usage: Usage | None


class JobInput(TypedDict):
    """The planned trials, earlier retries, each dataset's metrics, and the trials in order."""

    n_total_trials: int
    n_retries: int
    metrics: MetricTable
    trials: list[Trial]


def rewards_of(trial: Trial) -> Rewards | None:
    """Return a trial's rewards; None without a verifier result, or where its rewards are null."""
    verifier_result = trial.get("verifier_result")
    return None if verifier_result is None else verifier_result["rewards"]
