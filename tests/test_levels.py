"""How common the input of each clause is, and what a run says of clauses that are not required."""

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from certified import certify, described, document_in
from programs import ROOT, command, run_program
from reported import FIRST, PLANNED, RESULTS, WHOLE, found, requested

from conformance.certification import certifying, diagnosing
from conformance.diagnosis.diagnosis import Cause, Diagnosis, by_clause_and_kind
from conformance.examination.drawing import draw_each
from conformance.examination.findings import CheckResult, Finding
from conformance.executor.workers import Workers
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.clause import Clause, Level
from conformance.operations.strategies.sizes import is_in_practice
from conformance.protocol.differences import Kind
from conformance.protocol.values import Case, Result, Value
from conformance.report import run_view
from conformance.report.rendering import text

READERS = {folder.name for folder in (ROOT / "candidates" / "readers").iterdir()}
COMMON = [id_ for id_, one in CATALOGUE.items() if one.rating.level is Level.COMMON]
PUBLIC = re.compile(r"\b[\w-]+/[\w.-]+(#\d+|\b)")
"""A repository or a task, or an issue of it."""


@pytest.mark.parametrize("clause", CATALOGUE.values(), ids=CATALOGUE)
def test_a_clause_has_a_level_with_a_reason(clause: Clause) -> None:
    rating = clause.rating
    assert re.fullmatch(r"\S.{5,}[^\s.]", rating.reason)
    if rating.level is Level.COMMON:
        cited = READERS.intersection(re.findall(r"\w+", rating.reason))
        assert cited or PUBLIC.search(rating.reason)


@pytest.mark.parametrize("clause", COMMON)
def test_a_common_clause_draws_no_extreme_values(clause: str) -> None:
    drawn = list[Case]()
    for check in CATALOGUE[clause].checks:
        draw_each(check.cases, lambda case, _: drawn.append(case), seed=20_261_125, examples=20)
    assert [case for case in drawn if not is_in_practice(case)] == []


@pytest.mark.parametrize(
    ("inside", "beyond"),
    [
        (-(2**53), -(2**53) - 1),
        (-1e16, -1.1e16),
        (1e16, float("nan")),
        (b"-1e16", b"-Infinity"),
        ("a" * 1000, "a" * 1001),
        ([0] * 1000, [0] * 1001),
        ({"a" * 1000: 0}, {"a" * 1001: 0}),
        (b"[9007199254740992]", b"[9007199254740993]"),
        (b"0" * 1000, b"0" * 1001),
        (b"[" * 51 + b"]" * 51, b"[" * 52 + b"]" * 52),
    ],
)
def test_what_no_input_in_practice_has(inside: Value, beyond: Value) -> None:
    assert is_in_practice(Case("metric", {"value": inside}))
    assert not is_in_practice(Case("metric", {"value": beyond}))


def test_findings_are_ordered_by_level_before_all_else() -> None:
    levels = {clause.rating.level: id_ for id_, clause in CATALOGUE.items()}
    kinds = {Level.COMMON: Kind.NUMBER, Level.RARE: Kind.ERROR, Level.EXTREME: Kind.NUMBER}
    findings = [
        Finding(levels[level], Case("metric", {"n": size}), Result(1), Result(2), kind=kinds[level])
        for level, size in ((Level.EXTREME, 1), (Level.RARE, 11), (Level.COMMON, 111))
    ]
    ordered = [CATALOGUE[one.clause].rating.level for one in by_clause_and_kind(findings)]
    assert ordered == [*Level]


SHORT_NAMES = """
from candidates import reference

_right = reference.pipelines()["pass_at_k"]

def pass_at_k(case):
    if any(len(trial["task_name"]) > 1000 for trial in case["trials"]):
        raise MemoryError
    return _right(case)
"""
"""A candidate that fails where names are longer than any in practice."""

DIVERGES = (
    "mine: diverges from harbor 0.13.1 in 1 extreme clause of pass_at_k; "
    "conformant in all common and rare clauses: "
)
PASSES = (
    "CONFORMANT at level rare (pass_at_k; 8 operations not claimed): mine: agrees with "
    "harbor 0.13.1 in all common and rare clauses, and fails in 1 extreme clause beyond: "
)
NOTE = "not required at level rare, and failed: extreme: pass_at_k.names-of-any-length"


def test_what_was_not_finished_beyond_the_level_is_not_said_to_have_failed() -> None:
    first = requested(found(Kind.NUMBER), level=Level.COMMON)
    run = replace(first, results=first.results[:1]).run()
    assert len(run.beyond) > 1
    assert run.notes[-1] == f"not required at level common, and failed: rare: {FIRST.clause}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(SHORT_NAMES)
    return tmp_path


@pytest.mark.end_to_end
def test_a_verdict_says_the_level_of_what_diverges(folder: Path) -> None:
    completed = certify("mine:", cwd=folder, status=1)
    assert DIVERGES in completed.stdout.splitlines()[-1]
    badge = command("show", "badge", "report", "--json", cwd=folder)
    assert json.loads(badge.stdout)["message"] == "diverges in 1 extreme clause"


@pytest.mark.end_to_end
def test_what_fails_beyond_the_required_level_is_reported_everywhere(folder: Path) -> None:
    completed = certify("mine:", "--level", "rare", cwd=folder, status=0)
    assert completed.stdout.splitlines()[-1].startswith(PASSES)
    assert NOTE in completed.stdout
    report = json.loads((folder / "report" / "report.json").read_text())
    assert (report["exit_code"], report["conformant"], report["level"]) == (0, False, "rare")
    assert [one["level"] for one in report["findings"]] == ["extreme"]
    assert "--level rare" in report["repeat"]
    statement = document_in(folder)
    assert described(statement, "level")["annotations"] == {"required": "rare"}
    assert statement["predicate"]["result"] == "WARNED"
    assert statement["predicate"]["failedTests"] == ["pass_at_k.names-of-any-length"]
    tests = ET.parse(folder / "report" / "junit.xml").iter("testcase")  # noqa: S314 - ours
    (failed,) = (test for test in tests if test.find("skipped") is not None)
    values = {one.get("name"): one.get("value") for one in failed.iter("property")}
    assert values == {"level": "extreme", "required": "no"}
    assert NOTE in (folder / "report" / "report.html").read_text()
    badge = command("show", "badge", "report", "--json", cwd=folder)
    assert "conformant at level rare but for 1 extreme clause" in badge.stdout
    verified = command("verify", "report", "--again", cwd=folder, status=0)
    assert "mine: WARNED at level rare (pass_at_k" in verified.stdout


@pytest.mark.end_to_end
def test_pytest_xfails_what_fails_beyond_the_required_level(folder: Path) -> None:
    words = (
        "-m pytest -p conformance.pytest_plugin -p no:cacheprovider --pyargs conformance.suite -rx"
    )
    options = "--conformance-profile quick --conformance-seed 7 --conformance-level rare"
    asked = (*words.split(), *options.split(), "--candidate", "mine:")
    completed = run_program(sys.executable, *asked, cwd=folder, timeout=300, status=0)
    assert "XFAIL" in completed.stdout
    assert "pass_at_k.names-of-any-length" in completed.stdout
    assert PASSES in completed.stdout
    assert f"Note: {NOTE}" in completed.stdout


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("named", [Level.EXTREME, Level.COMMON])
def test_common_clauses_alone_are_explained_where_nothing_else_has_a_cause(
    named: Level, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = found(Kind.NUMBER).results[0].findings[0]
    wrong = {one.clause: replace(first, clause=one.clause) for one in RESULTS}
    results = [replace(one, findings=(wrong[one.clause],)) for one in RESULTS]

    def diagnosed(shown: Sequence[CheckResult]) -> Diagnosis:
        clauses = tuple(dict.fromkeys(one.clause for one in shown))
        level = max((CATALOGUE[one].rating.level for one in clauses), key=[*Level].index)
        small = wrong[clauses[0]]
        trial: Value = {"task_name": "t" * 99, "agent": "a", "verifier_result": None}
        large = replace(small, case=Case("pass_at_k", {"trials": [trial]}))
        both = ("large", large), ("small", small)
        causes = tuple(Cause((), name, clauses, 1, 1, 0, (), one) for name, one in both)
        return Diagnosis(causes * (level is named), clauses=clauses)

    def diagnoses(levels: Sequence[Sequence[CheckResult]], *_: object, **__: object) -> object:
        return [*map(diagnosed, levels)]

    monkeypatch.setattr(diagnosing, "_parts", lambda shown, _: [shown])
    monkeypatch.setattr(diagnosing, "_omitting", list)
    monkeypatch.setattr(diagnosing, "_diagnoses", diagnoses)
    request = replace(PLANNED.request, workers=Workers(jobs))
    diagnosis = certifying.diagnosis_of(results, request)
    assert [one.description for one in diagnosis.causes] == ["small", "large"]
    run = replace(WHOLE, results=results, diagnosis=diagnosis).run()
    beyond = {name for name, one in run.clauses.items() if one.level not in named.included}
    assert {*run.unexplained.later} == beyond
    assert ("run again once these agree" in text(run_view.view(run))) is bool(beyond)
