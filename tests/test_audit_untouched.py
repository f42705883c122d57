"""No untouched folder DIFFERS, and no job stops or hides the audit of another."""

import functools
import json
import math
import re
import shutil
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import pytest
from audited import Copied, Tamper, audit_of, edit, in_result, told, trial
from hypothesis import assume, given
from hypothesis import strategies as st
from made_jobs import MADE
from programs import command

import oracle.job
from conformance.audit import jobs, stats
from conformance.audit.audit import audit, audits, opened
from conformance.audit.basis import JobBasis
from conformance.audit.comparing import is_of_order
from conformance.audit.findings import AuditFinding, FindingKind, JobVerdict, verdict_of
from conformance.audit.folders import Skipped
from conformance.audit.jobs import RecordedJob, jobs_of
from conformance.audit.stats import DerivedStats
from conformance.executor.workers import Workers
from conformance.implementations.start import Harbor, UndrivenOracleError
from conformance.protocol.values import HARBOR_VERSION

SCENARIOS = MADE
PARTIAL = {
    *("strategies", "steps", "spelled", "named like others", "integers", "cut off", "taken back"),
    *("no numbers of JSON", "looked up in vain"),
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_untouched_folder_differs(name: str, real: dict[str, Path]) -> None:
    done = audit_of(real[name])
    assert done.differences == ()
    expected = JobVerdict.PARTIAL if name in PARTIAL else JobVerdict.AGREES
    assert done.verdict is expected, done.findings


def test_nan_and_trials_that_count_as_0_are_noted(real: dict[str, Path]) -> None:
    notes = told(audit_of(real["spelled"]), FindingKind.NOTE)
    (why,) = (why for at, why in notes.items() if at.endswith("rewards.reward"))
    assert why.startswith("null stands for nan, which JSON cannot represent")
    notes = told(audit_of(real["failed"]), FindingKind.NOTE)
    assert notes["result.json stats.evals.nop__adhoc.metrics.0"] == (
        "2 trials without rewards (1 EnvironmentStartTimeoutError, 1 RewardFileEmptyError) "
        'counted as 0; without them it is {"mean": 1.0}'
    )


@pytest.mark.parametrize("most", [0, 6])
def test_the_order_of_a_resumed_job_is_accepted_and_said_to_be_that(
    most: int, copied: Copied, harbor: Harbor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stats, "MOST_IN_EACH_ORDER", most)
    job = copied("costs")
    cost = json.loads((job / "result.json").read_text())["stats"]["cost_usd"]
    other = {0.6: 0.1 + 0.2 + 0.3, 0.1 + 0.2 + 0.3: 0.6}[cost]
    edit("result.json", "stats", "cost_usd", value=other)(job)
    read, verdicts = opened(job, HARBOR_VERSION), set[JobVerdict]()
    assert isinstance(read, RecordedJob)
    for listed in permutations(read.listed):
        done = audit(replace(read, listed=listed), JobBasis(harbor))
        verdicts.add(done.verdict)
        note = told(done, FindingKind.NOTE).get("result.json stats", "")
        assert ("the order of a resumed job" in note) is (done.verdict is JobVerdict.AGREES)
    assert verdicts == {JobVerdict.AGREES} | ({JobVerdict.PARTIAL} if most == 0 else set())


@given(st.lists(st.floats(allow_nan=False), min_size=1, max_size=6), st.randoms())
def test_a_sum_in_another_order_is_tried_for(values: list[float], random: Random) -> None:
    first, other = (
        functools.reduce(float.__add__, order)
        for order in (values, random.sample(values, len(values)))
    )
    assume(math.isfinite(sum(map(abs, values))))
    place = ("stats", "cost_usd")
    finding = AuditFinding(FindingKind.DIFFERS, "result.json", place, "", repr(other), repr(first))
    trials: list[Any] = [{"usage": {"cost_usd": one}} for one in values]
    no_job = cast("RecordedJob", None)
    assert first == other or is_of_order(no_job, finding, DerivedStats({"g": trials}, {}))


def test_an_agent_may_be_named_by_its_import_path(copied: Copied) -> None:
    job, named = copied("costs"), r'("name": null,\s*)?"import_path": "(?=oracle.scripted:S)'
    for file in job.rglob("*.json"):
        file.write_text(re.sub(named, '"name": "', file.read_text()))
    done = audit_of(job)
    assert (done.differences, done.verdict) == ((), JobVerdict.AGREES)


def test_one_job_reports_its_progress(
    real: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "AT_A_TIME", 6)
    said: list[str] = []
    (done,) = audits([real["tasks"]], Workers(1), tell=said.append)
    assert done.verdict is JobVerdict.AGREES
    assert said == ["6 trials read", "12 trials read", "16 trials read"]


@pytest.mark.parametrize("content", ["{broken", "[1]"])
def test_a_job_that_cannot_be_read_is_counted(content: str, copied: Copied, tmp_path: Path) -> None:
    good, bad = copied("failed"), copied("tasks")
    (bad / "result.json").write_text(content)
    (tmp_path / "link").symlink_to(bad)
    deep = tmp_path.joinpath(*map(str, range(10)))
    shutil.copytree(good, deep)
    paths = jobs_of([tmp_path])
    assert {deep, good, bad, Skipped(tmp_path / "link", "a link: links are not followed")} == {
        *paths
    }
    done = [audit_of(path) for path in paths]
    assert sorted(one.verdict for one in done) == ["AGREES", "AGREES", "UNREADABLE", "UNREADABLE"]
    assert verdict_of(done).startswith("UNREADABLE: 4 jobs")
    assert "2 jobs UNREADABLE" in verdict_of(done)


def using(name: str, **used: object) -> Tamper:
    """Return what lets a trial, or the first step of one that has steps, have used this."""

    def use(result: Any) -> None:  # noqa: ANN401 - JSON
        (result["step_results"] or [result])[0]["agent_result"].update(used)

    return in_result(name, use)


NINES = int("9" * 4300)


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("steps", "n_input_tokens", NINES),
        *((name, "cost_usd", value) for name in ("tasks", "steps")
          for value in (10**400, NINES, "x", True)),
    ],
    ids=lambda value: str(value)[:9],
)  # fmt: skip
def test_what_harbor_does_not_read_as_a_number_is_found_and_stops_no_audit(
    name: str, field: str, value: object, copied: Copied
) -> None:
    of, place = {"tasks": ("half", ""), "steps": ("a", "step_results.one.")}[name]
    job = copied(name, using(of, **{field: value}))
    if name == "steps":
        using("b", n_input_tokens=1, cost_usd=0.5)(job)
    done = audit_of(job)
    assert done.verdict in {JobVerdict.DIFFERS, JobVerdict.UNREADABLE}
    if field == "cost_usd":
        at = f"{trial(job, of).name}/result.json {place}agent_result.cost_usd"
        assert told(done)[at] == "not a number for harbor"


def test_a_job_that_harbor_cannot_be_driven_with_is_unreadable(real: dict[str, Path]) -> None:
    undriven = Mock(side_effect=UndrivenOracleError("harbor cannot be driven: why"))
    done = audit_of(real["tasks"], SimpleNamespace(answer=undriven))
    assert done.verdict is JobVerdict.UNREADABLE
    assert "cannot be driven: why" in done.findings[0].cause


def test_a_renamed_trial_folder_or_the_result_of_a_trial_hides_no_job(
    copied: Copied, tmp_path: Path
) -> None:
    good, bad = copied("steps"), copied("tasks")
    trial(bad, "bad").rename(bad / "verifier")
    assert {*jobs_of([tmp_path])} == {good, bad}
    shutil.copy(trial(bad, "good") / "result.json", bad / "result.json")
    assert {*jobs_of([tmp_path])} == {good, bad}
    assert audit_of(bad).verdict is JobVerdict.DIFFERS


def test_a_large_job_has_the_stats_of_one_that_runs_its_trials(
    real: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = {name: audit_of(path) for name, path in real.items()}
    monkeypatch.setattr(oracle.job, "MOST_RUN", 0)
    assert {name: audit_of(path) for name, path in real.items()} == run


@pytest.mark.end_to_end
def test_the_command_tells_of_each_job_and_strict_accepts_agreement_alone(
    copied: Copied, tmp_path: Path
) -> None:
    copied("tasks")

    def status(*words: str) -> tuple[int, str]:
        ended = command("audit", str(tmp_path), *words)
        return ended.returncode, ended.stdout.splitlines()[-1]

    assert status("--strict")[0] == 0
    copied("strategies")
    assert (status()[0], status("--strict")[0]) == (0, 1)
    copied("steps", using("b", n_input_tokens=NINES))
    assert status()[0] == 1
    shutil.rmtree(tmp_path / "steps")
    (copied("datasets") / "result.json").write_text("[1]")
    for code, verdict in (status(), status("--strict")):
        assert (code, verdict.split(":")[0]) == (1, "UNREADABLE")
    (tmp_path / "datasets" / "result.json").write_bytes(b"{}")
    assert status()[1].startswith("DIFFERS")
