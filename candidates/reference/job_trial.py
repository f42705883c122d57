"""A trial of a job, as its parts read it."""

from typing import Literal, TypedDict

from candidates.reference.pass_at_k import Trial as PassAtKTrial

Number = int | float
Rewards = dict[str, Number]
MetricName = Literal["mean", "max", "min", "sum"]
TokenName = Literal["n_input_tokens", "n_cache_tokens", "n_output_tokens"]


class Usage(TypedDict):
    """Tokens and cost of a trial, each of them None where it is not known."""

    n_input_tokens: int | None
    n_cache_tokens: int | None
    n_output_tokens: int | None
    cost_usd: Number | None


class Trial(PassAtKTrial):
    """A trial that has ended: what pass@k reads, and the rest."""

    trial_name: str
    exception: str | None
    usage: Usage | None


def rewards_of(trial: Trial) -> Rewards | None:
    """Return a trial's rewards; None without a verifier result, or where its rewards are null."""
    verifier_result = trial.get("verifier_result")
    return None if verifier_result is None else verifier_result["rewards"]
