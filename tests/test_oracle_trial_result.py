"""The trials' files in the cases are those that harbor writes, and it reads them so."""

import pytest
from harbor.models.trial.result import TrialResult
from harbor.models.verifier.result import VerifierResult

from conformance.operations.trial_result.inputs import EXCEPTION_TYPES, FINITE, NOT_FINITE, written


@pytest.mark.parametrize("exception", [None, *EXCEPTION_TYPES])
@pytest.mark.parametrize(("number", "text"), [*FINITE, *NOT_FINITE])
def test_a_written_file_is_what_harbor_writes(
    exception: str | None, number: float, text: str
) -> None:
    trial = TrialResult.model_validate_json(written(None, exception))
    assert trial.model_dump_json(indent=4) == written(None, exception)
    names = {"reward": number, "gr\u00f6\u00dfe": 0}, {"reward": text, "gr\u00f6\u00dfe": "0"}
    for rewards, texts in (names, ({}, {})):
        trial.verifier_result = VerifierResult(rewards=rewards)
        assert trial.model_dump_json(indent=4) == written(texts, exception)
