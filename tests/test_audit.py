"""What an audit derives of a job that harbor wrote, and what it says where it cannot."""

import json
import re
import shutil
from itertools import chain, repeat
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import DEFAULT, Mock

import pytest
from audited import (
    GROUP,
    OF_TRIAL,
    TRIAL,
    Tamper,
    audit_of,
    changed,
    configure,
    edit,
    edit_headline,
    edit_reward,
    edit_stats,
    fail,
    in_result,
    of_dataset,
    rename_group,
    told,
    trials,
    updated,
    write,
)
from programs import command_here

from conformance.audit import audit, jobs
from conformance.audit.audit import audits
from conformance.audit.findings import Audit, FindingKind, verdict_of
from conformance.audit.jobs import jobs_in
from conformance.audit.readers import copied, upgrade
from conformance.audit.trials import derive
from conformance.executor.workers import Workers
from conformance.implementations.installed_harbor import write_jobs
from conformance.implementations.start import Harbor
from conformance.protocol.values import Answer, Case, Failure
from conformance.report import audit_view, gate_view, rendering
from conformance.report.view import Group, Heat, Item
from conformance.survey.inputs import BY_JOB

MEAN = f"result.json stats.evals.{GROUP}.metrics.0"


def headlines(done: Audit) -> list[tuple[str, str]]:
    return [(one.recorded, one.derived) for one in done.headlines]


def test_a_job_read_by_several_processes_has_the_same_audit(
    job: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit_reward(job)
    (trials(job)[-1] / "result.json").write_text("{broken")
    alone = audit_of(job)
    monkeypatch.setattr(jobs, "AT_A_TIME", 1)
    assert list(audits([job], Workers(2))) == [alone]
    assert alone.differences
    first_fails = chain([MemoryError], repeat(DEFAULT))
    while_read = Mock(wraps=derive, side_effect=first_fails)
    monkeypatch.setattr(audit, "derive", while_read)
    assert list(audits([job], Workers(2))) == [alone]
    assert while_read.call_count == 3  # both trials that can be read, and the first again


def test_a_failure_of_the_audit_itself_says_where(job: Path) -> None:
    class Failing:
        def answer(self, _: object) -> None:
            raise MemoryError

    (finding,) = audit_of(job, Failing()).findings
    assert re.search(r"it cannot be derived: MemoryError in test_audit.py:\d+", finding.cause)


@pytest.mark.end_to_end
def test_every_job_of_the_survey_agrees(tmp_path: Path) -> None:
    jobs = write_jobs({case.job: case.scenario for case in BY_JOB.values()}, tmp_path)
    assert [name for name, path in jobs.items() if not audit_of(path).agrees] == []


def without_files(job: Path) -> None:
    shutil.rmtree(job / TRIAL / "verifier")


def link_json(job: Path) -> None:
    (job / TRIAL / "verifier" / "reward.json").symlink_to("/etc/hostname")


def hide(job: Path) -> None:
    """Replace a reward in every file, as harbor does with what it takes for a secret."""
    for path in (job / TRIAL).rglob("*"):
        if path.is_file():
            path.write_text(path.read_text().replace("0.1", "[REDACTED]"))


def not_ended(job: Path) -> None:
    without_files(job)
    (job / TRIAL / "result.json").unlink()
    edit("result.json", "finished_at", value=None)(job)


def of_registry(job: Path) -> None:
    edit("config.json", "datasets", value=[{"name": "bench"}])(job)
    of_dataset(job, "bench")
    edit_stats("evals", "nop__bench", "metrics", value=[{"max": 0.3}])(job)


MEAN_IS, NOT_DERIVED = "0.19999999999999998", "not derived"
NO_FILE = {f"{OF_TRIAL} verifier_result": "no reward file was kept"}
UNPROVEN: list[tuple[Tamper, dict[str, str], str]] = [
    (without_files, NO_FILE, MEAN_IS),
    (link_json, NO_FILE, MEAN_IS),
    (hide, {"result.json stats": "1 of its trials could not be read"}, NOT_DERIVED),
    (edit("config.json", "metrics", value=[{"type": "uv-script"}]),
        {"result.json stats.evals": "program, which is not run"}, NOT_DERIVED),
    (of_registry, {}, NOT_DERIVED),
    (not_ended, {
        "result.json finished_at": "the job did not end: 2 of its 3 trials have a result",
        "result.json stats": "the job did not end, and may be ahead of them"}, "0.25"),
    (lambda job: configure(job / TRIAL, "job_id", value=None),
        {f"{TRIAL}/config.json job_id": "it has no job id"}, MEAN_IS),
    (updated("task-1", finished_at=None),
        {f"{OF_TRIAL} finished_at": "harbor writes when a trial began and when it ended"}, MEAN_IS),
]  # fmt: skip
"""Edits, what is reported as not derived, and the mean."""


@pytest.mark.parametrize(("tamper", "said", "mean"), UNPROVEN)
def test_what_cannot_be_derived_is_no_difference_and_reported_as_such(
    tamper: Tamper, said: dict[str, str], mean: str, job: Path
) -> None:
    tamper(job)
    done = audit_of(job)
    assert verdict_of([done]).startswith("PARTIAL")
    found = told(done, FindingKind.UNDERIVED)
    assert [at for at, why in said.items() if at not in found or why not in found[at]] == []
    assert [one.derived for one in done.headlines] == [mean]


def test_what_others_leave_out_of_a_result_is_no_difference(tmp_path: Path) -> None:
    for place, reward in enumerate((1.0, 0.5), 1):
        trial = tmp_path / "job" / f"task-{place}"
        trial.mkdir(parents=True)
        rewards = {"verifier_result": {"rewards": {"reward": reward}}}
        (trial / "result.json").write_text(json.dumps({"task_name": trial.name, **rewards}))
    (tmp_path / "job" / "result.json").write_text(json.dumps({"n_total_trials": 2}))
    assert list(jobs_in(tmp_path)) == list(jobs_in(tmp_path / "job")) == [tmp_path / "job"]
    done = audit_of(tmp_path / "job")
    assert (done.agrees, done.trials, done.taken) == (True, 2, 2)
    assert headlines(done) == [("not recorded", "0.75")]
    assert "it records no stats" in told(done, FindingKind.UNDERIVED)["result.json stats"]


def test_a_page_has_each_reward_by_task_and_what_is_wrong_next_to_it(job: Path) -> None:
    edit_reward(job)
    view = audit_view.view([audit_of(job)], as_page=True)
    (group,) = (block for block in view.blocks if isinstance(block, Group))
    (heat,) = (block for block in group.blocks if isinstance(block, Heat))
    shown = [(task, [(c.text, c.level, c.differs) for c in cells]) for task, cells, _ in heat.rows]
    assert shown == [
        ("task-1", [("0.1", 1, True)]),
        ("task-2", [("0.2", 3, False)]),
        ("task-3", [("0.3", 4, False)]),
    ]
    assert [len(items) for _, _, items in heat.rows] == [1, 0, 0]
    assert not any(isinstance(block, Item) for block in group.blocks)
    assert '<dd class="heat-1 differs" title="task-1__0000001: 0.1">' in rendering.html(view)


def test_what_another_release_does_with_reward_files_is_named(job: Path) -> None:
    (job / TRIAL / "verifier" / "reward.txt").unlink()
    write("verifier/reward.json", '{"reward": "0.1"}')(job)
    in_result("task-1", lambda result: fail(result, "VerifierOutputParseError"))(job)
    (why,) = told(audit_of(job), FindingKind.CAUSE).values()
    assert "null, text or lists as the document, raise VerifierOutputParseError" in why


def test_where_nothing_can_be_compared_no_verdict_agrees(job: Path, tmp_path: Path) -> None:
    agreeing = audit_of(job)
    assert verdict_of([agreeing]) == "AGREES: 1 job, 3 trials, 3 of them from their reward files"
    assert verdict_of([]).startswith("NOTHING AUDITED")
    for trial in trials(job):
        shutil.rmtree(trial / "verifier")
    assert verdict_of([agreeing, audit_of(job)]).startswith("PARTIAL: what could be derived agrees")
    changed(job / "result.json", lambda result: result.pop("stats"))
    (job / "lock.json").unlink()
    assert verdict_of([audit_of(job)]).startswith("NOTHING AUDITED")
    (tmp_path / "begun").mkdir()
    (tmp_path / "begun" / "config.json").write_text("{}")
    assert verdict_of([audit_of(tmp_path / "begun")]).startswith("NOTHING AUDITED")


def test_a_job_of_the_shape_before_0_6_2_is_no_false_alarm_and_its_mean_is_compared(
    job: Path,
) -> None:
    def reshape(result: Any) -> None:  # noqa: ANN401 - JSON
        stats = result["stats"]
        del stats["evals"][GROUP]["pass_at_k"]
        counts = {"n_trials": stats["n_completed_trials"], "n_errors": stats["n_errored_trials"]}
        result["stats"] = {**counts, "evals": stats["evals"]}

    changed(job / "result.json", reshape)
    (job / "lock.json").unlink()
    assert verdict_of([audit_of(job)]).startswith("PARTIAL")
    edit_headline(job)
    assert set(told(audit_of(job))) == {f"{MEAN}.mean"}
    rename_group(job, "nop__other")
    assert verdict_of([audit_of(job)]).startswith("PARTIAL")


def test_readers_see_a_copy_without_links(job: Path, tmp_path: Path) -> None:
    (job / TRIAL / "verifier" / "reward.json").symlink_to("/etc/hostname")
    (job / TRIAL / "agent" / "secret").symlink_to("/etc")
    (job / "elsewhere").symlink_to(tmp_path)
    copy = copied(job, tmp_path / "copy")
    assert not any(path.is_symlink() for path in copy.rglob("*"))
    assert sorted(path.name for path in copy.iterdir() if path.is_dir()) == [
        trial.name for trial in trials(job)
    ]
    assert audit_of(copy).agrees


def test_what_another_release_derives_is_said_score_by_score_and_trial_by_trial(
    job: Path, harbor: Harbor
) -> None:
    def later(case: Case) -> Answer:
        is_refused = case.operation == "verifier" and "0.2" in str(case.input)
        return Failure("AnError") if is_refused else harbor.answer(case)

    edit_reward(job)  # what is recorded is no side of a change
    before, after = (
        audit_of(job),
        audit_of(job, SimpleNamespace(answer=later)),
    )
    result = upgrade([(before, after)], "0.13.1", "0.25.0")
    changes = {one.what: (one.before, one.after, one.is_score) for one in result.changes}
    assert changes == {
        f"{GROUP}: mean": ("0.19999999999999998", "0.13333333333333333", True),
        "result.json stats.n_errored_trials": ("0", "1", False),
        "task-2__0000002/result.json": ("{'rewards': {'reward': 0.2}}", "AnError", False),
    }
    assert result.verdict == (
        "3 changes, 1 of them scores, in 1 job, 3 trials from 0.13.1 to 0.25.0; "
        "3 of them from their reward files"
    )
    shown = rendering.text(gate_view.view_of_jobs(result))
    assert f"{GROUP}: mean: 0.19999999999999998 becomes 0.13333333333333333" in shown
    assert "harbor refuses these files: AnError" in shown
    assert upgrade([(before, before)], "0.13.1", "0.25.0").verdict == (
        "no change from 0.13.1 to 0.25.0 in 1 job, 3 trials; 3 of them from their reward files"
    )


@pytest.mark.parametrize("result", ["{", '{"bomFormat": "CycloneDX"}'])
def test_a_job_of_which_nothing_is_read_proves_nothing(tmp_path: Path, result: str) -> None:
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "result.json").write_text(result)
    ended = command_here("gate", "0.13.1", str(tmp_path), "--jobs", "1", status=4)
    assert ended.stdout.endswith(f"compared in 1 job, audit shows why: {tmp_path.name}\n")
    words = ("audit", str(tmp_path), "--format", "github")
    assert "::notice " in command_here(*words, status=4).stdout
