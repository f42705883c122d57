"""Runs against one another: what is new, gone and the same, and what counts as worse."""

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from programs import command_here as command
from reported import PLANNED, WHOLE, diverging, document_of, reported_finding

from conformance.certification import report_file
from conformance.certification.plan import Step
from conformance.certification.regression import Effect, Named, Regression, Standing, regression
from conformance.certification.report import Run
from conformance.certification.report_file import ReportError
from conformance.examination.findings import RECORDED, CheckResult
from conformance.protocol.differences import Kind
from conformance.report import rendering, several_runs

type Document = dict[str, Any]
type Change = Callable[[Document], object]


CLAUSES = ("verifier.json-wins", "metric.trial-order", "metric.compensated-sum")
CLAIMED, TRIALS = ("verifier", "metric"), "metric.trial-order"
SCOPE = PLANNED.scope.model_copy(update={"claimed": CLAIMED, "not_claimed": ("job",)})
STEPS = tuple(Step(clause, RECORDED) for clause in CLAUSES)
TWO_OPERATIONS = replace(
    WHOLE,
    planned=replace(PLANNED, scope=SCOPE, steps=STEPS),
    results=[CheckResult(clause, RECORDED, 0, 40, 0.1, answered=40) for clause in CLAUSES],
)


def clean() -> Document:
    return {**document_of(TWO_OPERATIONS), "suite": "0.1.0", "profile": "default"}


def count(document: Document, clause: str, **changed: object) -> None:
    document["operations"][clause.partition(".")[0]]["clauses"][clause].update(changed)


def add(document: Document, member: str, one: object) -> None:
    document[member] = [*document[member], one]


def report(document: Document) -> Run:
    return Run.model_validate(document)


def against(before: Document, after: Document) -> Regression:
    return regression(Named("A", report(before)), Named("B", report(after)))


def changed(change: Change) -> Document:
    """Return the report in which nothing is wrong, but for one change."""
    document = clean()
    change(document)
    return document


def test_a_run_is_not_worse_than_itself_even_where_it_diverges() -> None:
    result = against(clean(), clean())
    assert result.changes == ()
    assert result.verdict.startswith("NOT WORSE: B against A")
    both = changed(grave)
    (change,) = against(both, both).changes
    assert (change.standing, change.effect) == (Standing.SAME, Effect.TOLD)


def test_a_lone_surrogate_or_members_of_a_later_version_keep_no_report_from_being_read() -> None:
    assert report_file.parse(written(attested=True).encode(), "") == report(clean())
    document = changed(grave)
    document["findings"][0]["asked"] = "metric rewards=[{'\ud800': 1}]"
    read = report_file.parse(report_file.to_text(report(document)).encode(), "a report")
    assert read.findings[0].asked == "metric rewards=[{'\ud800': 1}]"


def drop_claim(document: Document) -> None:
    document["scope"]["claimed"].remove("metric")
    document["scope"]["not_claimed"].append("metric")
    del document["operations"]["metric"]


def drop_clause(document: Document) -> object:
    return document["operations"]["metric"]["clauses"].pop(TRIALS)


def unchanged(_: Document) -> None:
    """Change nothing."""


grave = partial(diverging, clause=TRIALS)
light = partial(grave, kind=Kind.ERROR)


DECLARED = {"entry": "naive-sum", "cause": "", "source": "", "clauses": []}
LEFT_OUT = "--clause leaves out 2"
WORSE: dict[str, Change] = {
    "claim:metric": drop_claim,
    "declared:naive-sum": lambda one: add(one, "declared", DECLARED),
    f"restriction:{LEFT_OUT}": lambda one: one["scope"]["restrictions"].append(LEFT_OUT),
    "profile": lambda one: one.update(profile="quick"),
    "level": lambda one: one.update(level="rare"),
    "clause:metric.trial-order": lambda one: count(one, TRIALS, done=0),
    "fault:it wrote a line": lambda one: add(one, "faults", "it wrote a line"),
    "stale:naive-sum": lambda one: add(one, "stale", "naive-sum"),
    "verdict": lambda one: one.update(cut_off="a process was ended"),
}


@pytest.mark.parametrize("name", WORSE)
def test_what_is_wrong_or_says_less_is_worse_and_the_way_back_is_not(name: str) -> None:
    after = changed(WORSE[name])
    result = against(clean(), after)
    assert [change.name for change in result.worse] == [name]
    assert result.verdict.startswith("WORSE: ")
    back = against(after, clean())
    assert name == "verdict" or (back.changes and back.worse == [])


CLAUSE = f"clause:{TRIALS}"
OTHERS = {"harbor": "0.14.0", "pydantic": "2.15.0", "wheel_digest": "2f"}
PAIRS: dict[str, tuple[Change, Change, list[str]]] = {
    "a divergence": (unchanged, grave, [f"worse new {CLAUSE}"]),
    "no divergence any more": (grave, unchanged, [f"better gone {CLAUSE}"]),
    "a graver divergence": (light, grave, [f"worse same {CLAUSE}"]),
    "a lighter divergence": (grave, light, [f"better same {CLAUSE}"]),
    "a divergence that is not run": (grave, drop_clause, [f"told other {CLAUSE}"]),
    "equal, and not exactly": (unchanged, lambda one: count(one, TRIALS, inexact=1),
     [f"worse other {CLAUSE}"]),
    "a clause that is not run": (unchanged, drop_clause, [f"worse other {CLAUSE}"]),
    "a clause that another suite lacks": (unchanged,
     lambda one: (drop_clause(one), one.update(suite="0.2.0")),
     ["told other suite", f"told other {CLAUSE}"]),
    "other versions": (unchanged, lambda one: one["provenance"].update(OTHERS),
     ["told other harbor", "told other wheel", "told other pydantic"]),
}  # fmt: skip
"""What is changed in two reports, and all that is reported."""


@pytest.mark.parametrize("pair", PAIRS)
def test_what_is_reported_of_two_runs_and_what_it_means(pair: str) -> None:
    before, after, told = PAIRS[pair]
    changes = against(changed(before), changed(after)).changes
    assert [f"{one.effect} {one.standing} {one.name}" for one in changes] == told


def test_the_causes_of_a_divergence_are_listed() -> None:
    after = changed(grave)
    counts = {"explained": 1, "cases": 1, "contradicted": 0, "alike": []}
    told = {"deviations": ["naive-sum"], "description": "adds", "clauses": [TRIALS]}
    add(after, "causes", told | counts | {"finding": reported_finding(TRIALS)})
    named = Named("A", report(clean())), Named("B", report(after))
    assert "cause: adds" in rendering.text(several_runs.compared(named, [regression(*named)]))


def written(**changed: object) -> str:
    """Return the text of a report, with members that certify did not write."""
    return json.dumps({**json.loads(report_file.to_text(report(clean()))), **changed})


BAD: dict[str, tuple[str | bytes, str]] = {
    "nothing": ("", "Invalid JSON"),
    "no JSON": (b"\xff\xfe", "Invalid JSON"),
    "a list": ("[]", "Input should be a valid dictionary"),
    "another document": ('{"gate": 2}', "suite: Field required"),
    "an earlier form": (written(report=1), "it has version 1 of the form; this suite reads 3"),
    "a text for a number": (written(seed="many"), "seed: Input should be"),
    "a negative count": (written(answered=-1), "answered: Input should be greater"),
    "a member twice": ('{"seed": 1, "seed": 1}', "an object has two members 'seed'"),
    "no number": ('{"seed": NaN}', "NaN is not JSON"),
    "too deep": ("[" * 100_000, "Invalid JSON"),
    "none of what it claims": (
        written(operations={}),
        "operations: they are not those that are claimed",
    ),
    "another verdict": (written(conformant=False), "contradicts itself: conformant: False, where"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_is_no_report_gets_one_line(name: str, tmp_path: Path) -> None:
    content, said = BAD[name]
    file = tmp_path / "report.json"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ReportError) as caught:
        report_file.read(tmp_path)
    assert said in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return with_reports(tmp_path)


def with_reports(folder: Path) -> Path:
    """Put the reports of a run in which nothing is wrong, and of a worse one, into a folder."""
    for name, document in (("good", clean()), ("bad", changed(WORSE["declared:naive-sum"]))):
        (folder / name).mkdir()
        (folder / name / "report.json").write_text(report_file.to_text(report(document)))
    return folder


@pytest.mark.parametrize(
    ("words", "code", "last"),
    [
        ("good good/report.json", 0, "NOT WORSE: good/report.json against good: "),
        ("good bad", 1, "WORSE: bad against good: "),
        ("bad good", 0, "NOT WORSE: good against bad: "),
        ("good good bad", 1, "WORSE: bad against good: "),
    ],
)
def test_the_status_tells_what_is_worse(words: str, code: int, last: str, folder: Path) -> None:
    completed = command("compare", *words.split(), cwd=folder, status=code)
    assert completed.stdout.splitlines()[-1].startswith(last)
    as_json = command("compare", *words.split(), "--json", cwd=folder, status=code)
    assert json.loads(as_json.stdout)["worse"] is bool(code)


@pytest.mark.end_to_end
def test_a_candidate_gets_the_cases_of_the_earlier_run(tmp_path: Path) -> None:
    how = ("--operation", "reason_code", "--profile", "quick", "--seed", "5", "--jobs", "1")
    command("certify", "reference", *how, "--report", "before", cwd=tmp_path)
    words = ("before", "reference", "--jobs", "1", "--json")
    document = json.loads(command("compare", *words, cwd=tmp_path, status=0).stdout)
    (comparison,) = document["comparisons"]
    assert comparison["changes"] == []
    before, after = (copy.deepcopy(one) for one in document["reports"])
    assert before.pop("name") == "before"
    assert after.pop("name") == "reference"
    assert before == after


def test_a_summary_is_added_to_a_file(folder: Path) -> None:
    (folder / "summary.md").write_text("# before\n")
    command("compare", "good", "bad", "--summary", "summary.md", cwd=folder)
    text = (folder / "summary.md").read_text()
    assert text.startswith("# before\n**WORSE: bad against good")
    assert "worse, new: a deviation that is declared: naive-sum" in text
