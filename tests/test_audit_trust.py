"""What no audit can find, as docs/trust.md lists it: after each edit the job AGREES."""

import json
import math
import shutil
from pathlib import Path
from typing import Any, cast

import pytest
from audited import TRIAL, Copied, Tamper, audit_of, changed, drop_step, edit, updated
from programs import ROOT
from released_jobs import FAILING, SCRIPTED, STEP_FILES, STEPS, leaving, task, tasks
from tampering import counted

from conformance.audit.findings import JobVerdict
from conformance.audit.known import Known, known
from conformance.implementations.installed_harbor import stops_after
from conformance.implementations.start import Harbor
from conformance.protocol.scenario import Scenario
from conformance.protocol.values import Case, Result

OF_STEPS: Any = task("a", {"steps": [leaving("0.5"), leaving("1")]}, config=STEPS, files=STEP_FILES)
SCENARIOS: dict[str, Scenario] = {
    "steps": {"tasks": [OF_STEPS], "job": {}},
    "plain": {"tasks": tasks("0", "1", FAILING), "job": {}},
    "min": {"tasks": tasks("1", "0"), "job": {"metrics": [{"type": "min"}]}},
    "class": {"tasks": tasks("1"), "job": {"agents": [{"import_path": SCRIPTED}]}},
}


def reward_everywhere(trial: Path, reward: float) -> None:
    (trial / "verifier" / "reward.txt").write_text(f"{reward:.0f}")
    edit("result.json", "verifier_result", "rewards", "reward", value=reward)(trial)


def raise_everywhere(job: Path) -> None:
    reward_everywhere(job / TRIAL, 1.0)


def exchange_everywhere(job: Path) -> None:
    raise_everywhere(job)
    reward_everywhere(min(job.glob("task-2__*")), 0.0)


def drop_everywhere(job: Path) -> None:
    shutil.rmtree(job / TRIAL)
    for file, listed in (("config.json", "tasks"), ("lock.json", "trials")):
        changed(job / file, lambda document, listed=listed: document[listed].pop(0))


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
    "a reward file, the trial's result and the stats": ("plain", raise_everywhere),
    "the reward files of two trials (exchanged), their results and the stats": (
        "plain",
        exchange_everywhere,
    ),
    "a trial in config.json, lock.json, the folder and the stats": ("plain", drop_everywhere),
    "a reward file (removed), and a failure in the trial's result, exception.txt and the stats": (
        "plain",
        fail_everywhere,
    ),
    "a metric replaced by harbor's default, in config.json and the stats": (
        "min",
        use_default_metric,
    ),
    "an agent's name in every file": ("plain", rename_agent_everywhere),
    "the name of an agent with an import path, in the trials' results and the stats": (
        "class",
        name_class_everywhere,
    ),
    "tokens or costs in the trial's result and the stats": (
        "plain",
        updated("task-1", agent_result={"n_input_tokens": 1}),
    ),
    "a task's name (replaced by one with a slash, which task.toml may define)": (
        "plain",
        name_task_everywhere,
    ),
}


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


LEAST = '[[steps]]\nname = "one"\nmin_reward = {}\n[[steps]]\nname = "two"\n'


STOPPING = ("0.75", "{reward = 0.25, more = 0}", "inf", '{"\U0001f600" = 0.25}', '"0.75"')
NOT_STOPPING = ("0.5", "nan", "{reward = 0.5}")


@pytest.mark.parametrize("least", STOPPING + NOT_STOPPING)
def test_fewer_steps_agree_only_where_harbor_stops_below_that_min_reward(
    least: str, copied: Copied, tmp_path: Path
) -> None:
    verdict = JobVerdict.AGREES if least in STOPPING else JobVerdict.DIFFERS
    job = copied("steps")
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "task.toml").write_text(LEAST.format(least))
    other = audit_of(job, known=known([], tmp_path)).verdict
    counted(lambda job: drop_step(job, "two"))(job)
    assert audit_of(job, known=known([], tmp_path)).verdict is verdict
    assert {verdict, other} == {JobVerdict.AGREES, JobVerdict.DIFFERS}


LEAST_OF_ONE = {"0": 0, "0.5": 0.5, "0.75": 0.75, "inf": math.inf, "{more = 0}": {"more": 0}}


@pytest.mark.parametrize("least", LEAST_OF_ONE)
@pytest.mark.parametrize("left", [None, "0.5", "0.75"])
def test_harbor_stops_a_trial_where_its_real_trial_does(
    least: str, left: str | None, harbor: Harbor
) -> None:
    config = STEPS.replace("0.5", least)
    task = {**OF_STEPS, "config": config, "attempts": [[{"steps": [leaving(left), leaving("1")]}]]}
    answer = harbor.answer(Case("run", {"tasks": [task], "job": {}}))
    assert isinstance(answer, Result)
    (trial,) = cast("Any", answer.value)["trials"].values()
    verified = None if left is None else {"rewards": {"reward": float(left)}}
    stops = stops_after(LEAST_OF_ONE[least], verified, failed=left is None, disabled=False)
    assert len(trial["step_results"]) == (1 if stops else 2)
