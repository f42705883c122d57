"""One view in every form: each says the same, and markup of strangers is shown, never obeyed."""

import re
import time
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from programs import wait_until
from reported import FIRST, RESULTS, WHOLE, with_first

from conformance.diagnosis.diagnosis import Cause, Diagnosis
from conformance.examination.findings import CheckResult, Finding
from conformance.protocol.differences import Kind
from conformance.protocol.values import Case, Fault, Result
from conformance.report import progress, rendering, run_view
from conformance.report.view import Code, CommandText, DataTable, Facts, Group, Item, Strong, View

HOSTILE = "<script>|`*x*`\x1b[31m\x7f\u202e\ud800\n# head"
VIEW = View(
    "REFUSED: 1 of 2 differs",
    [
        "Two jobs.",
        Facts([("jobs", "2"), ("harbor", Code("0.13.1"))]),
        DataTable(["job", "mean"], [["first", "0.5"], ["second", Strong("0.25")]]),
        Group(
            "second",
            [
                Item(
                    ("mean of ", Code("second")),
                    [("recorded", "0.5"), ("repeat", Code("audit second"))],
                    "it differs\nat the end",
                    "failure",
                    where="job",
                ),
                Item("read", outcome="passed", seconds=0.5),
                Item("a note"),
            ],
        ),
    ],
    tone="error",
    name="audit",
)


def test_the_text_ends_in_the_headline() -> None:
    assert rendering.text(VIEW).splitlines() == [
        "Two jobs.",
        "jobs    2",
        "harbor  0.13.1",
        "job     mean",
        "first   0.5",
        "second  0.25",
        "",
        "second",
        "  mean of second: it differs",
        "     recorded   0.5",
        "     repeat     audit second",
        "  read",
        "  a note",
        "",
        "REFUSED: 1 of 2 differs",
    ]


def test_no_line_is_wider_than_the_terminal_unless_it_is_a_command() -> None:
    words, command = "word " * 40, CommandText("ask " * 40)
    item = Item(words, [("requires", words), ("repeat", command)], detail=words)
    facts, table = Facts([("x", words)]), DataTable([words, "n"], [[words, "1"]])
    view = View(words, [words, facts, table, item, Group(words, [item, words])])
    wide = [line for line in rendering.text(view, 60).splitlines() if len(line) > 60]
    assert [line.split()[0] for line in wide] == ["repeat", "repeat"]


def test_markdown_begins_with_the_headline() -> None:
    assert rendering.markdown(VIEW).splitlines() == [
        "**REFUSED: 1 of 2 differs**",
        "",
        "Two jobs.",
        "",
        "- jobs: 2",
        "- harbor: `0.13.1`",
        "",
        "| job | mean |",
        "| --- | --- |",
        "| first | 0.5 |",
        "| second | **0.25** |",
        "",
        "## second",
        "",
        "- mean of `second`: it differs",
        "  - recorded: 0.5",
        "  - repeat: `audit second`",
        "- read",
        "- a note",
    ]


def test_junit_has_a_suite_a_group_and_a_test_an_item_with_an_outcome() -> None:
    suites = ET.fromstring(rendering.junit(VIEW))  # noqa: S314 - our own
    assert suites.get("name") == "audit"
    (suite,) = suites
    counts = [suite.get(name) for name in ("name", "tests", "failures", "errors", "skipped")]
    assert counts == ["second", "2", "1", "0", "0"]
    failed, passed = suite
    assert (failed.get("classname"), failed.get("name")) == ("job", "mean of second")
    problem = failed.find("failure")
    assert problem is not None
    assert problem.get("message") == "it differs"
    assert (problem.text or "").splitlines() == [
        "it differs",
        "at the end",
        "recorded: 0.5",
        "repeat: audit second",
    ]
    assert (passed.get("classname"), passed.get("time"), len(passed)) == ("second", "0.500", 0)


def test_a_page_shows_every_word() -> None:
    page = rendering.html(VIEW)
    for shown in ("<code>0.13.1</code>", "<strong>0.25</strong>", "it differs", "verdict error"):
        assert shown in page


def test_what_a_stranger_wrote_is_shown_and_never_obeyed_and_its_junit_is_xml() -> None:
    cells = (HOSTILE, Code(HOSTILE), Strong(HOSTILE))
    item = Item(cells, [("x", cells)], HOSTILE, "error", HOSTILE)
    table = DataTable(["name"], [[cells]])
    view = View("V: v", [cells, Facts([("name", cells)]), table, Group(cells, [item])])
    for form in (rendering.text, rendering.markdown, rendering.html):
        written = form(view)
        assert not {"\x1b", "\x7f", "\u202e"} & {*written}
        assert form is rendering.html or "\n# head" not in written
        written.encode()
    assert "<script>" not in rendering.html(view)
    ET.fromstring(rendering.junit(View("", [Group(HOSTILE, [item])])))  # noqa: S314 - our own
    text = rendering.markdown(View("V: v", [HOSTILE, Code(HOSTILE), DataTable(["x"], [[HOSTILE]])]))
    _, prose, code, _, _, row = filter(None, text.splitlines())
    assert prose.startswith(r"\<script\>\|\`\*x\*\`\\u001b")
    assert code.startswith("``<script>|`*x*`")
    assert row.startswith(r"| \<script\>\|")


NUMBER = Finding(
    FIRST.clause, Case("pass_at_k", {"trials": []}), Result({}), Result({"a": {}}), kind=Kind.NUMBER
)
CRASHED = replace(NUMBER, candidate=Fault("it crashed"), kind=Kind.NO_ANSWER)


def test_each_cause_has_a_command_and_a_missing_answer_is_shown_next_to_them() -> None:
    clauses = ("pass_at_k.mean-over-tasks",)
    causes = [Cause((), f"cause {n}", clauses, 1, 1, 0, (), NUMBER) for n in range(1, 5)]
    diagnosis = Diagnosis(causes=tuple(causes))
    run = replace(with_first(findings=(CRASHED, NUMBER)), diagnosis=diagnosis).run()
    shown = rendering.text(run_view.view(run))
    assert shown.startswith("4 causes explain 2 of 2 divergent clauses")
    assert shown.count("\n   repeat ") == len(causes) + 1
    assert shown.count("\n   requires ") == run_view.MOST_FINDINGS + 1
    assert "\n   candidate  no answer: it crashed\n" in shown


def test_a_clause_without_an_answer_is_not_divergent_and_one_given_up_is_not_finished() -> None:
    told = "given up after 5 faults"
    silent, given_up = RESULTS[-1], next(one for one in RESULTS if one.clause != FIRST.clause)
    results = {one: one for one in RESULTS}
    results[FIRST] = replace(FIRST, findings=(NUMBER,))
    results[silent] = replace(silent, findings=(replace(CRASHED, clause=silent.clause),))
    results[given_up] = replace(given_up, cases=0, problem=told, not_asked=told)
    cause = Cause((), "a cause", (FIRST.clause,), 1, 1, 2, (), NUMBER)
    diagnosis = Diagnosis(causes=(cause,))
    run = replace(WHOLE, results=tuple(results.values()), diagnosis=diagnosis).run()
    shown = rendering.text(run_view.view(run)).splitlines()
    assert shown[0] == "1 cause explains 1 of 1 divergent clause"
    assert shown[2] == "1  a cause   1 clause, 1 of 1 case, but wrong in 2 agreeing cases"
    (row,) = (one for one in shown if one.startswith(f"  {given_up.clause} "))
    assert row.endswith("not finished")


RESULT = CheckResult("metric.trial-order", "x", seed=0, cases=1500, seconds=0.0)


def await_line(capsys: pytest.CaptureFixture[str], pattern: str) -> str:
    """Return what was printed once it has a line of this form."""
    told = [""]

    def is_there() -> object:
        told.append(told[-1] + capsys.readouterr().err)
        return re.search(pattern, told[-1], re.MULTILINE)

    wait_until(is_there, f"{pattern} was not printed")
    return told[-1]


def test_lines_come_while_no_result_does_and_none_once_a_run_has_ended(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.05)  # instead of ten seconds
    with progress.progress(3) as advance:
        assert re.fullmatch(r"(starting, 0 s so far\n)+", await_line(capsys, "starting"))
        for count in (1, 2):
            advance(RESULT)
            cases = f"{count} of 3 checks, {1500 * count:,} cases"
            await_line(capsys, rf"^{cases}, [\d,]+/s, \d+ s left, \d+ s so far$")
    capsys.readouterr()
    time.sleep(0.2)
    assert capsys.readouterr().err == ""
