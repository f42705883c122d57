"""What was done to a job after harbor wrote it is found, and named by its cause."""

import os
import shutil
from pathlib import Path

import pytest
from audited import (
    GROUP,
    OF_TRIAL,
    TRIAL,
    Tamper,
    audit_of,
    edit,
    edit_headline,
    edit_reward,
    edit_stats,
    of_dataset,
    rename_group,
    told,
    trials,
    write,
)
from tampering import exchanging

from conformance.audit.findings import FindingKind


def add_trial(job: Path) -> None:
    shutil.copytree(job / TRIAL, job / "task-1__0000009")


def change_model(job: Path) -> None:
    info = {"name": "model", "provider": "maker"}
    for trial in trials(job):
        edit("result.json", "agent_info", "model_info", value=info)(trial)


EVALS, STATS = ("evals", GROUP), "result.json stats"
RESULT, REWARDS = f"{OF_TRIAL} verifier_result", ("verifier_result", "rewards")
TAMPERINGS: list[tuple[Tamper, str, str]] = [
    (edit_headline, f"{STATS}.evals.{GROUP}.metrics.0.mean", "the trials' rewards give another"),
    (edit_stats(*EVALS, "pass_at_k", value={"2": 1.0}), f"{STATS}.evals.{GROUP}.pass_at_k.2",
        "the trials' rewards give another number"),
    (edit_stats("n_errored_trials", value=2), f"{STATS}.n_errored_trials", "the trials give"),
    (edit_stats(*EVALS, "reward_stats", "reward", "0.1", value=["task-2__0000002"]),
        f"{STATS}.evals.{GROUP}.reward_stats.reward.0.1", "other trials are listed here"),
    (lambda job: shutil.rmtree(job / TRIAL), "result.json n_total_trials",
        "trials were dropped from the folder, or have no result: task-1"),
    (add_trial, "result.json n_total_trials", "there are more trials than the job had"),
    (edit(OF_TRIAL, "config", "job_id", value="22222222-2222-4222-8222-222222222222"),
        f"{OF_TRIAL} config.job_id", "the trial was run by another job, and merged into this one"),
    (change_model, f"{OF_TRIAL} agent_info.model_info.name", "the trial was configured for"),
    (lambda job: rename_group(job, "nop__other"), f"{STATS}.evals.nop__other",
        "no trial is of this group"),
    (add_trial, "task-1__0000009/result.json id", "another trial of this job has the same id"),
    (add_trial, "task-1__0000009/result.json trial_name", "the result names another trial"),
    (edit_reward, f"{RESULT}.rewards.reward", "the files give another number"),
    (edit(OF_TRIAL, *REWARDS, "reward", value=True), f"{RESULT}.rewards.reward",
        "the files give another number"),
    (edit(OF_TRIAL, *REWARDS, "bonus", value=1), f"{RESULT}.rewards.bonus",
        "the recorded reward is not in the files"),
    (edit(OF_TRIAL, "verifier_result", value=None), RESULT, "the files have rewards, but none"),
    (write("verifier/reward.txt", "pass"), RESULT, "harbor refuses these files"),
    (write("verifier/reward.json", '{"reward": 0.1, "speed": 2}'), f"{RESULT}.rewards.speed",
        "a reward in the files is not recorded"),
    (lambda job: exchanging(job / TRIAL, job / "task-2__0000002")(), f"{OF_TRIAL} trial_name",
        "the result names another trial"),
]  # fmt: skip


@pytest.mark.parametrize(("tamper", "where", "cause"), TAMPERINGS)
def test_a_tampering_is_found_and_named(tamper: Tamper, where: str, cause: str, job: Path) -> None:
    tamper(job)
    done = audit_of(job)
    assert told(done).get(where, "").startswith(cause), done.findings
    assert not done.agrees


def test_a_reward_file_that_was_written_after_the_trial_ended_is_reported(job: Path) -> None:
    late = (job / TRIAL / "result.json").stat().st_mtime + 3600
    os.utime(job / TRIAL / "verifier" / "reward.txt", (late, late))
    assert "this 3,600 s after" in told(audit_of(job), FindingKind.NOTE)[f"{TRIAL}/verifier"]


@pytest.mark.parametrize("dataset", ["adhoc", "dätä", "x.metrics.y", "metrics"])
def test_a_mean_is_explained_under_any_name_of_its_dataset(dataset: str, job: Path) -> None:
    of_dataset(job, dataset)
    group = f"nop__{dataset}"
    edit_stats("evals", group, "metrics", 0, "mean", value=0.2)(job)
    (finding,) = audit_of(job).differences
    assert finding.place == ("stats", "evals", group, "metrics", 0, "mean")
    assert "; the recorded value follows if " in finding.cause


@pytest.mark.parametrize("dataset", ["adhoc", "x.metrics.y"])
def test_the_order_of_listed_trials_is_no_difference(dataset: str, job: Path) -> None:
    for trial in trials(job):
        (trial / "verifier" / "reward.txt").write_text("0.5")
        edit("result.json", "verifier_result", "rewards", "reward", value=0.5)(trial)
    of_dataset(job, dataset)
    listed = [trial.name for trial in reversed(trials(job))]
    group = ("evals", f"nop__{dataset}")
    edit_stats(*group, "reward_stats", value={"reward": {"0.5": listed}})(job)
    edit_stats(*group, "metrics", value=[{"mean": 0.5}])(job)
    assert audit_of(job).differences == ()
