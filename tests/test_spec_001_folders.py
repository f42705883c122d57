"""The reader of spec/001 on folders that harbor itself wrote, and on spoilt ones."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from candidates.spec_001.ingest import NO_REWARD, ingest
from candidates.spec_001.result import EvaluationResult, ValidityCheck
from candidates.spec_001.trials import ScoredTrial, read_job, read_trial
from conformance.protocol.scenario import Scenario, Script
from oracle.run import Play

DETAILS = {"compliance": {"score": 1.0, "max_score": 1.0, "evidence": "flagged"}}


def leaving(**files: bytes) -> list[list[Script]]:
    """Return the one try of the one attempt whose test leaves these files, ``.json`` added."""
    left: dict[str, bytes | None] = {f"{name}.json": content for name, content in files.items()}
    return [[{"test": {"leaves": left}}]]


@pytest.fixture
def job(tmp_path: Path) -> Path:
    """The folder of a job that harbor ran."""
    details = json.dumps(DETAILS).encode()
    attempts = {
        "detailed": leaving(reward=b'{"reward": 0.25}', details=details),
        "plain": leaving(reward=b'{"reward": 1}'),
        "silent": leaving(details=details),
        "speedy": leaving(reward=b'{"reward": 0.5, "speed": 7}'),
        "wide": leaving(reward=b'{"reward": 2}'),
    }
    scenario: Scenario = {"tasks": [{"name": n, "attempts": a} for n, a in attempts.items()]}
    Play(scenario, tmp_path).answer()
    return tmp_path / "job"


def trial_of(job: Path, task: str) -> Path:
    (trial,) = job.glob(f"{task}__*")
    return trial


def rewards_of(trials: list[ScoredTrial]) -> dict[str, float | None]:
    named = {trial.trial_name.partition("__")[0]: trial.result for trial in trials}
    return {name: None if result is None else result.reward for name, result in named.items()}


def test_every_trial_of_harbors_own_folders_has_a_verdict(job: Path) -> None:
    trials = read_job(job)
    scored = {"detailed": 0.25, "plain": 1.0, "silent": 0.0, "speedy": 0.5, "wide": None}
    assert rewards_of(trials) == scored
    by_name = {trial.trial_name.partition("__")[0]: trial for trial in trials}
    assert by_name["wide"].problem == "ValidationError: a reward is from 0 to 1, not 2.0"
    for name in ("detailed", "silent"):
        result = by_name[name].result
        assert result is not None
        assert result.breakdown == DETAILS
        assert result.validity.verifier_completed is (name == "detailed")
    for name in ("detailed", "plain", "speedy"):
        harbor = json.loads((trial_of(job, name) / "result.json").read_text())["verifier_result"]
        assert scored[name] == harbor["rewards"]["reward"]
    assert json.loads((trial_of(job, "silent") / "result.json").read_text())["exception_info"][
        "exception_type"
    ] == ("RewardFileNotFoundError")


def in_its_place(make: Callable[[Path], None]) -> Callable[[Path], None]:
    def spoil(file: Path) -> None:
        file.unlink()
        make(file)

    return spoil


@pytest.mark.parametrize(
    ("spoil", "reward", "said"),
    [
        (in_its_place(lambda _: None), 0.0, NO_REWARD),
        (in_its_place(lambda file: file.symlink_to("nowhere")), 0.0, NO_REWARD),
        (in_its_place(lambda file: file.symlink_to(file)), None, "reward.json cannot be read"),
        (in_its_place(Path.mkdir), None, "reward.json cannot be read: Is a directory"),
        (lambda file: file.write_bytes(b""), None, "RewardFileEmptyError: "),
        (lambda file: file.write_bytes(b'{"rew'), None, "VerifierOutputParseError: not JSON"),
        (lambda file: file.write_bytes(b"\xff"), None, "VerifierOutputParseError: not JSON"),
        (lambda file: file.write_bytes(b"1" * 1_000_000), None, "VerifierOutputParseError: "),
        (lambda file: file.write_bytes(b"[" * 1_000_000), None, "RecursionError: "),
        (lambda file: file.write_bytes(b'{"reward": "1"}'), None, "ValidationError: a reward is"),
    ],
)
def test_a_spoilt_reward_has_a_verdict_and_the_others_are_read(
    job: Path, spoil: Callable[[Path], object], reward: float | None, said: str
) -> None:
    before = rewards_of(read_job(job))
    trial = trial_of(job, "plain")
    spoil(trial / "verifier" / "reward.json")
    scored = read_trial(trial)
    assert (scored.result.reward if scored.result else None) == reward
    (problem,) = scored.result.validity.errors if scored.result else (scored.problem,)
    assert problem.startswith(said)
    assert rewards_of(read_job(job)) == before | {"plain": reward}


def test_details_in_no_readable_file_cost_no_reward(job: Path) -> None:
    trial = trial_of(job, "plain")
    (trial / "verifier" / "details.json").mkdir()
    result = read_trial(trial).result
    assert result == EvaluationResult(
        1.0, ValidityCheck(errors=("details.json cannot be read: Is a directory",))
    )


def test_a_trial_without_a_folder_for_its_verifier_is_missing_its_reward(tmp_path: Path) -> None:
    (tmp_path / "bare").mkdir()
    (tmp_path / "with-a-file").mkdir()
    (tmp_path / "with-a-file" / "verifier").write_text("")
    assert [trial.result for trial in read_job(tmp_path)] == [ingest(None), ingest(None)]


def test_a_name_that_is_not_utf8_is_shown_and_read(job: Path) -> None:
    trial_of(job, "plain").rename(job / os.fsdecode(b"plain__\xff"))
    assert "plain__\\xff" in [trial.trial_name for trial in read_job(job)]
    assert rewards_of(read_job(job))["plain"] == 1.0


def test_the_program_prints_a_line_a_trial(job: Path) -> None:
    command = [sys.executable, "-m", "candidates.spec_001"]
    told = subprocess.run([*command, str(job)], check=False, capture_output=True, text=True)
    assert told.returncode == 0
    lines = {line.partition("__")[0]: line.split(" ", 1)[1] for line in told.stdout.splitlines()}
    assert lines == {
        "detailed": "0.25",
        "plain": "1.0",
        "silent": f"0.0 {NO_REWARD}",
        "speedy": "0.5",
        "wide": "none ValidationError: a reward is from 0 to 1, not 2.0",
    }
    for wrong in ([], [str(job / "nowhere")]):
        refused = subprocess.run([*command, *wrong], check=False, capture_output=True, text=True)
        assert refused.returncode == 2
        assert len(refused.stderr.splitlines()) == 1
