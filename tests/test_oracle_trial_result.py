"""The quick way to what harbor reads of a trial says what resuming a real job says."""

import asyncio
import logging
import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from harbor.job import Job
from harbor.models.trial.result import TrialResult
from harbor.models.verifier.result import VerifierResult
from harbor.utils.logger import logger

from conformance.examination.recorded import corpus
from conformance.operations.comparing import compare
from conformance.operations.trial_result.written import (
    EXCEPTION_TYPES,
    FINITE,
    NOT_FINITE,
    written,
)
from conformance.protocol.agreement import Agreement
from conformance.protocol.values import Answer, Case, Failure, Result
from oracle.implementation import open_oracle
from oracle.provenance import UntrustedOracleError
from oracle.trial_result import described, job_config, lay_out_trial


def resume(folder: Path, case: Case) -> Answer:
    """Leave a job interrupted after its one trial, and create it again from its configuration."""
    config = job_config(folder)
    with handlers_removed():
        paths = lay_out_trial(asyncio.run(Job.create(config)))
        paths.result_path.write_bytes(case.input["result"])  # type: ignore[arg-type] # bytes
        try:
            job = asyncio.run(Job.create(config))
        except Exception as error:  # noqa: BLE001 - whatever harbor raises is its answer
            return Failure(type(error).__name__)
    (trial_result,) = job._existing_trial_results  # noqa: SLF001 - what run() goes on from
    assert job._remaining_trial_configs == []  # noqa: SLF001 - what run() has still to do
    return Result(described(trial_result))


@contextmanager
def handlers_removed() -> Iterator[None]:
    """Close the log handlers that Job.create() leaves behind when it raises."""
    before = list(logger.handlers)
    logger.addHandler(logging.NullHandler())
    try:
        yield
    finally:
        for handler in [handler for handler in logger.handlers if handler not in before]:
            logger.removeHandler(handler)
            handler.close()


def test_every_recorded_case_is_resumed_as_the_adapter_says(tmp_path: Path) -> None:
    recorded = list(corpus.load("trial_result"))
    with open_oracle() as oracle:
        for number, entry in enumerate(recorded):
            resumed = resume(tmp_path / str(number), entry.case)
            answer = oracle.answer(entry.case)
            assert compare(entry.case, resumed, answer).agreement is Agreement.EXACT, entry.id
    assert len(recorded) >= 200


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
    assert isinstance(resume(tmp_path / "finite", finite), Result)
    assert resume(tmp_path / "not finite", not_finite) == Failure("ValidationError")


def test_nothing_of_one_file_is_left_for_the_next() -> None:
    nothing = Case("trial_result", {"result": b""})
    with open_oracle() as oracle:
        for content in (written({"reward": "1.0"}).encode(), b"\xff", b"{", b"[]"):
            oracle.answer(Case("trial_result", {"result": content}))
            assert oracle.answer(nothing) == Failure("ValidationError")


def test_a_full_disk_is_not_an_answer_of_harbors(monkeypatch: pytest.MonkeyPatch) -> None:
    def write_nothing(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with open_oracle() as oracle:
        monkeypatch.setattr(Path, "write_bytes", write_nothing)
        with pytest.raises(UntrustedOracleError, match="No space left"):
            oracle.answer(Case("trial_result", {"result": b""}))
