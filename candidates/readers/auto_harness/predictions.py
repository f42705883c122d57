"""What auto-harness does differently from harbor and no row of the catalogue has."""

import math
from typing import cast

from conformance.protocol.values import Answer, Case, Result

type Trial = dict[str, int | float] | None


def null_is_no_trial(case: Case, expected: Answer) -> Answer:
    """Average without the trials whose reward is not finite; expect what is where there is none."""
    trials = cast("list[Trial]", case.input["rewards"])
    rewards = [trial.get("reward", 0.0) for trial in trials if trial is not None]
    kept = [reward for reward in rewards if _is_written(reward)]
    if len(kept) == len(rewards) or not isinstance(expected, Result):
        return expected
    return Result({"mean": sum(map(float, kept)) / len(kept) if kept else 0.0})


def _is_written(reward: float) -> bool:
    return isinstance(reward, int) or math.isfinite(reward)
