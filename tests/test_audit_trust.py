"""What no audit finds, as docs/trust.md lists it, and what a job's folder does not say at all."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from audited import TRIAL, Copied, Tamper, audit_of, changed, drop_step, edit, told, updated
from programs import ROOT
from released_jobs import (
    BOTH_STRATEGIES,
    FAILING,
    SCRIPTED,
    STEP_FILES,
    STEPS,
    leaves,
    task,
    tasks,
)  # fmt: skip
from tampering import count_again, counted

from conformance.audit.basis import Known, known
from conformance.audit.findings import FindingKind, JobVerdict
from conformance.audit.folders import AuditError
from conformance.protocol.scenario import Scenario

OF_STEPS: Any = task("a", {"steps": [leaves("0.5"), leaves("1")]}, config=STEPS, files=STEP_FILES)
SCENARIOS: dict[str, Scenario] = {
    "steps": {"tasks": [OF_STEPS], "job": {}},
    "plain": {"tasks": tasks("0", "1", FAILING), "job": {}},
    "min": {"tasks": tasks("1", "0"), "job": {"metrics": [{"type": "min"}]}},
    "class": {"tasks": tasks("1", "0"), "job": {"agents": [{"import_path": SCRIPTED}]}},
    "max": {"tasks": tasks("1", "0"), "job": {"metrics": [{"type": "max"}, {"type": "mean"}]}},
    "strategies": BOTH_STRATEGIES,
    "failed": {"tasks": [task("a", FAILING, config=STEPS, files=STEP_FILES)], "job": {}},
    "exact": {"tasks": tasks(*(f"{n / 8}" for n in range(9))), "job": {}},
    "rounding": {"tasks": tasks(*(f"{n / 10}" for n in range(1, 10))), "job": {}},
}


def reward_everywhere(job: Path, *rewards: float) -> None:
    """Let the first trials of a job have these rewards."""
    for trial, reward in zip(sorted(job.glob("task-*")), rewards, strict=False):
        (trial / "verifier" / "reward.txt").write_text(f"{reward:.0f}")
        edit("result.json", "verifier_result", "rewards", "reward", value=reward)(trial)


def drop_everywhere(job: Path) -> None:
    shutil.rmtree(job / TRIAL)
    changed(job / "config.json", lambda document: document["tasks"].pop(0))
    changed(job / "lock.json", lambda document: document["trials"].pop(0))


def fail_everywhere(job: Path) -> None:
    (failed,) = job.glob("task-3__*")
    why = json.loads((failed / "result.json").read_text())["exception_info"]
    (job / TRIAL / "verifier" / "reward.txt").unlink()
    shutil.copy(failed / "exception.txt", job / TRIAL / "exception.txt")
    updated("task-1", exception_info=why, verifier_result=None)(job)


use_default_metric = edit("config.json", "metrics", value=[])


def rename_agent_everywhere(job: Path) -> None:
    for file in job.rglob("*.json"):
        file.write_text(file.read_text().replace('"nop"', '"other"'))


def name_class_everywhere(job: Path) -> None:
    for trial in job.glob("task-*"):
        edit("result.json", "agent_info", "name", value="other")(trial)


name_task_everywhere = updated("task-1", task_name="owner/other")


UNDETECTED: dict[str, tuple[str, Tamper]] = {
    "a reward file, the trial's result and the stats":
        ("plain", lambda job: reward_everywhere(job, 1.0)),
    "the reward files of two trials (exchanged), their results and the stats":
        ("plain", lambda job: reward_everywhere(job, 1.0, 0.0)),
    "a trial in config.json (if listed there), lock.json, the folder and the stats":
        ("plain", drop_everywhere),
    "a reward file (removed), and a failure in the trial's result, exception.txt and the stats":
        ("plain", fail_everywhere),
    "a metric replaced by harbor's default, in config.json and the stats":
        ("min", use_default_metric),
    "an agent's name in every file": ("plain", rename_agent_everywhere),
    "the name of an agent with an import path, in the trials' results and the stats":
        ("class", name_class_everywhere),
    "tokens or costs in the trial's result and the stats":
        ("plain", updated("task-1", agent_result={"n_input_tokens": 1})),
    "a task's name (replaced by one with a slash, which task.toml may define)":
        ("plain", name_task_everywhere),
}  # fmt: skip


@pytest.mark.parametrize("what", UNDETECTED)
def test_what_was_changed_together_agrees_and_is_listed(what: str, copied: Copied) -> None:
    name, tamper = UNDETECTED[what]
    job = copied(name)
    page = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
    before = (job / "result.json").read_bytes(), audit_of(job).headlines
    counted(tamper)(job)
    done = audit_of(job)
    assert done.verdict is JobVerdict.AGREES, done.findings
    assert ((job / "result.json").read_bytes(), done.headlines) != before
    assert f"| {what} |" in page


def test_who_knows_metrics_and_tasks_finds_three_of_these(
    real: dict[str, Path], copied: Copied
) -> None:
    agrees, partial = JobVerdict.AGREES, JobVerdict.PARTIAL
    for name, tamper, knows, unknown in (
        ("min", use_default_metric, Known(("min",)), (partial, agrees)),
        ("plain", name_task_everywhere, known([], real["plain"].parent), (agrees, agrees)),
        ("steps", drop_step, known([], real["steps"].parent), (partial, partial)),
    ):
        job = copied(name)
        before = audit_of(job).verdict
        assert audit_of(job, known=knows).verdict is agrees
        counted(tamper)(job)
        assert audit_of(job, known=knows).verdict is JobVerdict.DIFFERS
        assert (before, audit_of(job).verdict) == unknown


LEAST = '[[steps]]\nname = "one"\n{}[[steps]]\nname = "two"\n'


@pytest.mark.parametrize(
    ("least", "verdict"),
    [("", JobVerdict.DIFFERS), ("min_reward = 0.75\n", JobVerdict.PARTIAL)],
)
def test_fewer_steps_than_the_task_has_differ_unless_a_min_reward_may_have_stopped_it(
    least: str, verdict: JobVerdict, copied: Copied, tmp_path: Path
) -> None:
    job = copied("steps")
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "task.toml").write_text(LEAST.format(least))
    for one in (job, copied("failed")):  # the latter before its first step
        assert audit_of(one, known=known([], tmp_path)).verdict is JobVerdict.AGREES
    counted(lambda job: drop_step(job, "two"))(job)
    assert audit_of(job, known=known([], tmp_path)).verdict is verdict


def test_a_program_leaves_the_other_numbers_derived(copied: Copied) -> None:
    job = copied("max", edit("config.json", "metrics", 0, "type", value="uv-script"))
    assert audit_of(job).verdict is JobVerdict.PARTIAL
    edit("result.json", "stats", "evals", "nop__adhoc", "metrics", 1, "mean", value=0.9)(job)
    assert list(told(audit_of(job))) == ["result.json stats.evals.nop__adhoc.metrics.1.mean"]


def test_the_task_has_the_strategy_and_the_steps(real: dict[str, Path], copied: Copied) -> None:
    job, of_tasks = copied("strategies"), known([], real["strategies"].parent)
    assert audit_of(job).verdict is JobVerdict.PARTIAL
    (unproven,) = told(audit_of(job, known=of_tasks), FindingKind.UNDERIVED).values()
    assert unproven == "its task has more steps, unless a min_reward stopped it here"
    for trial in job.glob("final__*"):
        result = json.loads((trial / "result.json").read_text())
        steps = [one["verifier_result"]["rewards"] for one in result["step_results"]]
        keys = {key for one in steps for key in one}
        mean = {key: sum(one.get(key, 0) for one in steps) / len(steps) for key in keys}
        edit("result.json", "verifier_result", "rewards", value=mean)(trial)
    assert count_again(job)
    assert audit_of(job).verdict is JobVerdict.PARTIAL
    assert audit_of(job, known=of_tasks).verdict is JobVerdict.DIFFERS


def test_two_tasks_of_one_name_are_refused(tmp_path: Path) -> None:
    for place, strategy in (("a/t", "mean"), ("b/t", "final")):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "task.toml").write_text(f'multi_step_reward_strategy = "{strategy}"')
    with pytest.raises(AuditError, match="two different tasks are named t"):
        known([], tmp_path)


def test_a_class_gives_its_trials_one_name(copied: Copied) -> None:
    job = copied("class")
    done = audit_of(job)
    assert done.verdict is JobVerdict.AGREES
    assert "class, which is not here" in str(told(done, FindingKind.NOTE))
    edit("result.json", "agent_info", "name", value="other")(min(job.glob("task-1__*")))
    assert count_again(job)
    assert "another trial of this agent has" in str(told(audit_of(job)))


def test_only_a_sum_that_rounds_is_open_in_an_unknown_order(copied: Copied) -> None:
    for name, expected in (("exact", JobVerdict.DIFFERS), ("rounding", JobVerdict.PARTIAL)):
        job, place = copied(name), ("stats", "evals", "nop__adhoc", "metrics", 0, "mean")
        assert audit_of(job).verdict is JobVerdict.AGREES
        edit("result.json", *place, value=0.5000000000000001)(job)
        assert audit_of(job).verdict is expected, name
        edit("result.json", *place, value=0.51)(job)
        assert audit_of(job).verdict is JobVerdict.DIFFERS
