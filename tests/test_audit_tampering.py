"""What was done to a job after harbor wrote it is found, and named by its cause."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from audited import (
    EVALS,
    changed,
    claim_exception,
    edit_headline,
    edit_reward,
    edit_stats,
    first,
    harbor,
    job,
    told,
    written,
)

from conformance.audit.audit import audit
from conformance.audit.findings import Kind
from conformance.implementations.start import Harbor

__all__ = ["harbor", "job", "written"]


def round_headline(job: Path) -> None:
    def edit(result: dict[str, Any]) -> None:
        result["stats"]["evals"]["nop__adhoc"]["metrics"][0]["mean"] = 0.2

    changed(job / "result.json", edit)


def drop_trial(job: Path) -> None:
    shutil.rmtree(first(job))


def add_trial(job: Path) -> None:
    shutil.copytree(first(job), job / "task-1__0000009")


def rename_reward(job: Path) -> None:
    def edit(result: dict[str, Any]) -> None:
        result["verifier_result"]["rewards"] = {"score": 0.1}

    changed(first(job) / "result.json", edit)


def add_reward(job: Path) -> None:
    def edit(result: dict[str, Any]) -> None:
        result["verifier_result"]["rewards"]["bonus"] = 1

    changed(first(job) / "result.json", edit)


def truth_for_a_number(job: Path) -> None:
    def edit(result: dict[str, Any]) -> None:
        result["verifier_result"]["rewards"]["reward"] = True

    changed(first(job) / "result.json", edit)


def forget_result(job: Path) -> None:
    changed(first(job) / "result.json", lambda result: result.update(verifier_result=None))


def hide_failure(job: Path) -> None:
    (first(job) / "verifier" / "reward.txt").write_text("pass")


def edit_file(job: Path) -> None:
    (first(job) / "verifier" / "reward.txt").write_text("1")


def add_json(job: Path) -> None:
    (first(job) / "verifier" / "reward.json").write_text('{"reward": 0.1, "speed": 2}')


def swap_trials(job: Path) -> None:
    one, other = first(job), job / "task-2__0000002"
    one.rename(job / "aside")
    other.rename(one)
    (job / "aside").rename(other)


def of_another_job(job: Path) -> None:
    other = "22222222-2222-4222-8222-222222222222"
    changed(first(job) / "result.json", lambda result: result["config"].update(job_id=other))


def change_model(job: Path) -> None:
    def edit(result: dict[str, Any]) -> None:
        result["agent_info"]["model_info"] = {"name": "model", "provider": "maker"}

    for trial in job.glob("task-*"):
        changed(trial / "result.json", edit)


def disable_verifier(job: Path) -> None:
    off = {"disable": True}
    changed(first(job) / "result.json", lambda result: result["config"].update(verifier=off))


OTHER = "the files give another number"
TAMPERINGS: list[tuple[Callable[[Path], None], str, str]] = [
    (
        edit_headline,
        "result.json stats.evals.nop__adhoc.metrics.0.mean",
        "the trials' rewards give",
    ),
    (round_headline, "result.json stats.evals.nop__adhoc.metrics.0.mean", "the trials' rewards"),
    (
        edit_stats(*EVALS, "n_trials", value=4),
        "result.json stats.evals.nop__adhoc.n_trials",
        "anoth",
    ),
    (
        edit_stats(*EVALS, "n_errors", value=1),
        "result.json stats.evals.nop__adhoc.n_errors",
        "anoth",
    ),
    (
        edit_stats("n_errored_trials", value=2),
        "result.json stats.n_errored_trials",
        "another number",
    ),
    (edit_stats("n_completed_trials", value=4), "result.json stats.n_completed_trials", "another"),
    (
        edit_stats(*EVALS, "pass_at_k", value={"2": 1.0}),
        "result.json stats.evals.nop__adhoc.pass_at_k.2",
        "the trials' rewards give another pass@k",
    ),
    (edit_stats("cost_usd", value=0.5), "result.json stats.cost_usd", "the trials' costs come to"),
    (
        edit_stats(*EVALS, "reward_stats", "reward", "0.1", value=["task-2__0000002"]),
        "result.json stats.evals.nop__adhoc.reward_stats.reward.0.1",
        "other trials are listed here",
    ),
    (
        edit_stats(*EVALS, "exception_stats", value={"Error": ["task-1__0000001"]}),
        "result.json stats.evals.nop__adhoc.exception_stats.Error",
        "the trials give another value",
    ),
    (
        edit_stats("evals", "other__adhoc", value={}),
        "result.json stats.evals.other__adhoc",
        "no trial is of this group",
    ),
    (
        drop_trial,
        "result.json n_total_trials",
        "trials were dropped from the folder, or have no result: task-1",
    ),
    (add_trial, "result.json n_total_trials", "there are more trials than the job had"),
    (
        of_another_job,
        "task-1__0000001/result.json config.job_id",
        "the trial was run by another job, and merged into this one",
    ),
    (
        disable_verifier,
        "task-1__0000001/result.json verifier_result",
        "rewards are recorded, and its configuration has no verifier run",
    ),
    (
        edit_stats("evals", "nop__adhoc", value=[]),
        "result.json stats.evals.nop__adhoc",
        "what is recorded is no group of trials",
    ),
    (change_model, "result.json stats.evals.nop__adhoc", "the same trials under another name"),
    (add_trial, "task-1__0000009/result.json id", "another trial of this job has the same id"),
    (
        add_trial,
        "task-1__0000009/result.json trial_name",
        "the result is of a trial of another name",
    ),
    (edit_reward, "task-1__0000001/result.json verifier_result.rewards.reward", OTHER),
    (truth_for_a_number, "task-1__0000001/result.json verifier_result.rewards.reward", OTHER),
    (
        rename_reward,
        "task-1__0000001/result.json verifier_result.rewards.score",
        "a reward is recorded that the files do not hold",
    ),
    (
        add_reward,
        "task-1__0000001/result.json verifier_result.rewards.bonus",
        "a reward is recorded that the files do not hold",
    ),
    (
        forget_result,
        "task-1__0000001/result.json verifier_result",
        "the files hold rewards, and none",
    ),
    (claim_exception, "task-1__0000001/result.json verifier_result", "the files hold rewards, and"),
    (hide_failure, "task-1__0000001/result.json verifier_result", "harbor refuses these files"),
    (edit_file, "task-1__0000001/result.json verifier_result.rewards.reward", OTHER),
    (
        add_json,
        "task-1__0000001/result.json verifier_result.rewards.speed",
        "a reward that the files hold is not recorded",
    ),
    (
        swap_trials,
        "task-1__0000001/result.json trial_name",
        "the result is of a trial of another name",
    ),
]


@pytest.mark.parametrize(("tamper", "where", "cause"), TAMPERINGS)
def test_a_tampering_is_found_and_named(
    tamper: Callable[[Path], None], where: str, cause: str, job: Path, harbor: Harbor
) -> None:
    tamper(job)
    done = audit(job, harbor)
    assert told(done).get(where, "").startswith(cause), done.findings
    assert not done.agrees


def test_a_reward_file_that_was_written_after_the_trial_ended_is_told(
    job: Path, harbor: Harbor
) -> None:
    late = (first(job) / "result.json").stat().st_mtime + 3600
    os.utime(first(job) / "verifier" / "reward.txt", (late, late))
    assert "this 3,600 s after" in told(audit(job, harbor), Kind.NOTE)["task-1__0000001/verifier"]
