"""From what a trial's steps were rewarded with to the rewards of the trial.

The steps are those of harbor/trial/multi_step.py:196-230.
"""

from typing import Literal, TypedDict

from candidates.reference.summation import total

Rewards = dict[str, int | float]


class VerifierResult(TypedDict):
    """What a verifier said; its rewards may be None."""

    rewards: Rewards | None


class MultiStepInput(TypedDict):
    """A strategy, None where the task sets none, and what the verifier said at each step.

    A step is None where its verifier said nothing.
    """

    strategy: Literal["mean", "final"] | None
    steps: list[VerifierResult | None]


def multi_step(question: MultiStepInput) -> VerifierResult | None:
    """Return the trial's verifier result; None stands for no result.

    Raises OverflowError where a mean is beyond binary64, or an integer beyond it meets a
    float.
    """
    if question["strategy"] == "final":
        return question["steps"][-1] if question["steps"] else None
    return _mean([step["rewards"] or {} for step in question["steps"] if step is not None])


def _mean(steps: list[Rewards]) -> VerifierResult | None:
    """Return the mean of each name over the steps that have a result.

    The names come in the order in which the steps bring them up. harbor's come out of a
    set, in an order that differs from one of its processes to the next.
    """
    names = dict.fromkeys(name for rewards in steps for name in rewards)
    if not names:
        return None
    return {
        "rewards": {
            name: total([rewards.get(name, 0) for rewards in steps]) / len(steps) for name in names
        }
    }
