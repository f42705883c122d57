"""A score that was raised, or lowered, is never AGREES: what was done is found and named."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from audited import (
    GROUP,
    OF_TRIAL,
    TRIAL,
    Copied,
    Tamper,
    audit_of,
    changed,
    configure,
    edit,
    edit_headline,
    edit_reward,
    edit_stats,
    fail,
    in_group,
    in_job,
    in_result,
    in_stats,
    of_dataset,
    rename_group,
    told,
    trial,
    trials,
    updated,
    with_text,
    write,
)
from made_jobs import MADE
from tampering import counted, exchanging

from conformance.audit.findings import Contradiction, FindingKind, JobVerdict
from conformance.report.audit_view import view
from conformance.report.view import DataTable

SCENARIOS = MADE


def hide_failures(job: Path) -> None:
    for failing in job.glob("bad__*"):
        edit("result.json", "task_name", value="good")(failing)


def drop_trial(job: Path, name: str = "bad") -> None:
    shutil.rmtree(trial(job, name))


def made_up_steps(result: Any) -> None:  # noqa: ANN401 - JSON
    one = {"step_name": "one", "verifier_result": {"rewards": {"reward": 1.0}}}
    result.update(step_results=[one], verifier_result={"rewards": {"reward": 1.0}})


def disabled(result: Any) -> None:  # noqa: ANN401 - JSON
    fail(result)
    result["config"]["verifier"]["disable"] = True


def without_json(job: Path) -> None:
    for name in ("result.json", "config.json"):
        (trial(job, "bad") / name).unlink()


def other_metric(job: Path) -> None:
    edit("config.json", "metrics", value=[{"type": "max", "kwargs": {}}])(job)
    in_stats(lambda s: [one.update(metrics=[{"max": 1.0}]) for one in s["evals"].values()])(job)


OF_TASK = ("task_name", "task_id", "task_checksum")


def exchange_tasks(job: Path) -> None:
    """Let a trial that passed and one that failed be of each other's tasks: pass@2 goes up."""
    good, bad = (json.loads((trial(job, name) / "result.json").read_text()) for name in PASSING)
    for name, other in zip(PASSING, (bad, good), strict=True):
        configure(trial(job, name), "task", value=other["config"]["task"])
        updated(name, **{key: other[key] for key in OF_TASK})(job)


PASSING = ("good", "bad")


def written_by_nobody(job: Path) -> None:
    """Let a failing trial be of a model of its own, as a release may write it that is not named."""
    changed(job / "lock.json", lambda lock: lock["harbor"].pop("version"))
    for bad in job.glob("bad__*"):
        if json.loads((bad / "result.json").read_text())["agent_info"]["model_info"]:
            edit("result.json", "agent_info", "model_info", "name", value="maker/model")(bad)


def copy_over(job: Path) -> None:
    """Put a trial that passed in place of one that failed, under its name and its id."""
    good, bad = sorted(job.glob("half__*"))[::2]
    ids = [json.loads((one / "result.json").read_text())["id"] for one in (good, bad)]
    shutil.rmtree(bad)
    shutil.copytree(good, bad)
    for file in bad.glob("*.json"):
        file.write_text(file.read_text().replace(good.name, bad.name).replace(*ids))


def steps_reward_for_trial(job: Path) -> None:
    own = trial(job, "a")
    shutil.copytree(own / "steps/one/verifier", own / "verifier", dirs_exist_ok=True)


def add_trial(job: Path) -> None:
    shutil.copytree(job / TRIAL, job / "task-1__0000009")


ABOUT = Contradiction
OTHER = "22222222-2222-4222-8222-222222222222"
EVALS, REWARDS = ("evals", GROUP), ("verifier_result", "rewards")
UNPROVEN = {
    "an end before its beginning", "a time that is a number", "another metric",
    "a reward file of no step",
}  # fmt: skip
"""Edits after which a job is PARTIAL: a clock may be set back, and a job have any metric."""

EDITS: dict[Contradiction, dict[str, tuple[str, Tamper, *tuple[str, ...]]]] = {
    # A name, the job, its edit, and what a finding has: a place, a cause or an effect.
    ABOUT.STEPS: {
        "a step deleted": ("steps", in_result("a", lambda r: r["step_results"].pop(0))),
        "steps listed twice": ("steps",
            in_result("a", lambda r: r["step_results"].__setitem__(0, r["step_results"][2]))),
        "a made-up failure of a step": ("steps",
            in_result("a", lambda r: fail(r["step_results"][1]))),
        "another strategy": ("strategies",
            counted(updated("a", verifier_result={"rewards": {"reward": 0.0}}))),
        "a step renamed": ("steps",
            lambda job: (trial(job, "a") / "steps/one").rename(trial(job, "a") / "steps/four")),
        "steps of one attempt": ("strategies",
            counted(in_result("a", lambda r: r.pop("step_results")))),
        "made-up steps": ("tasks", counted(in_result("bad", made_up_steps))),
        "a reward file of no step": ("steps", steps_reward_for_trial, "does not change it"),
    },
    ABOUT.TIMES: {
        "an end before its beginning": ("tasks",
            updated("bad", finished_at="2000-01-01T00:00:00Z")),
        "a copy of a trial": ("tasks", counted(copy_over), "one is a copy", "may change it"),
        "a time that is a number": ("tasks", updated("bad", finished_at=0)),
    },
    ABOUT.REWARDS: {
        "a zero of another sign": ("tasks",
            in_result("bad", lambda r: r["verifier_result"]["rewards"].update(reward=-0.0))),
        "another number": ("whole", edit_reward, "the files give another number",
            "would raise it by 0.3"),
        "no number": ("whole", edit(OF_TRIAL, *REWARDS, "reward", value=True),
            "the files give another number", "would make it nan"),
        "another reward": ("whole", edit(OF_TRIAL, *REWARDS, "bonus", value=1),
            "rewards.bonus: the recorded reward is not in the files"),
        "no rewards": ("whole", edit(OF_TRIAL, "verifier_result", value=None),
            "the files have rewards, but none", "would lower it by 0.0333333"),
        "files that are refused": ("whole", write("verifier/reward.txt", "pass"),
            "harbor refuses these files"),
        "files with more": ("whole", write("verifier/reward.json", '{"reward": 0.1, "speed": 2}'),
            "rewards.speed: a reward in the files is not recorded"),
    },
    ABOUT.CONFIG: {
        "failures of another task": ("tasks", counted(hide_failures)),
        "a source": ("tasks", updated("bad", source="x"), "would raise it by 0.0714286"),
        "a source that counts": ("tasks", counted(updated("bad", source="x"))),
        "another agent": ("tasks",
            counted(in_result("bad", lambda r: r["agent_info"].update(name="other")))),
        "another model": ("tasks", counted(in_result("bad", lambda r: r["agent_info"].update(
            model_info={"name": "m", "provider": None})))),
        "another task's trial": ("tasks", counted(exchange_tasks)),
        "a model of no release": ("tasks", counted(written_by_nobody)),
        "a made-up failure, disabled": ("tasks", counted(in_result("good", disabled))),
        "other files of a task": ("tasks", updated("bad", task_checksum="x")),
        "a copied folder": ("whole", add_trial, "trial_name: the result names another trial"),
        "exchanged folders": ("whole",
            lambda job: exchanging(job / TRIAL, job / "task-2__0000002")(),
            f"{OF_TRIAL} trial_name: the result names another trial"),
    },
    ABOUT.LOCK: {
        "a trial dropped": ("tasks", counted(drop_trial),
            "trials were dropped from the folder, or have no result: bad", "may change it"),
        "a trial added": ("whole", add_trial, "there are more trials than the job had"),
        "a trial twice": ("whole", add_trial, "another trial of this job has the same id"),
        "another job's trial": ("whole", lambda job: configure(job / TRIAL, "job_id", value=OTHER),
            "config.job_id: the trial was run by another job, and merged into this one"),
        "a total of text": ("tasks", in_job(lambda r: r.update(n_total_trials="16"))),
        "a trial without its JSON": ("tasks", counted(without_json)),
    },
    ABOUT.FAILURE: {
        "a made-up failure": ("tasks", in_result("good", fail), "would lower it by 0.125"),
        "a made-up failure that counts": ("tasks", counted(in_result("good", fail))),
        "a failure of another name": ("failed",
            counted(in_result("a", lambda r: r["exception_info"].update(exception_type="a")))),
    },
    ABOUT.NONE: {"another metric": ("tasks", other_metric)},
    ABOUT.FIELDS: {
        "no total": ("tasks", in_job(lambda r: r.pop("n_total_trials"))),
        "no pass@k": ("tasks", in_group(lambda g: g.pop("pass_at_k")), "does not change it"),
        "no metrics": ("tasks", in_group(lambda g: g.pop("metrics")),
            "makes it null instead of 0.5"),
        "an empty group": ("tasks", in_group(dict.clear), "makes it null instead of 0.5"),
        "no n_errors": ("tasks", in_group(lambda g: g.pop("n_errors"))),
        "a mean twice": ("tasks", with_text("result.json", '"mean"', '"mean": 1.0, "mean"')),
        "a score": ("tasks", in_stats(lambda s: s.update(score=1.0))),
        "an accuracy": ("tasks", in_job(lambda r: r.update(accuracy=1.0))),
    },
    ABOUT.NUMBERS: {
        "a mean": ("tasks", edit_headline, "metrics.0.mean: the trials' rewards give another",
            "raises it by 0.4"),
        "pass@2": ("whole", edit_stats(*EVALS, "pass_at_k", value={"2": 1.0}),
            "pass_at_k.2: the trials' rewards give another number"),
        "errors": ("whole", edit_stats("n_errored_trials", value=2), "the trials give"),
        "another trial's reward": ("whole",
            edit_stats(*EVALS, "reward_stats", "reward", "0.1", value=["task-2__0000002"]),
            "reward_stats.reward.0.1: other trials are listed here", "does not change it"),
        "another group": ("whole", lambda job: rename_group(job, "nop__other"),
            "evals.nop__other: no trial is of this group"),
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("about", "name"), [(about, name) for about, named in EDITS.items() for name in named]
)
def test_an_edit_is_found_with_its_kind(about: Contradiction, name: str, copied: Copied) -> None:
    of, tamper, *said = EDITS[about][name]
    done = audit_of(copied(of, tamper))
    assert done.verdict is (JobVerdict.PARTIAL if name in UNPROVEN else JobVerdict.DIFFERS)
    assert all(one.effect for one in done.differences)
    found = [
        one for one in done.findings if one.about is about and one.kind is not FindingKind.NOTE
    ]
    told = [f"{one.file} {one.member}: {one.cause}: {one.effect}" for one in found]
    assert any(all(words in line for words in said) for line in told), told


def test_a_changed_model_and_a_removed_setting_are_one_finding_each(copied: Copied) -> None:
    model = edit("config.json", "agents", 1, "model_name", value="maker/other")
    removed = in_result("bad", lambda r: r["config"].pop("timeout_multiplier"))
    differing = audit_of(copied("tasks", model, removed)).differences
    setting, agents = sorted(differing, key=lambda one: one.file)
    assert agents.place == ("agents",)
    assert (setting.recorded, setting.derived) == ("missing", "1.0")


def test_the_table_counts_trials_and_those_taken_as_recorded(copied: Copied) -> None:
    job = copied("datasets")
    drop_trial(job, "b")
    shutil.rmtree(trial(job, "c") / "verifier")
    shown = view([audit_of(job)])
    table = next(one for one in shown.blocks if isinstance(one, DataTable))
    assert [row[-1] for row in table.rows] == ["1", "1, 1 as recorded"]


def test_a_field_of_no_release_is_not_hidden_by_a_lock_without_one(copied: Copied) -> None:
    job = copied("tasks")
    changed(job / "lock.json", lambda lock: lock["harbor"].pop("version"))
    assert audit_of(job).verdict is JobVerdict.PARTIAL
    changed(job / "lock.json", lambda lock: lock["harbor"].update(version="0.13.2"))
    in_job(lambda result: result.update(accuracy=1.0))(job)
    unproven = told(audit_of(job, by="0.13.2"), FindingKind.UNDERIVED)
    assert unproven["result.json accuracy"] == "no known release writes such a field"


def test_a_reward_file_that_was_written_after_the_trial_ended_is_reported(job: Path) -> None:
    late = (job / TRIAL / "result.json").stat().st_mtime + 3600
    os.utime(job / TRIAL / "verifier" / "reward.txt", (late, late))
    assert "this 3,600 s after" in told(audit_of(job), FindingKind.NOTE)[f"{TRIAL}/verifier"]


@pytest.mark.parametrize("dataset", ["adhoc", "dätä", "x.metrics.y", "metrics"])
def test_a_mean_is_explained_under_any_name_of_its_dataset(dataset: str, job: Path) -> None:
    of_dataset(job, dataset)
    group = f"nop__{dataset}"
    edit_stats("evals", group, "metrics", 0, "mean", value=0.2)(job)
    done = audit_of(job)
    (finding,) = done.differences
    assert finding.place == ("stats", "evals", group, "metrics", 0, "mean")
    (cause,) = told(done, FindingKind.CAUSE).values()
    assert cause.startswith("the recorded values of 1 metric follow if ")


@pytest.mark.parametrize("dataset", ["adhoc", "x.metrics.y"])
def test_the_order_of_listed_trials_is_no_difference(dataset: str, job: Path) -> None:
    for one in trials(job):
        (one / "verifier" / "reward.txt").write_text("0.5")
        edit("result.json", "verifier_result", "rewards", "reward", value=0.5)(one)
    of_dataset(job, dataset)
    listed = [one.name for one in reversed(trials(job))]
    group = ("evals", f"nop__{dataset}")
    edit_stats(*group, "reward_stats", value={"reward": {"0.5": listed}})(job)
    edit_stats(*group, "metrics", value=[{"mean": 0.5}])(job)
    assert audit_of(job).differences == ()
