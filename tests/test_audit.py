"""What an audit derives of a job that harbor wrote, and what it says where it cannot."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

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
from conformance.audit.discovery import jobs_in
from conformance.audit.findings import Kind, verdict_of
from conformance.implementations.installed_harbor import write_jobs
from conformance.implementations.start import Harbor
from conformance.survey.questions import QUESTIONS

__all__ = ["harbor", "job", "written"]


@pytest.mark.parametrize("name", ["mixed", "whole"])
def test_a_job_that_harbor_wrote_agrees(
    name: str, written: dict[str, Path], harbor: Harbor
) -> None:
    done = audit(written[name], harbor)
    assert done.differences == ()
    assert done.release == "0.13.1"
    assert all(one.agrees for one in done.headlines)
    assert done.trials == (8 if name == "mixed" else 3)


def test_a_null_that_stands_for_nan_is_told(written: dict[str, Path], harbor: Harbor) -> None:
    notes = told(audit(written["mixed"], harbor), Kind.NOTE)
    (note,) = (why for at, why in notes.items() if at.endswith("rewards.reward"))
    assert note.startswith("null stands for nan, which JSON has no number for")


@pytest.mark.end_to_end
def test_every_job_of_the_survey_agrees(tmp_path: Path, harbor: Harbor) -> None:
    jobs = write_jobs({question.id: question.scenario for question in QUESTIONS}, tmp_path)
    assert [name for name, path in jobs.items() if not audit(path, harbor).agrees] == []


def test_without_its_files_a_trial_is_taken_as_recorded_and_said_to_be(
    job: Path, harbor: Harbor
) -> None:
    shutil.rmtree(first(job) / "verifier")
    done = audit(job, harbor)
    assert (done.derived, done.taken, done.agrees) == (2, 1, True)
    assert (
        "no reward file was kept"
        in told(done, Kind.UNDERIVED)["task-1__0000001/result.json verifier_result"]
    )


def test_what_others_leave_out_of_a_result_is_no_difference(tmp_path: Path, harbor: Harbor) -> None:
    for place, reward in enumerate((1.0, 0.5), 1):
        trial = tmp_path / "job" / f"task-{place}"
        trial.mkdir(parents=True)
        (trial / "result.json").write_text(
            json.dumps(
                {"task_name": trial.name, "verifier_result": {"rewards": {"reward": reward}}}
            )
        )
    (tmp_path / "job" / "result.json").write_text(json.dumps({"n_total_trials": 2}))
    assert list(jobs_in(tmp_path)) == [tmp_path / "job"]
    assert list(jobs_in(tmp_path / "job")) == [tmp_path / "job"]
    done = audit(tmp_path / "job", harbor)
    assert (done.agrees, done.trials, done.taken) == (True, 2, 2)
    assert [(one.recorded, one.derived) for one in done.headlines] == [("not recorded", "0.75")]
    assert "it records no stats" in told(done, Kind.UNDERIVED)["result.json stats"]


def test_a_score_follows_from_the_files_and_not_from_what_was_made_of_them(
    job: Path, harbor: Harbor
) -> None:
    edit_reward(job)
    (headline,) = audit(job, harbor).headlines
    assert (headline.recorded, headline.derived) == ("0.19999999999999998", "0.19999999999999998")
    edit_stats(*EVALS, "metrics", value=[{"mean": 0.5}])(job)
    (headline,) = audit(job, harbor).headlines
    assert (headline.recorded, headline.derived) == ("0.5", "0.19999999999999998")


def test_trials_that_count_as_0_are_told_with_what_the_score_is_without_them(
    written: dict[str, Path], harbor: Harbor
) -> None:
    notes = told(audit(written["mixed"], harbor), Kind.NOTE)
    assert notes["result.json stats.evals.nop__adhoc.metrics.0"] == (
        "2 trials without rewards (1 EnvironmentStartTimeoutError, 1 ValidationError) "
        'counted as 0; without them it is {"mean": nan}'
    )


def only_the_reward(job: Path) -> None:
    for trial in job.glob("task-*"):
        (trial / "verifier" / "reward.txt").rename(trial / "verifier" / "reward.json")
        (trial / "verifier" / "reward.json").write_text('{"reward": 0.1, "speed": 2}')


def text_refused(job: Path) -> None:
    (first(job) / "verifier" / "reward.txt").unlink()
    (first(job) / "verifier" / "reward.json").write_text('{"reward": "0.1"}')
    claim_exception(job)
    changed(
        first(job) / "result.json",
        lambda result: result["exception_info"].update(exception_type="VerifierOutputParseError"),
    )


@pytest.mark.parametrize(
    ("tamper", "cause"),
    [
        (only_the_reward, "only one name is read"),
        (text_refused, "text is no number in reward.json"),
    ],
)
def test_what_another_reader_of_reward_files_does_is_named(
    tamper: Callable[[Path], None], cause: str, job: Path, harbor: Harbor
) -> None:
    tamper(job)
    (why,) = told(audit(job, harbor), Kind.CAUSE).values()
    assert cause in why


def test_where_nothing_can_be_held_against_anything_no_verdict_agrees(
    job: Path, harbor: Harbor
) -> None:
    for trial in job.glob("task-*"):
        shutil.rmtree(trial / "verifier")
    assert verdict_of([audit(job, harbor)]).startswith("PARTIAL: what could be derived agrees")
    changed(job / "result.json", lambda result: result.pop("stats"))
    assert verdict_of([audit(job, harbor)]).startswith("NOTHING AUDITED")


def test_a_number_that_is_written_otherwise_than_harbor_does_is_told(
    job: Path, harbor: Harbor
) -> None:
    file = job / "result.json"
    file.write_text(file.read_text().replace("0.19999999999999998", "1.9999999999999998e-1"))
    done = audit(job, harbor)
    assert done.agrees
    why = told(done, Kind.NOTE)["result.json stats.evals.nop__adhoc.metrics.0.mean"]
    assert why.startswith("the right number, and not as harbor writes it")


def test_a_metric_of_its_own_cannot_be_derived(job: Path, harbor: Harbor) -> None:
    custom = {"metrics": [{"type": "uv-script"}]}
    changed(job / "config.json", lambda config: config.update(custom))
    done = audit(job, harbor)
    assert done.agrees
    assert "uv-script, is not at hand" in told(done, Kind.UNDERIVED)["result.json stats"]


def test_the_verdict_counts_what_was_derived(job: Path, harbor: Harbor) -> None:
    agreeing = audit(job, harbor)
    assert verdict_of([agreeing]) == "AGREES: 1 job, 3 trials, 3 of them from their reward files"
    edit_headline(job)
    assert verdict_of([agreeing, audit(job, harbor)]).startswith("DIFFERS: 1 difference in 1 of 2")
    assert verdict_of([]).startswith("NOTHING AUDITED")
