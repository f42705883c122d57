"""The trials' files in the cases are those that harbor writes, and it reads them so."""

import math
from pathlib import Path

import pytest
from harbor.models.trial.result import TrialResult
from harbor.models.verifier.result import VerifierResult
from plain_ways import trial_result

from conformance.operations.trial_result.written import (
    EXCEPTION_TYPES,
    FINITE,
    NOT_FINITE,
    written,
)
from conformance.protocol.values import Case, Failure, Result


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


@pytest.mark.parametrize("reward", [math.nan, math.inf, -math.inf])
def test_a_job_whose_reward_is_not_finite_cannot_be_resumed(tmp_path: Path, reward: float) -> None:
    trial = TrialResult.model_validate_json(written({"reward": "1.0"}))
    finite = Case("trial_result", {"result": trial.model_dump_json(indent=4).encode()})
    trial.verifier_result = VerifierResult(rewards={"reward": reward})
    not_finite = Case("trial_result", {"result": trial.model_dump_json(indent=4).encode()})
    assert isinstance(trial_result(tmp_path / "finite", finite), Result)
    assert trial_result(tmp_path / "not finite", not_finite) == Failure("ValidationError")
