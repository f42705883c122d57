"""Jobs of releases before 0.6.2, jobs that did not end, and what lies above them."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from audited import changed, edit_headline, first, harbor, job, told, written

from conformance.audit.audit import audit
from conformance.audit.discovery import jobs_in
from conformance.audit.findings import Kind, verdict_of
from conformance.implementations.start import Harbor

__all__ = ["harbor", "job", "written"]

GROUP = "nop__adhoc"


def as_up_to_0_3(result: dict[str, Any]) -> None:
    stats = result["stats"]
    group = stats["evals"][GROUP]
    del group["pass_at_k"]
    counts = {"n_trials": stats["n_completed_trials"], "n_errors": stats["n_errored_trials"]}
    result["stats"] = {**counts, "evals": {GROUP: group}}


def as_up_to_0_5(result: dict[str, Any]) -> None:
    as_up_to_0_3(result)
    result["stats"]["evals"][GROUP]["pass_at_k"] = {}


def as_0_6(result: dict[str, Any]) -> None:
    as_up_to_0_5(result)
    result["stats"]["n_input_tokens"] = None


SHAPES = [
    (as_up_to_0_3, "0.3.0 or earlier"),
    (as_up_to_0_5, "0.4.0 or 0.5.0"),
    (as_0_6, "0.6.0 or 0.6.1"),
]


@pytest.mark.parametrize(("reshape", "releases"), SHAPES)
def test_stats_of_earlier_shapes_agree_and_are_told_by_them(
    reshape: Callable[[dict[str, Any]], None], releases: str, job: Path, harbor: Harbor
) -> None:
    changed(job / "result.json", reshape)
    (job / "lock.json").unlink()
    done = audit(job, harbor)
    assert done.agrees, done.findings
    assert f"by its shape harbor {releases} wrote it" in str(told(done, Kind.NOTE))


@pytest.mark.parametrize(("reshape", "releases"), SHAPES)
def test_the_numbers_in_them_are_held_to_the_trials_all_the_same(
    reshape: Callable[[dict[str, Any]], None], releases: str, job: Path, harbor: Harbor
) -> None:
    edit_headline(job)
    changed(job / "result.json", reshape)
    changed(job / "result.json", lambda result: result["stats"].update(n_trials=4))
    assert set(told(audit(job, harbor))) == {
        f"result.json stats.evals.{GROUP}.metrics.0.mean",
        "result.json stats.n_completed_trials",
    }, releases


def with_model(job: Path, name: str) -> None:
    """Have all trials be of a model, and the job record its group under a name of its own."""
    info = {"name": "maker/model", "provider": None}
    for trial in job.glob("task-*"):
        changed(trial / "result.json", lambda result: result["agent_info"].update(model_info=info))

    def rename(result: dict[str, Any]) -> None:
        result["stats"]["evals"][name] = result["stats"]["evals"].pop(GROUP)

    changed(job / "result.json", rename)


def test_up_to_0_3_a_slash_is_a_hyphen_in_the_name_of_a_group(job: Path, harbor: Harbor) -> None:
    changed(job / "result.json", as_up_to_0_3)
    with_model(job, "nop__maker-model__adhoc")
    done = audit(job, harbor)
    assert done.agrees
    assert [one.group for one in done.headlines] == ["nop__maker-model__adhoc"]


def test_from_0_4_on_it_is_none(job: Path, harbor: Harbor) -> None:
    with_model(job, "nop__maker-model__adhoc")
    (cause,) = told(audit(job, harbor)).values()
    assert cause.startswith("the same trials under another name")


def unended(job: Path) -> None:
    shutil.rmtree(first(job) / "verifier")
    (first(job) / "result.json").unlink()

    def edit(result: dict[str, Any]) -> None:
        result.update(finished_at=None)
        stats, group = result["stats"], result["stats"]["evals"][GROUP]
        stats.update(n_completed_trials=2, n_running_trials=1)
        del group["reward_stats"]["reward"]["0.1"]
        group.update(n_trials=2, metrics=[{"mean": 0.25}])

    changed(job / "result.json", edit)


def test_of_a_job_that_did_not_end_nothing_is_said_to_be_dropped(job: Path, harbor: Harbor) -> None:
    unended(job)
    done = audit(job, harbor)
    assert done.agrees, done.findings
    why = told(done, Kind.UNDERIVED)["result.json finished_at"]
    assert why == "the job did not end: 2 of its 3 trials have a result"
    assert verdict_of([done]).startswith("PARTIAL")


def test_metrics_of_a_registry_are_not_taken_for_the_jobs_own(job: Path, harbor: Harbor) -> None:
    changed(job / "config.json", lambda config: config.update(datasets=[{"name": "bench"}]))
    for trial in job.glob("task-*"):
        changed(trial / "result.json", lambda result: result.update(source="bench"))

    def edit(result: dict[str, Any]) -> None:
        group = result["stats"]["evals"].pop(GROUP)
        result["stats"]["evals"]["nop__bench"] = {**group, "metrics": [{"max": 0.3}]}

    changed(job / "result.json", edit)
    done = audit(job, harbor)
    assert verdict_of([done]).startswith("PARTIAL")
    assert [(one.recorded, one.derived) for one in done.headlines] == [("0.3", "not derived")]


def test_jobs_are_found_below_other_folders(job: Path, tmp_path: Path) -> None:
    inner = tmp_path / "repository" / ".evals" / "jobs"
    inner.mkdir(parents=True)
    shutil.move(job, inner / "one")
    begun = inner / "begun"
    begun.mkdir()
    (begun / "config.json").write_text(json.dumps({}))
    (begun / "job.log").write_text("")
    assert list(jobs_in(tmp_path / "repository")) == [begun, inner / "one"]


def test_a_job_of_which_no_trial_ended_is_said_to_be_one(tmp_path: Path, harbor: Harbor) -> None:
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "job.log").write_text("")
    assert verdict_of([audit(tmp_path, harbor)]).startswith("NOTHING AUDITED")
