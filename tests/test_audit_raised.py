"""A score that was raised, or lowered, is never AGREES; no untouched folder DIFFERS."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from audited import Tamper, changed, drop_step, edit, told
from programs import command
from released_jobs import FAILING, STEP_FILES, leaving
from tampering import count_again

import conformance.audit.audit
import conformance.audit.jobs
import oracle.job
from conformance.audit.audit import audit, audits
from conformance.audit.finding_jobs import jobs_of
from conformance.audit.findings import Contradiction, FindingKind, JobVerdict, verdict_of
from conformance.audit.folders import Skipped
from conformance.executor.workers import Workers
from conformance.implementations.start import Harbor, UndrivenOracleError
from conformance.protocol.scenario import Scenario
from conformance.protocol.values import Answer, Case
from conformance.report.audit_view import view
from conformance.report.view import DataTable

THREE_STEPS = "\n".join(f'[[steps]]\nname = "{name}"' for name in ("one", "two", "three"))
FILES: dict[str, str | None] = {**STEP_FILES, "steps/three/instruction.md": ""}
INTERRUPTED: Any = {"test": {"interrupts": True}}
ACTORS = [{"name": "nop"}, {"name": "nop", "model_name": "maker/model"}]


def of_steps(name: str, *rewards: str) -> Any:  # noqa: ANN401 - a task of a scenario
    steps = [leaving(one) for one in rewards]
    return {"name": name, "config": THREE_STEPS, "files": FILES, "attempts": [[{"steps": steps}]]}


def turning(text: str, turn: int, cost: float) -> Any:  # noqa: ANN401 - a script
    script = leaving(text)
    script["test"]["turn"] = turn
    return {**script, "agent": {"usage": {"cost_usd": cost}}}


SCENARIOS: dict[str, Scenario] = {
    "tasks": {
        "tasks": [
            {"name": "good", "attempts": [[leaving("1")], [leaving("1")]]},
            {"name": "bad", "attempts": [[leaving("0")], [leaving("0")]]},
            {"name": "half", "attempts": [[leaving("1")], [leaving("0")]]},
            {"name": "late", "attempts": [[leaving("0")], [leaving("1")]]},
        ],
        "job": {"n_attempts": 2, "agents": ACTORS},
    },
    "steps": {
        "tasks": [of_steps("a", "0.5", "0.5", "0.5"), of_steps("b", "1", "1", "1")],
        "job": {},
    },
    "strategies": {
        "tasks": [
            {
                **of_steps("a", "1", "0", "0"),
                "attempts": [[{"steps": [leaving("1"), leaving("0")]}]] * 2,
            }
        ],
        "job": {"n_attempts": 2},
    },
    "datasets": {
        "tasks": [
            {"name": "a", "dataset": "dätä.metrics.y", "attempts": [[leaving("1")]]},
            {"name": "b", "dataset": "dätä.metrics.y", "attempts": [[leaving("0")]]},
            {"name": "c", "dataset": "e", "attempts": [[leaving("1")]]},
        ],
        "job": {},
    },
    "costs": {
        "tasks": [
            {"name": f"t{n}", "attempts": [[turning(f"{n}", turn, n / 10)]]}
            for n, turn in ((1, 3), (2, 2), (3, 1))
        ],
        "job": {"agents": [{"import_path": "oracle.scripted:ScriptedAgent"}]},
    },
    "spelled": {
        "tasks": [
            {
                "name": "json",
                "attempts": [[{"test": {"leaves": {"reward.json": b'{"reward": 1}'}, "turn": 3}}]],
            },
            {"name": "text", "attempts": [[{"test": {"leaves": {"reward.txt": b"1"}, "turn": 2}}]]},
            {
                "name": "nan",
                "attempts": [[{"test": {"leaves": {"reward.txt": b"nan"}, "turn": 1}}]],
            },
        ],
        "job": {"metrics": [{"type": "max"}]},
    },
    "failed": {
        "tasks": [
            {"name": "a", "attempts": [[FAILING]]},
            {"name": "b", "attempts": [[leaving("1")]]},
            {"name": "c", "attempts": [[leaving("")]]},
        ],
        "job": {},
    },
    "named like others": {
        "tasks": [
            {"name": name, "dataset": name, "attempts": [[leaving("1")]]}
            for name in ("adhoc", "d__adhoc", "d__x")
        ],
        "job": {"metrics": [{"type": "max"}, {"type": "mean"}]},
    },
    "integers": {
        "tasks": [
            {
                **of_steps("a"),
                "config": f'multi_step_reward_strategy = "final"\n{THREE_STEPS}',
                "attempts": [[{"steps": [leaving(None, '{"reward": 0}')] * 3}]],
            }
        ],
        "job": {},
    },
    "no numbers of JSON": {
        "tasks": [
            {
                **of_steps("a", "inf", "nan", "inf"),
                "config": f'multi_step_reward_strategy = "final"\n{THREE_STEPS}',
            }
        ],
        "job": {},
    },
    "cut off": {
        "tasks": [
            {**of_steps("a"), "attempts": [[{"steps": [leaving("1"), INTERRUPTED]}]]},
            of_steps("b", "1", "1", "1"),
        ],
        "job": {},
    },
    "taken back": {
        "tasks": [
            {"name": "a", "attempts": [[FAILING, INTERRUPTED]]},
            {"name": "b", "dataset": "d__x", "attempts": [[FAILING, leaving("1")]]},
        ],
        "job": {"n_concurrent_trials": 1, "retry": {"max_retries": 1, "min_wait_sec": 0}},
    },
    "looked up in vain": {
        "tasks": [
            {"name": "a", "dataset": "d__x", "attempts": [[leaving("1")]]},
            {"name": "b", "dataset": "d__x", "attempts": [[INTERRUPTED]]},
        ],
        "job": {"n_concurrent_trials": 1},
    },
    "equal numbers": {
        "tasks": [
            {"name": "integer", "attempts": [[leaving(None, '{"reward": 1}')]]},
            {"name": "float", "attempts": [[leaving("1")]]},
            *({"name": f"t{n}", "attempts": [[leaving(f"0.{n}")]]} for n in range(1, 8)),
        ],
        "job": {"n_concurrent_trials": 1},
    },
}
PARTIAL = {
    *("strategies", "steps", "spelled", "named like others", "integers", "cut off", "taken back"),
    *("no numbers of JSON", "looked up in vain"),
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_untouched_folder_differs(name: str, real: dict[str, Path], harbor: Harbor) -> None:
    done = audit(real[name], harbor)
    assert done.differences == ()
    expected = JobVerdict.PARTIAL if name in PARTIAL else JobVerdict.AGREES
    assert done.verdict is expected, done.findings


def trial(job: Path, name: str) -> Path:
    return min(job.glob(f"{name}__*"))


def in_result(name: str, change: Callable[[Any], object]) -> Tamper:
    return lambda job: changed(trial(job, name) / "result.json", change)


def in_job(change: Callable[[Any], object]) -> Tamper:
    return lambda job: changed(job / "result.json", change)


def in_stats(change: Callable[[Any], object]) -> Tamper:
    return in_job(lambda result: change(result["stats"]))


def in_group(change: Callable[[Any], object]) -> Tamper:
    return in_stats(lambda stats: change(stats["evals"]["nop__adhoc"]))


def hide_failures(job: Path) -> None:
    for failing in job.glob("bad__*"):
        edit("result.json", "task_name", value="good")(failing)


def counted(tamper: Tamper) -> Tamper:
    """Return an edit after which harbor counts again: no number contradicts the trials' results."""

    def tamper_and_count(job: Path) -> None:
        tamper(job)
        assert count_again(job)

    return tamper_and_count


def with_text(file: str, old: str, new: str) -> Tamper:
    def tamper(job: Path) -> None:
        content = (job / file).read_text()
        assert old in content
        (job / file).write_text(content.replace(old, new, 1))

    return tamper


def drop_trial(job: Path, name: str = "bad") -> None:
    shutil.rmtree(trial(job, name))


def made_up_failure(result: Any) -> None:  # noqa: ANN401 - JSON
    info = {
        "exception_type": "AgentTimeoutError",
        "exception_message": "",
        "exception_traceback": "",
    }
    result.update(
        verifier_result=None, exception_info={**info, "occurred_at": "2026-01-01T00:00:00"}
    )


def step(result: Any, place: int) -> Any:  # noqa: ANN401 - JSON
    return result["step_results"][place]


def failed_step(result: Any) -> None:  # noqa: ANN401 - JSON
    made_up_failure(step(result, 1))


def made_up_steps(result: Any) -> None:  # noqa: ANN401 - JSON
    one = {"step_name": "one", "verifier_result": {"rewards": {"reward": 1.0}}}
    result.update(step_results=[one], verifier_result={"rewards": {"reward": 1.0}})


def disabled(result: Any) -> None:  # noqa: ANN401 - JSON
    made_up_failure(result)
    result["config"]["verifier"]["disable"] = True


def without_json(job: Path) -> None:
    for name in ("result.json", "config.json"):
        (trial(job, "bad") / name).unlink()


def other_metric(job: Path) -> None:
    changed(
        job / "config.json", lambda config: config.update(metrics=[{"type": "max", "kwargs": {}}])
    )
    changed(
        job / "result.json",
        lambda r: [g.update(metrics=[{"max": 1.0}]) for g in r["stats"]["evals"].values()],
    )


OF_TASK = ("task_name", "task_id", "task_checksum")


def exchange_tasks(job: Path) -> None:
    """Let a trial that passed and one that failed be of each other's tasks: pass@2 goes up."""
    good, bad = (json.loads((trial(job, name) / "result.json").read_text()) for name in PASSING)
    for name, other in zip(PASSING, (bad, good), strict=True):
        own, task = trial(job, name), other["config"]["task"]
        edit("config.json", "task", value=task)(own)
        changed(own / "result.json", lambda r, o=other: r.update({key: o[key] for key in OF_TASK}))
        edit("result.json", "config", "task", value=task)(own)


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
TAMPERINGS: dict[str, tuple[str, Tamper, Contradiction]] = {
    "a step deleted": ("steps", in_result("a", lambda r: r["step_results"].pop(0)), ABOUT.STEPS),
    "steps listed twice": (
        "steps",
        in_result("a", lambda r: r.update(step_results=[step(r, 2), step(r, 1), step(r, 2)])),
        ABOUT.STEPS,
    ),
    "a made-up failure of a step": ("steps", in_result("a", failed_step), ABOUT.STEPS),
    "another strategy": (
        "strategies",
        counted(in_result("a", lambda r: r.update(verifier_result={"rewards": {"reward": 0.0}}))),
        ABOUT.STEPS,
    ),
    "a step renamed": (
        "steps",
        lambda job: (trial(job, "a") / "steps/one").rename(trial(job, "a") / "steps/four"),
        ABOUT.STEPS,
    ),
    "a step of one attempt": ("strategies", counted(drop_step), ABOUT.STEPS),
    "steps of one attempt": (
        "strategies",
        counted(in_result("a", lambda r: r.pop("step_results"))),
        ABOUT.STEPS,
    ),
    "an end before its beginning": (
        "tasks",
        in_result("bad", lambda r: r.update(finished_at="2000-01-01T00:00:00Z")),
        ABOUT.TIMES,
    ),
    "a copy of a trial": ("tasks", counted(copy_over), ABOUT.TIMES),
    "a mean of a job that goes on": ("tasks", raise_open, ABOUT.NUMBERS),
    "failures of another task": ("tasks", counted(hide_failures), ABOUT.CONFIG),
    "a source of its own": (
        "tasks",
        counted(in_result("bad", lambda r: r.update(source="x"))),
        ABOUT.CONFIG,
    ),
    "another agent": (
        "tasks",
        counted(in_result("bad", lambda r: r["agent_info"].update(name="other"))),
        ABOUT.CONFIG,
    ),
    "another model": (
        "tasks",
        counted(
            in_result(
                "bad", lambda r: r["agent_info"].update(model_info={"name": "m", "provider": None})
            )
        ),
        ABOUT.CONFIG,
    ),
    "another task's trial": ("tasks", counted(exchange_tasks), ABOUT.CONFIG),
    "a model of no release": ("tasks", counted(written_by_nobody), ABOUT.CONFIG),
    "made-up steps": ("tasks", counted(in_result("bad", made_up_steps)), ABOUT.STEPS),
    "a zero of another sign": (
        "tasks",
        in_result("bad", lambda r: r["verifier_result"]["rewards"].update(reward=-0.0)),
        ABOUT.REWARDS,
    ),
    "a trial dropped": ("tasks", counted(drop_trial), ABOUT.LOCK),
    "no total": ("tasks", in_job(lambda r: r.pop("n_total_trials")), ABOUT.FIELDS),
    "a total of text": ("tasks", in_job(lambda r: r.update(n_total_trials="16")), ABOUT.LOCK),
    "a trial without its JSON": ("tasks", counted(without_json), ABOUT.LOCK),
    "a made-up failure": ("tasks", counted(in_result("good", made_up_failure)), ABOUT.FAILURE),
    "a made-up failure, disabled": ("tasks", counted(in_result("good", disabled)), ABOUT.CONFIG),
    "a failure of another name": (
        "failed",
        counted(in_result("a", lambda r: r["exception_info"].update(exception_type="a"))),
        ABOUT.FAILURE,
    ),
    "no pass@k": ("tasks", in_group(lambda g: g.pop("pass_at_k")), ABOUT.FIELDS),
    "no metrics": ("tasks", in_group(lambda g: g.pop("metrics")), ABOUT.FIELDS),
    "no n_errors": ("tasks", in_group(lambda g: g.pop("n_errors")), ABOUT.FIELDS),
    "a mean twice": (
        "tasks",
        with_text("result.json", '"mean"', '"mean": 1.0, "mean"'),
        ABOUT.FIELDS,
    ),
    "a score": ("tasks", in_stats(lambda s: s.update(score=1.0)), ABOUT.FIELDS),
    "an accuracy": ("tasks", in_job(lambda r: r.update(accuracy=1.0)), ABOUT.FIELDS),
    "another metric": ("tasks", other_metric, ABOUT.NONE),
    "no metric": ("failed", edit("config.json", "metrics", value=[1]), ABOUT.NONE),
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_an_edit_is_found_with_its_kind(
    name: str, copied: Callable[[str], Path], harbor: Harbor
) -> None:
    of, tamper, about = TAMPERINGS[name]
    job = copied(of)
    tamper(job)
    done = audit(job, harbor)
    found = {one.about for one in done.findings if one.kind is not FindingKind.NOTE}
    assert about in found
    only_config = about is ABOUT.NONE
    assert done.verdict is (JobVerdict.PARTIAL if only_config else JobVerdict.DIFFERS)
    assert all(one.effect for one in done.differences)


def test_the_effect_on_the_headline_is_reported(
    copied: Callable[[str], Path], harbor: Harbor
) -> None:
    job = copied("tasks")
    in_result("bad", lambda r: r.update(source="x"))(job)
    in_result("good", made_up_failure)(job)
    effects = {one.trial.partition("__")[0]: one.effect for one in audit(job, harbor).differences}
    assert effects["bad"] == "raises it by 0.0714286"
    assert effects["good"] == "lowers it by 0.125"


def test_the_table_has_the_trials_that_were_found_and_those_that_are_recorded(
    copied: Callable[[str], Path], harbor: Harbor
) -> None:
    job = copied("datasets")
    drop_trial(job, "b")
    table = next(one for one in view([audit(job, harbor)]).blocks if isinstance(one, DataTable))
    assert [row[-1] for row in table.rows] == ["1 found, 2 recorded with rewards", "1"]


def test_a_field_of_no_release_is_not_hidden_by_a_lock_without_one(
    copied: Callable[[str], Path], harbor: Harbor
) -> None:
    job = copied("tasks")
    changed(job / "lock.json", lambda lock: lock["harbor"].pop("version"))
    assert audit(job, harbor).verdict is JobVerdict.PARTIAL
    changed(job / "lock.json", lambda lock: lock["harbor"].update(version="0.13.2"))
    in_job(lambda result: result.update(accuracy=1.0))(job)
    unproven = told(audit(job, harbor, by="0.13.2"), FindingKind.UNDERIVED)
    assert unproven["result.json accuracy"] == "no release that is known writes such a field"


def test_a_task_that_a_dataset_was_to_have_is_missed(
    copied: Callable[[str], Path], harbor: Harbor
) -> None:
    job = copied("datasets")
    edit("config.json", "datasets", 0, "task_names", value=["a", "b*"])(job)
    edit("config.json", "datasets", 0, "n_tasks", value=2)(job)
    assert audit(job, harbor).verdict is JobVerdict.AGREES
    shutil.rmtree(trial(job, "b"))
    changed(job / "lock.json", lambda lock: lock["trials"].pop(1))
    assert count_again(job)
    missed = [one for one in audit(job, harbor).findings if one.kind is FindingKind.UNDERIVED]
    assert [(one.recorded, one.derived) for one in missed] == [("['b*']", "null"), ("2", "1")]


def test_fewer_steps_than_in_another_attempt_prove_nothing(
    copied: Callable[[str], Path], harbor: Harbor
) -> None:
    job = copied("strategies")
    drop_step(job, "three")
    assert count_again(job)
    unproven = told(audit(job, harbor), FindingKind.UNDERIVED)
    name = f"{trial(job, 'a').name}/result.json step_results"
    assert unproven[name].startswith("there are more steps: only min_reward")


def test_the_order_of_a_resumed_job_is_accepted_and_said_to_be_that(
    copied: Callable[[str], Path], harbor: Harbor
) -> None:
    job = copied("costs")
    cost = json.loads((job / "result.json").read_text())["stats"]["cost_usd"]
    other = {0.6: 0.1 + 0.2 + 0.3, 0.1 + 0.2 + 0.3: 0.6}[cost]
    edit("result.json", "stats", "cost_usd", value=other)(job)
    done = audit(job, harbor)
    assert done.verdict is JobVerdict.AGREES
    assert (
        "the order of a job that was resumed" in told(done, FindingKind.NOTE)["result.json stats"]
    )


@pytest.mark.parametrize(
    ("name", "own", "other", "verdict"),
    [
        ("equal numbers", "1", "1.0", JobVerdict.AGREES),
        ("tasks", "1.0", "1", JobVerdict.DIFFERS),
    ],
)
def test_equal_numbers_may_be_spelled_as_in_an_order_that_was_not_tried(  # noqa: PLR0913, PLR0917 - a row and its fixtures
    name: str,
    own: str,
    other: str,
    verdict: JobVerdict,
    copied: Callable[[str], Path],
    harbor: Harbor,
) -> None:
    job = copied(name)
    with_text("result.json", f'"{own}": [', f'"{other}": [')(job)
    assert audit(job, harbor).verdict is verdict


def test_an_agent_may_be_named_by_its_import_path(
    copied: Callable[[str], Path], harbor: Harbor
) -> None:
    job, named = copied("costs"), r'("name": null,\s*)?"import_path": "(?=oracle.scripted:S)'
    for file in job.rglob("*.json"):
        file.write_text(re.sub(named, '"name": "', file.read_text()))
    done = audit(job, harbor)
    assert (done.differences, done.verdict) == ((), JobVerdict.AGREES)


def test_one_job_reports_how_far_it_is(
    real: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conformance.audit.jobs, "TOLD", 5)
    monkeypatch.setattr(conformance.audit.audit, "TOLD", 5)
    said: list[str] = []
    (done,) = audits([real["tasks"]], Workers(1), tell=said.append)
    assert done.verdict is JobVerdict.AGREES
    told_of = [f"{place} of 16 trials derived" for place in (5, 10, 15)]
    assert said == ["16 trials read", *told_of, "its stats are derived"]


@pytest.mark.parametrize("content", ["{broken", "[1]"])
def test_a_job_that_cannot_be_read_is_counted(
    content: str, copied: Callable[[str], Path], tmp_path: Path, harbor: Harbor
) -> None:
    good = copied("failed")
    bad = copied("tasks")
    (bad / "result.json").write_text(content)
    (tmp_path / "link").symlink_to(bad)
    deep = tmp_path.joinpath(*map(str, range(10)))
    shutil.copytree(good, deep)
    paths = jobs_of([tmp_path])
    assert {deep, good, bad, Skipped(tmp_path / "link", "a link: links are not followed")} == {
        *paths
    }
    done = [audit(path, harbor) for path in paths]
    assert sorted(one.verdict for one in done) == ["AGREES", "AGREES", "UNREADABLE", "UNREADABLE"]
    assert verdict_of(done).startswith("UNREADABLE: 4 jobs")
    assert "2 jobs UNREADABLE" in verdict_of(done)


@pytest.mark.parametrize("used", [{"n_input_tokens": int("9" * 4300)}, {"cost_usd": 10**400}])
def test_a_job_of_numbers_beyond_all_bounds_stops_no_other(
    used: Any,  # noqa: ANN401 - JSON
    copied: Callable[[str], Path],
    harbor: Harbor,
) -> None:
    job = copied("steps")
    for name, own in (("a", used), ("b", {"n_input_tokens": 1, "cost_usd": 0.5})):
        in_result(name, lambda r, own=own: step(r, 0)["agent_result"].update(own))(job)
    assert audit(job, harbor).verdict in {JobVerdict.DIFFERS, JobVerdict.UNREADABLE}


@pytest.mark.parametrize("cost", [10**400, int("9" * 4300), "x", True])
@pytest.mark.parametrize("name", ["tasks", "steps"])
def test_a_cost_that_harbor_does_not_read_is_found_and_stops_no_audit(
    cost: object, name: str, copied: Callable[[str], Path], harbor: Harbor
) -> None:
    def spend(result: Any) -> None:  # noqa: ANN401 - JSON
        (result if name == "tasks" else step(result, 0))["agent_result"]["cost_usd"] = cost

    job, of = copied(name), "half" if name == "tasks" else "a"
    in_result(of, spend)(job)
    done = audit(job, harbor)
    place = "agent_result.cost_usd" if name == "tasks" else "step_results.one.agent_result.cost_usd"
    assert done.verdict is JobVerdict.DIFFERS
    assert told(done)[f"{trial(job, of).name}/result.json {place}"] == "harbor reads no such number"


class Undriven:
    """Harbor, which cannot be driven with any job."""

    def answer(self, case: Case) -> Answer:
        """Return no answer."""
        raise UndrivenOracleError(f"harbor cannot be driven: {case.operation}")


def test_a_job_that_harbor_cannot_be_driven_with_is_unreadable(real: dict[str, Path]) -> None:
    done = audit(real["tasks"], Undriven())
    assert done.verdict is JobVerdict.UNREADABLE
    assert "cannot be driven: verifier" in done.findings[0].cause


def test_a_renamed_trial_folder_hides_no_job(copied: Callable[[str], Path], tmp_path: Path) -> None:
    job = copied("tasks")
    trial(job, "bad").rename(job / "verifier")
    assert jobs_of([tmp_path]) == [job]


def test_a_job_with_the_result_of_a_trial_hides_no_other(
    copied: Callable[[str], Path], harbor: Harbor, tmp_path: Path
) -> None:
    good, bad = copied("steps"), copied("tasks")
    shutil.copy(trial(bad, "bad") / "result.json", bad / "result.json")
    assert {*jobs_of([tmp_path])} == {good, bad}
    assert audit(bad, harbor).verdict is JobVerdict.DIFFERS


def test_a_large_job_has_the_stats_of_one_that_runs_its_trials(
    real: dict[str, Path], harbor: Harbor, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = {name: audit(path, harbor) for name, path in real.items()}
    monkeypatch.setattr(oracle.job, "MOST_RUN", 0)
    assert {name: audit(path, harbor) for name, path in real.items()} == run


@pytest.mark.end_to_end
def test_the_command_tells_of_each_job_and_strict_accepts_agreement_alone(
    copied: Callable[[str], Path], tmp_path: Path
) -> None:
    copied("tasks")

    def status(*words: str) -> tuple[int, str]:
        ended = command("audit", str(tmp_path), *words)
        return ended.returncode, ended.stdout.splitlines()[-1]

    assert status("--strict")[0] == 0
    copied("strategies")
    assert (status()[0], status("--strict")[0]) == (0, 1)
    huge = {"n_input_tokens": int("9" * 4300)}
    in_result("b", lambda result: step(result, 0)["agent_result"].update(huge))(copied("steps"))
    assert status()[0] == 1
    shutil.rmtree(tmp_path / "steps")
    (copied("datasets") / "result.json").write_text("[1]")
    for code, verdict in (status(), status("--strict")):
        assert (code, verdict.split(":")[0]) == (1, "UNREADABLE")
    (tmp_path / "datasets" / "result.json").write_bytes(b"{}")
    assert status()[1].startswith("DIFFERS")
