"""Held-out mistakes in `pass_at_k`."""

from typing import Any

from candidates.reference.pass_at_k import (
    PassAtK,
    Success,
)
from tools.causes.wrong.making import candidate


# source: kubernetes-sigs/devops-bench pull request #193: what was never scored is missing data
# differs: a task with 1, 0 and no verifier result: "2": 1.0, not 0.6666666666666667
@candidate("pass_at_k")
def trials_without_a_verifier_result_are_no_attempts(case: Any) -> Any:
    """A trial without a verifier result is no attempt; one with null rewards is a failure."""
    scored = [trial for trial in case["trials"] if trial.get("verifier_result") is not None]
    return PassAtK()({**case, "trials": scored})


# source: harbor's own export of traces, whose filter for successes is a reward above 0
# differs: a task with 0.5 and 0: "2": 1.0, not no estimate
@candidate("pass_at_k")
def positive_rewards_are_successes(case: Any) -> Any:
    """Any reward above 0 is a success and any other a failure, so no number switches off."""
    return PassAtK(success=Success(binary=lambda value: int(value > 0)))(case)
