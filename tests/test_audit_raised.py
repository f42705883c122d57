"""A score that was raised, or lowered, is never AGREES."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from audited import (
    Copied,
    Tamper,
    audit_of,
    changed,
    configure,
    drop_step,
    edit,
    fail,
    in_group,
    in_job,
    in_result,
    in_stats,
    told,
    trial,
    updated,
    with_text,
)
from made_jobs import MADE
from tampering import counted

from conformance.audit.findings import Contradiction, FindingKind, JobVerdict
from conformance.report import rendering
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


def raise_open(job: Path) -> None:
    in_job(lambda result: result.update(finished_at=None))(job)
    in_group(lambda group: group.update(metrics=[{"mean": 1.0}]))(job)


ABOUT = Contradiction
TAMPERINGS: dict[Contradiction, dict[str, tuple[str, Tamper]]] = {
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
        "a step of one attempt": ("strategies", counted(drop_step)),
        "steps of one attempt": ("strategies",
            counted(in_result("a", lambda r: r.pop("step_results")))),
        "made-up steps": ("tasks", counted(in_result("bad", made_up_steps))),
    },
    ABOUT.TIMES: {
        "an end before its beginning": ("tasks",
            updated("bad", finished_at="2000-01-01T00:00:00Z")),
        "a copy of a trial": ("tasks", counted(copy_over)),
        "a time that is a number": ("tasks", updated("bad", finished_at=0)),
    },
    ABOUT.NUMBERS: {"a mean of a job that goes on": ("tasks", raise_open)},
    ABOUT.REWARDS: {
        "a zero of another sign": ("tasks",
            in_result("bad", lambda r: r["verifier_result"]["rewards"].update(reward=-0.0))),
    },
    ABOUT.CONFIG: {
        "failures of another task": ("tasks", counted(hide_failures)),
        "a source of its own": ("tasks", counted(updated("bad", source="x"))),
        "another agent": ("tasks",
            counted(in_result("bad", lambda r: r["agent_info"].update(name="other")))),
        "another model": ("tasks", counted(in_result("bad", lambda r: r["agent_info"].update(
            model_info={"name": "m", "provider": None})))),
        "another task's trial": ("tasks", counted(exchange_tasks)),
        "a model of no release": ("tasks", counted(written_by_nobody)),
        "a made-up failure, disabled": ("tasks", counted(in_result("good", disabled))),
        "other files of a task": ("tasks", updated("bad", task_checksum="x")),
    },
    ABOUT.LOCK: {
        "a trial dropped": ("tasks", counted(drop_trial)),
        "a total of text": ("tasks", in_job(lambda r: r.update(n_total_trials="16"))),
        "a trial without its JSON": ("tasks", counted(without_json)),
    },
    ABOUT.FAILURE: {
        "a made-up failure": ("tasks", counted(in_result("good", fail))),
        "a failure of another name": ("failed",
            counted(in_result("a", lambda r: r["exception_info"].update(exception_type="a")))),
    },
    ABOUT.NONE: {"another metric": ("tasks", other_metric)},
    ABOUT.FIELDS: {
        "no total": ("tasks", in_job(lambda r: r.pop("n_total_trials"))),
        "no pass@k": ("tasks", in_group(lambda g: g.pop("pass_at_k"))),
        "no metrics": ("tasks", in_group(lambda g: g.pop("metrics"))),
        "no n_errors": ("tasks", in_group(lambda g: g.pop("n_errors"))),
        "a mean twice": ("tasks", with_text("result.json", '"mean"', '"mean": 1.0, "mean"')),
        "a score": ("tasks", in_stats(lambda s: s.update(score=1.0))),
        "an accuracy": ("tasks", in_job(lambda r: r.update(accuracy=1.0))),
        "no metric": ("failed", edit("config.json", "metrics", value=[1])),
        "an id that harbor refuses": ("tasks", updated("bad", id="x")),
        "a phase that harbor refuses": ("tasks", updated("bad", agent_execution=[1])),
        "a volume that harbor fails on": ("tasks",
            lambda job: configure(trial(job, "bad"), "environment", "env", value=[1])),
        "the task_id of another task": ("tasks",
            in_result("bad", lambda r: r["task_id"].update(path="/good"))),
        "a flag of a job that harbor refuses": ("tasks", edit("config.json", "debug", value="x/y")),
        "a time of a job that harbor refuses": ("tasks",
            in_job(lambda r: r.update(started_at="x"))),
        "a time of a trial that harbor refuses": ("tasks", updated("bad", finished_at=[])),
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("about", "name"), [(about, name) for about, named in TAMPERINGS.items() for name in named]
)
def test_an_edit_is_found_with_its_kind(about: Contradiction, name: str, copied: Copied) -> None:
    of, tamper = TAMPERINGS[about][name]
    done = audit_of(copied(of, tamper))
    found = {one.about for one in done.findings if one.kind is not FindingKind.NOTE}
    assert about in found
    only_config = about is ABOUT.NONE
    assert done.verdict is (JobVerdict.PARTIAL if only_config else JobVerdict.DIFFERS)
    assert all(one.effect for one in done.differences)


def steps_reward_for_trial(job: Path) -> None:
    own = trial(job, "a")
    shutil.copytree(own / "steps/one/verifier", own / "verifier", dirs_exist_ok=True)


DIFFERS, UNDERIVED = FindingKind.DIFFERS, FindingKind.UNDERIVED
EFFECTS: dict[str, tuple[str, Tamper, FindingKind, str, set[str]]] = {
    # The job, its edit, the kind of findings, whose they are or their cause, and their effects.
    "a source": ("tasks", updated("bad", source="x"), DIFFERS, "bad",
        {"would raise it by 0.0714286"}),
    "a made-up failure": ("tasks", in_result("good", fail), DIFFERS, "good",
        {"would lower it by 0.125"}),
    "a mean": ("tasks", in_group(lambda group: group["metrics"][0].update(mean=0.9)), DIFFERS, "",
        {"raises it by 0.4"}),
    "a missing trial, of which nothing is claimed": ("tasks", counted(drop_trial), DIFFERS, "",
        {"may change it"}),
    "no metrics": ("tasks", in_group(lambda g: g.pop("metrics")), DIFFERS, "",
        {"removes it (0.5)"}),
    "no pass@k": ("tasks", in_group(lambda g: g.pop("pass_at_k")), DIFFERS, "",
        {"does not change it"}),
    "an empty group": ("tasks", in_group(dict.clear), DIFFERS, "",
        {"removes it (0.5)", "does not change it"}),
    "a copy of a trial": ("tasks", counted(copy_over), DIFFERS, "one is a copy",
        {"raises it by 0.0535714"}),
    "a field that harbor refuses": ("tasks", updated("bad", id="x"), DIFFERS, "bad",
        {"does not change it"}),
    "a reward file of no step": ("steps", steps_reward_for_trial, UNDERIVED, "a",
        {"does not change it"}),
}  # fmt: skip


@pytest.mark.parametrize("name", EFFECTS)
def test_the_effect_on_the_headline_is_reported(name: str, copied: Copied) -> None:
    of, tamper, kind, whose, effects = EFFECTS[name]
    found = [one for one in audit_of(copied(of, tamper)).findings if one.kind is kind]
    if " " in whose:
        assert {one.effect for one in found if whose in one.cause} == effects
    else:
        assert {one.effect for one in found if one.trial.partition("__")[0] == whose} == effects


def test_a_changed_model_and_a_removed_setting_are_one_finding_each(copied: Copied) -> None:
    model = edit("config.json", "agents", 1, "model_name", value="maker/other")
    removed = in_result("bad", lambda r: r["config"].pop("timeout_multiplier"))
    differing = audit_of(copied("tasks", model, removed)).differences
    setting, agents = sorted(differing, key=lambda one: one.file)
    assert agents.place == ("agents",)
    assert (setting.recorded, setting.derived) == ("missing", "1.0")


def test_the_table_counts_trials_that_were_found_recorded_and_taken_as_recorded(
    copied: Copied,
) -> None:
    job = copied("datasets")
    drop_trial(job, "b")
    shutil.rmtree(trial(job, "c") / "verifier")
    shown = view([audit_of(job)])
    table = next(one for one in shown.blocks if isinstance(one, DataTable))
    assert [row[-1] for row in table.rows] == [
        "1 found, 2 recorded with rewards",
        "1, 1 as recorded",
    ]
    assert "To fix it, restore " in rendering.text(shown)


def test_a_field_of_no_release_is_not_hidden_by_a_lock_without_one(copied: Copied) -> None:
    job = copied("tasks")
    changed(job / "lock.json", lambda lock: lock["harbor"].pop("version"))
    assert audit_of(job).verdict is JobVerdict.PARTIAL
    changed(job / "lock.json", lambda lock: lock["harbor"].update(version="0.13.2"))
    in_job(lambda result: result.update(accuracy=1.0))(job)
    unproven = told(audit_of(job, by="0.13.2"), FindingKind.UNDERIVED)
    assert unproven["result.json accuracy"] == "no known release writes such a field"
