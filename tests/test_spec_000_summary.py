"""Sections 4 to 6 of spec/000, point by point, on jobs that harbor ran, beside what it says."""

import gc
import json
import subprocess
import sys
from pathlib import Path

import pytest
from harbor.utils.pass_at_k import _eligible_k_values
from spec_000_jobs import (
    LEAVES_A_LOG_OPEN,
    chain,
    evals_of,
    harbors,
    leaves,
    only_metric,
    reading_of,
    run,
    run_texts,
    task,
    trial_of,
)

from candidates.spec_000 import pass_at_k
from candidates.spec_000.chain import read_job
from candidates.spec_000.outcomes import LABEL, summary_of
from candidates.spec_000.pass_at_k import k_values
from conformance.protocol.scenario import Act, Script, Task
from conformance.protocol.values import Value

SCRIPTED: dict[str, Value] = {"agents": [{"import_path": "oracle.scripted:ScriptedAgent"}]}
BEYOND_BINARY64 = b'{"reward": 1%s}' % (b"0" * 400)

# Section 4: pass@k and steps.


@pytest.mark.parametrize("fewest", [1, 2, 3, 4, 5, 8, 10, 16, 20])
def test_the_texts_values_of_k_are_harbors(fewest: int) -> None:
    assert k_values(fewest) == _eligible_k_values(fewest)


HALF = {"2": 1 - 1 / 6, "4": 1.0}
"""pass@k of two successes in four attempts."""


@pytest.mark.parametrize(
    ("last", "expected"),
    [(b"0", HALF), (b"x", HALF), (b"0.5", {}), (b"nan", {})],
)
def test_pass_at_k_is_harbors_and_moves_no_score(
    tmp_path: Path, last: bytes, expected: dict[str, float]
) -> None:
    attempts = [[leaves(text)] for text in (b"1", b"1.0", b"0", last)]
    job = run(tmp_path, {"name": "t", "attempts": attempts}, n_attempts=4)
    trials = [
        {"task_name": "t", "agent": "nop", "verifier_result": {"rewards": reading.rewards}}
        for reading in read_job(job)[0]
    ]
    assert pass_at_k({"trials": trials}).get("nop__adhoc", {}) == expected
    assert evals_of(job)["nop__adhoc"]["pass_at_k"] == expected
    assert chain(job) == harbors(job)


def steps(folder: Path, *contents: bytes | None, strategy: str = "") -> Path:
    """Have harbor run a task with a step for each reward.json."""
    names = [f"s{i}" for i in range(len(contents))]
    made: Task = {
        "name": "t",
        "config": strategy + "".join(f'[[steps]]\nname = "{name}"\n' for name in names),
        "files": {f"steps/{name}/instruction.md": "" for name in names},
        "attempts": [[{"steps": [leaves(None, content) for content in contents]}]],
    }
    return run(folder, made)


@pytest.mark.parametrize(
    ("contents", "rewards"),
    [
        ([b'{"reward": 1}', b'{"reward": 0}'], {"reward": 0.5}),
        ([b'{"a": 1}', b'{"a": 1, "b": 1}'], {"a": 1.0, "b": 0.5}),
        ([b'{"reward": 1}', b"null"], {"reward": 0.5}),
        ([b'{"reward": 1}', None], {"reward": 1.0}),
        ([b'{"reward": 1}', b"", b'{"reward": 1}'], {"reward": 1.0}),
    ],
)
def test_a_trial_of_several_steps_has_their_mean(
    tmp_path: Path, contents: list[bytes | None], rewards: dict[str, float]
) -> None:
    job = steps(tmp_path, *contents)
    assert reading_of(job, "t").rewards == rewards
    assert trial_of(job, "t")["verifier_result"] == {"rewards": rewards}
    assert chain(job) == harbors(job)


def test_steps_without_a_name_have_empty_rewards_and_in_harbor_no_result(tmp_path: Path) -> None:
    job = steps(tmp_path, b"{}", b"null")
    assert reading_of(job, "t").rewards == {}
    assert trial_of(job, "t")["verifier_result"] is None
    assert chain(job) == harbors(job)


def test_the_strategy_final_stands_in_the_task_which_the_chain_does_not_see(tmp_path: Path) -> None:
    final = 'multi_step_reward_strategy = "final"\n'
    job = steps(tmp_path, b'{"reward": 1}', b'{"reward": 0}', strategy=final)
    assert (harbors(job)["score"], chain(job)["score"]) == (0.0, 0.5)


def test_failed_steps_are_no_error_of_the_trial_to_harbor(tmp_path: Path) -> None:
    job = steps(tmp_path, b"x")
    assert reading_of(job, "t").problem == "no step has a verifier result"
    assert (harbors(job)["status"], chain(job)["status"]) == ("completed", "failed")
    assert harbors(job)["score"] == chain(job)["score"] == 0.0


# Section 5: the summary.


@pytest.mark.parametrize(
    ("contents", "expected"),
    [
        ([b"1", b"1"], ("completed", 1.0, 2, 2)),
        ([b"0", b"0"], ("completed", 0.0, 0, 2)),
        ([b"1", b"1", b"0"], ("completed", 2 / 3, 2, 3)),
        ([b"1", b"x"], ("failed", 0.5, 1, 2)),
        ([b"0.5"], ("completed", 0.5, 0, 1)),
        ([b"0.5"] * 5, ("completed", 0.5, 2, 5)),
        ([b"-1"], ("completed", -1.0, -1, 1)),
    ],
)
def test_status_follows_errors_and_resolved_is_rounded_to_even(
    tmp_path: Path, contents: list[bytes], expected: tuple[str, float, int, int]
) -> None:
    job = run_texts(tmp_path, *contents)
    names = ("status", "score", "resolved", "total", "reason_code")
    assert chain(job) == harbors(job) == dict(zip(names, (*expected, None), strict=True))


def test_the_programs_line_is_the_texts_with_sorted_names(tmp_path: Path) -> None:
    job = run_texts(tmp_path, b"1", b"0")
    command = [sys.executable, "-m", "candidates.spec_000", str(job)]
    completed = subprocess.run(command, check=True, capture_output=True, text=True)
    assert completed.stdout == LABEL + json.dumps(harbors(job), sort_keys=True) + "\n"


def test_a_half_written_result_is_malformed_an_absent_one_missing_and_the_chain_needs_neither(
    tmp_path: Path,
) -> None:
    job = run_texts(tmp_path, b"1")
    before, whole = chain(job), (job / "result.json").read_bytes()
    (job / "result.json").write_bytes(whole[: len(whole) // 2])
    assert harbors(job)["reason_code"] == "harbor_result_malformed"
    assert summary_of(None)["reason_code"] == "harbor_result_missing"
    (job / "result.json").unlink()
    assert chain(job) == before
    assert before["reason_code"] is None


@pytest.mark.parametrize("stage", ["start", "setup", "agent", "upload", "download"])
def test_an_error_before_the_rewards_fails_the_job_for_both(tmp_path: Path, stage: str) -> None:
    job = run(tmp_path, raising(stage), task("good", leaves(b"1")), **SCRIPTED)
    assert trial_of(job, "bad")["exception_info"] is not None
    assert reading_of(job, "bad").problem
    assert chain(job) == harbors(job)
    assert (chain(job)["status"], chain(job)["score"]) == ("failed", 0.5)


def raising(stage: str) -> Task:
    """Return a task whose test leaves a 1, and which fails at a stage."""
    act: Act = {"raises": "RuntimeError"}
    script: Script = {**leaves(b"1"), stage: act}  # type: ignore[misc] # any of STAGES
    if stage == "test":
        script = {"test": {**leaves(b"1")["test"], **act}}
    return {"name": "bad", "mounted": stage != "download", "attempts": [[script]]}


@pytest.mark.parametrize(("stage", "score"), [("test", 0.5), ("stop", 1.0)])
def test_an_error_behind_a_reward_file_is_harbors_alone(
    tmp_path: Path, stage: str, score: float
) -> None:
    job = run(tmp_path, raising(stage), task("good", leaves(b"1")), **SCRIPTED)
    assert (harbors(job)["status"], harbors(job)["score"]) == ("failed", score)
    assert (chain(job)["status"], chain(job)["score"]) == ("completed", 1.0)


def test_an_agent_out_of_time_is_rewarded_and_still_an_error_to_harbor(tmp_path: Path) -> None:
    late = task("late", leaves(b"1"), config="[agent]\ntimeout_sec = 0.0\n")
    job = run(tmp_path, late, **SCRIPTED)
    assert trial_of(job, "late")["exception_info"]["exception_type"] == "AgentTimeoutError"
    assert harbors(job) == {**chain(job), "status": "failed"}
    assert (chain(job)["status"], chain(job)["score"]) == ("completed", 1.0)


def test_an_interrupted_job_has_trials_that_no_folder_tells_of(tmp_path: Path) -> None:
    interrupted: Script = {"test": {"interrupts": True}}
    tasks = task("a", leaves(b"1")), task("b", interrupted), task("c", leaves(b"1"))
    job = run(tmp_path, *tasks, n_concurrent_trials=1)
    assert [reading.rewards for reading in read_job(job)[0]] == [{"reward": 1}, None]
    assert (chain(job)["resolved"], chain(job)["total"]) == (1, 2)
    # Half of the trials that ended are half of all three to the text: a tie, rounded up.
    assert (harbors(job)["resolved"], harbors(job)["total"]) == (2, 3)
    assert chain(job)["status"] == harbors(job)["status"] == "failed"


# Section 6: bits, and what is not finite.


def test_the_text_adds_from_left_to_right_and_harbor_corrects(tmp_path: Path) -> None:
    job = run_texts(tmp_path, b"0.1", b"0.2", b"0.3")
    assert chain(job)["score"] == (0.1 + 0.2 + 0.3) / 3 == 0.20000000000000004
    assert harbors(job)["score"] == only_metric(job)["mean"] == 0.19999999999999998


@pytest.mark.parametrize("content", [b"nan", b"inf", b"-inf", b"1e400"])
def test_a_reward_that_is_not_finite_spoils_the_summary_of_the_job(
    tmp_path: Path, content: bytes
) -> None:
    job = run_texts(tmp_path, b"1", content)
    assert only_metric(job) == {"mean": None}
    assert chain(job) == harbors(job)
    assert chain(job)["reason_code"] == "harbor_result_malformed"


@LEAVES_A_LOG_OPEN
def test_a_mean_beyond_binary64_ends_harbor_and_leaves_it_a_result_that_reads_well(
    tmp_path: Path,
) -> None:
    tasks = task("a", leaves(b"1")), task("b", leaves(None, BEYOND_BINARY64))
    with pytest.raises(OverflowError):
        run(tmp_path, *tasks, n_concurrent_trials=1)
    gc.collect()
    job = tmp_path / "job"
    assert chain(job)["reason_code"] == "harbor_result_malformed"
    assert harbors(job)["status"] == "completed"
    assert harbors(job)["score"] == 1.0
