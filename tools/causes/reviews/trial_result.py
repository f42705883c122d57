"""Mistakes in `trial_result`."""

from typing import Any

from candidates.reference.trial_result import (
    TrialResult,
    result_and_exception,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: langchain-ai/deepagents, pull request 2115: `if not rewards` guards for missing results
# differs: verifier_result {"rewards": null}: null, not {"rewards": null}
@candidate("trial_result")
def result_with_falsy_rewards_is_no_result(case: Json) -> Json:
    """A verifier result whose rewards are null or empty is read as no verifier result."""

    def answer(trial: Json) -> Json:
        result = trial["verifier_result"]
        kept = result if result and result["rewards"] else None
        return result_and_exception({**trial, "verifier_result": kept})

    return TrialResult(answer=answer)(case)
