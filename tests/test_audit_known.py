"""What a job's folder does not say: metrics, strategies, names of agents, the order of trials."""

import json
from itertools import permutations
from pathlib import Path

import pytest
from audited import Copied, audit_of, edit, told
from released_jobs import BOTH_STRATEGIES, SCRIPTED, tasks
from tampering import count_again

from conformance.audit.findings import FindingKind, JobVerdict
from conformance.audit.folders import AuditError
from conformance.audit.known import known
from conformance.audit.presence import Plan, has_few_orders, orders
from conformance.protocol.scenario import Scenario

SCENARIOS: dict[str, Scenario] = {
    "max": {"tasks": tasks("1", "0"), "job": {"metrics": [{"type": "max"}, {"type": "mean"}]}},
    "steps": BOTH_STRATEGIES,
    "classes": {"tasks": tasks("1", "0"), "job": {"agents": [{"import_path": SCRIPTED}]}},
    "exact": {"tasks": tasks(*(f"{n / 8}" for n in range(9))), "job": {}},
    "rounding": {"tasks": tasks(*(f"{n / 10}" for n in range(1, 10))), "job": {}},
}


def test_a_program_leaves_the_other_numbers_derived(copied: Copied) -> None:
    job = copied("max", edit("config.json", "metrics", 0, "type", value="uv-script"))
    assert audit_of(job).verdict is JobVerdict.PARTIAL
    edit("result.json", "stats", "evals", "nop__adhoc", "metrics", 1, "mean", value=0.9)(job)
    assert list(told(audit_of(job))) == ["result.json stats.evals.nop__adhoc.metrics.1.mean"]


def test_the_task_has_the_strategy_and_the_steps(real: dict[str, Path], copied: Copied) -> None:
    job, of_tasks = copied("steps"), known([], real["steps"].parent)
    assert audit_of(job).verdict is JobVerdict.PARTIAL
    assert audit_of(job, known=of_tasks).verdict is JobVerdict.AGREES
    for trial in job.glob("final__*"):
        result = json.loads((trial / "result.json").read_text())
        steps = [one["verifier_result"]["rewards"] for one in result["step_results"]]
        keys = {key for one in steps for key in one}
        mean = {key: sum(one.get(key, 0) for one in steps) / len(steps) for key in keys}
        edit("result.json", "verifier_result", "rewards", value=mean)(trial)
    assert count_again(job)
    assert audit_of(job).verdict is JobVerdict.PARTIAL
    assert audit_of(job, known=of_tasks).verdict is JobVerdict.DIFFERS


def test_what_is_given_must_be_usable(tmp_path: Path) -> None:
    for metrics, folder, why in (
        (["median"], None, "--metric median: give mean, max, min, sum"),
        ([], tmp_path, "no task.toml is below it"),
    ):
        with pytest.raises(AuditError, match=why):
            known(metrics, folder)
    for place, strategy in (("a/t", "mean"), ("b/t", "final")):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "task.toml").write_text(f'multi_step_reward_strategy = "{strategy}"')
    with pytest.raises(AuditError, match="two different tasks are named t"):
        known([], tmp_path)


def test_a_class_gives_its_trials_one_name(copied: Copied) -> None:
    job = copied("classes")
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


def test_each_different_order_is_tried_once_if_they_are_few() -> None:
    trials = {"a": 1, "b": 1, "c": 0, "d": 2, "e": 1}
    found = orders(Plan((*trials,)), trials, dict.fromkeys(trials, ("", "")), trials)
    tried = [tuple(trials[name] for name in order) for order in found]
    assert sorted(tried) == sorted({tuple(map(trials.get, one)) for one in permutations(trials)})
    assert has_few_orders("abcdef", {name: name for name in "abcdef"})
    assert not has_few_orders("abcdefg", {name: name for name in "abcdefg"})
