"""An audit finds what was done to a job's folder, and nothing in one that harbor wrote."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from disturbed import COMMAND
from released_jobs import FAILING, leaving

from conformance.audit.audit import audit
from conformance.audit.discovery import jobs_in
from conformance.audit.findings import Audit, Kind, verdict_of
from conformance.implementations.job_folders import write_jobs
from conformance.implementations.start import Harbor, open_harbor
from conformance.protocol.scenario import Scenario
from conformance.survey.questions import BY_ID, QUESTIONS

SCENARIO: Scenario = {
    "tasks": [
        {"name": "one", "attempts": [[leaving("1")], [leaving("0")]]},
        {"name": "two", "attempts": [[leaving(None, '{"reward": 0.5}')], [leaving("0.25")]]},
        {"name": "three", "attempts": [[FAILING], [leaving("1", '{"reward": "pass"}')]]},
        {"name": "four", "attempts": [[leaving("nan")], [leaving("0.1")]]},
    ],
    "job": {"n_attempts": 2, "n_concurrent_trials": 1},
}
WHOLE: Scenario = {
    "tasks": [{"name": f"task-{n}", "attempts": [[leaving(f"{n / 10}")]]} for n in range(1, 4)],
    "job": {"n_concurrent_trials": 1},
}


@pytest.fixture(scope="module")
def harbor() -> Iterator[Harbor]:
    opened = open_harbor()
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    scenarios = {"mixed": SCENARIO, "whole": WHOLE}
    return write_jobs(scenarios, tmp_path_factory.mktemp("jobs"))


@pytest.fixture
def job(written: dict[str, Path], tmp_path: Path) -> Path:
    """Return a copy of a job of three trials with rewards of 0.1, 0.2 and 0.3."""
    shutil.copytree(written["whole"], tmp_path / "job")
    return tmp_path / "job"


def changed(file: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change a document of JSON, and leave its times as they were."""
    document = json.loads(file.read_text())
    change(document)
    file.write_text(json.dumps(document, indent=4))


def first(job: Path) -> Path:
    return job / "task-1__0000001"


def told(done: Audit, kind: Kind = Kind.DIFFERS) -> dict[str, str]:
    return {
        f"{one.file} {one.member}".strip(): one.cause for one in done.findings if one.kind is kind
    }


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


def edit_headline(job: Path) -> None:
    def edit(result: dict[str, Any]) -> None:
        result["stats"]["evals"]["nop__adhoc"]["metrics"][0]["mean"] = 0.9

    changed(job / "result.json", edit)


def round_headline(job: Path) -> None:
    def edit(result: dict[str, Any]) -> None:
        result["stats"]["evals"]["nop__adhoc"]["metrics"][0]["mean"] = 0.2

    changed(job / "result.json", edit)


def edit_stats(*path: str, value: object) -> Callable[[Path], None]:
    def tamper(job: Path) -> None:
        def edit(result: dict[str, Any]) -> None:
            at = result["stats"]
            for name in path[:-1]:
                at = at[name]
            at[path[-1]] = value

        changed(job / "result.json", edit)

    return tamper


def drop_trial(job: Path) -> None:
    shutil.rmtree(first(job))


def add_trial(job: Path) -> None:
    shutil.copytree(first(job), job / "task-1__0000009")


def edit_reward(job: Path) -> None:
    def edit(result: dict[str, Any]) -> None:
        result["verifier_result"]["rewards"]["reward"] = 1.0

    changed(first(job) / "result.json", edit)


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


def claim_exception(job: Path) -> None:
    info = {
        "exception_type": "RewardFileNotFoundError",
        "exception_message": "",
        "exception_traceback": "",
        "occurred_at": "2026-01-01T00:00:00",
    }

    def edit(result: dict[str, Any]) -> None:
        result.update(verifier_result=None, exception_info=info)

    changed(first(job) / "result.json", edit)


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


EVALS = ("evals", "nop__adhoc")
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


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([COMMAND, "audit", *words], capture_output=True, text=True, check=False)


@pytest.mark.end_to_end
@pytest.mark.parametrize("format_", ["text", "json", "markdown", "junit", "html"])
def test_the_command_tells_in_any_format_and_by_its_exit_status(format_: str, job: Path) -> None:
    ended = run(str(job), "--format", format_)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout
    edit_headline(job)
    assert run(str(job), "--format", format_).returncode == 1


@pytest.mark.end_to_end
def test_what_is_no_job_is_refused_in_one_line(tmp_path: Path) -> None:
    for words in ((str(tmp_path),), (str(tmp_path / "absent"),)):
        ended = run(*words)
        assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
        assert ended.stderr.startswith("harbor-conformance: ")


@pytest.mark.end_to_end
def test_the_guide_is_followed_to_the_letter(tmp_path: Path) -> None:
    guide = (Path(__file__).parent.parent / "docs" / "audit.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"```sh\n(.*?)\n```", guide, re.DOTALL)
    printed, _ = re.findall(r"```text\n(.*?)```", guide, re.DOTALL)
    program, verb, folder = command.split()
    assert (program, verb) == ("harbor-conformance", "audit")
    (tmp_path / "made").mkdir()
    jobs = write_jobs({"leaderboard": BY_ID["leaderboard"].scenario}, tmp_path / "made")
    (tmp_path / folder).parent.mkdir()
    jobs["leaderboard"].rename(tmp_path / folder)
    ended = subprocess.run(
        [COMMAND, verb, folder], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (0, printed)
