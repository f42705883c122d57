"""The trials' files in the cases are those that harbor writes, and it reads them so."""

import pytest
from harbor.models.trial.result import TrialResult
from harbor.models.verifier.result import VerifierResult

from conformance.operations.trial_result.written import EXCEPTION_TYPES, FINITE, NOT_FINITE, written


@pytest.mark.parametrize("exception", [None, *EXCEPTION_TYPES])
@pytest.mark.parametrize(("number", "text"), [*FINITE, *NOT_FINITE])
def test_a_written_file_is_what_harbor_writes(
    exception: str | None, number: float, text: str
) -> None:
    trial = TrialResult.model_validate_json(written(None, exception))
    assert trial.model_dump_json(indent=4) == written(None, exception)
    trial.verifier_result = VerifierResult(rewards={"reward": number, "gr\u00f6\u00dfe": 0})
    rewards = {"reward": text, "gr\u00f6\u00dfe": "0"}
    assert trial.model_dump_json(indent=4) == written(rewards, exception)


def test_empty_rewards_are_written_as_harbor_writes_them() -> None:
    trial = TrialResult.model_validate_json(written(None))
    trial.verifier_result = VerifierResult(rewards={})
    assert trial.model_dump_json(indent=4) == written({})
