"""Every page that people look at, in a real browser: any width, light and dark, by keyboard."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import HOSTILE, at_width, script
from programs import COMMAND, run_program
from test_survey_page import PAGE

from conformance.audit.findings import Audit, AuditFinding, FindingKind, Headline, TrialReward
from conformance.protocol import show
from conformance.report import audit_view, rendering, survey_page

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver

pytestmark = pytest.mark.end_to_end

SHOWN = show.printable(HOSTILE)
AUDITED = Audit(
    path=Path("/jobs") / HOSTILE.replace("/", "_").replace("\x00", ""),
    release=SHOWN,
    by="0.13.1",
    trials=12_480,
    derived=12_000,
    taken=480,
    headlines=(
        Headline(SHOWN, "mean", "0.5", "0.5000000000000001", 12_480),
        Headline("agent__model__dataset", "mean", "0.5", "0.5", 1),
    ),
    findings=tuple(
        AuditFinding(kind, f"{HOSTILE}/result.json", (SHOWN,), SHOWN, SHOWN, SHOWN)
        for kind in FindingKind
    ),
    rewards=tuple(
        TrialReward(SHOWN, SHOWN, HOSTILE, SHOWN if number is None else str(number), number)
        for number in (None, 0.0, 0.25, 0.5, 1.0, float("inf"))
    ),
)


STRANGER = f"""
import json, sys
HOSTILE = {HOSTILE!r} + chr(0x200F)
for line in sys.stdin:
    request = json.loads(line)
    response = {{"id": request["id"]}}
    if request["op"] == "hello":
        names = dict.fromkeys(("name", "version", "language"), HOSTILE)
        response["result"] = {{**names, "ops": ["verifier", "metric"]}}
    elif request["op"] == "metric":
        response["result"] = {{request["input"]["metric"]: {{"float": "-0.0"}}}}
    elif request["input"]["reward.json"] is None:
        response["result"] = {{"rewards": {{HOSTILE: {{"int": "1"}}}}}}
    else:
        response.update(error=HOSTILE, message=HOSTILE)
    print(json.dumps(response), flush=True)
"""
"""A candidate whose name, errors and rewards are full of markup and of what is not seen."""

EXPECTED = f"""
[[deviation]]
name = "naive-sum"
cause = {json.dumps(HOSTILE)}
source = {json.dumps(HOSTILE)}
"""
METRIC = ("--operation", "metric")
FIVE = "text-wins+naive-sum+drops-trials-without-names+pass-at-k-reciprocal+unset-is-final"
"""Deviations that are five causes, of four operations."""

OF_FIVE = (*METRIC, *(f"--operation={name}" for name in ("verifier", "pass_at_k", "multi_step")))
TAB, ENTER = "\ue004", "\ue007"  # the keys, as WebDriver has them
SCREEN = 900
"""Pixels of a screen's height."""

TEXTS = ("--clause", "verifier.json-wins", "--clause", "verifier.text-whole-file")
CLAUSES = (*TEXTS, "--clause", "metric.sum-of-nothing")


def of_run(name: str, folder: Path) -> str:
    """Return the page of a real run that diverges, of a stranger, or with declared deviations."""
    folder.mkdir()
    (folder / "stranger.py").write_text(STRANGER)
    (folder / "expected.toml").write_text(EXPECTED)
    words, code = {
        "report": ([f"deviation/{FIVE}", *OF_FIVE], 1),
        "stranger": (["--command", f"{sys.executable} stranger.py", *CLAUSES], 1),
        "declared": (["deviation/naive-sum", "--expected", "expected.toml", *METRIC], 0),
    }[name]
    how = ["--profile", "quick", "--seed", "1", "--jobs", "1", "--report", "report"]
    run_program(COMMAND, "certify", *words, *how, cwd=folder, status=code)
    return (folder / "report" / "report.html").read_text(encoding="utf-8")


def of_fuzzing(folder: Path) -> str:
    how = ("--clause", "metric.compensated-sum", "--seed", "1", "--cases", "700", "--jobs", "1")
    run_program(COMMAND, "fuzz", "deviation/naive-sum", *how, cwd=folder, status=1)
    return (folder / "fuzz" / "report.html").read_text(encoding="utf-8")


PAGES = ("survey", "audit", "report", "stranger", "declared", "fuzz")


@pytest.fixture(scope="module", params=PAGES)
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    if request.param == "audit":
        text = rendering.html(audit_view.view([AUDITED], as_page=True))
    elif request.param == "survey":
        text = survey_page.html(PAGE)
    elif request.param == "fuzz":
        text = of_fuzzing(folder)
    else:
        text = of_run(request.param, folder / request.param)
    file = folder / f"{request.param}.html"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.fixture
def shown(browser: "WebDriver", page: Path) -> "WebDriver":
    browser.get(page.as_uri())
    return browser


@pytest.mark.parametrize("width", [390, 820, 1400])
def test_nothing_runs_over_the_edge(width: int, shown: "WebDriver") -> None:
    at_width(shown, width)
    opened = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
    shown.execute_script(opened)
    assert shown.execute_script("return document.documentElement.scrollWidth") <= width


def test_a_run_with_five_causes_is_at_most_three_screens(shown: "WebDriver", page: Path) -> None:
    if page.stem != "report":
        return
    at_width(shown, 1400)
    assert len(shown.find_elements("css selector", "details.cause")) >= 5
    assert shown.execute_script("return document.documentElement.scrollHeight") <= 3 * SCREEN


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_can_be_read(scheme: str, shown: "WebDriver") -> None:
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    shown.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    ground = shown.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(255, 255, 255)") is (scheme == "light")
    assert shown.execute_script(script("contrast.js")) >= 4.5


def test_the_first_key_leads_to_the_content(shown: "WebDriver") -> None:
    shown.find_element("css selector", "body").send_keys(TAB)
    assert shown.switch_to.active_element.text == "To the content"


def test_what_a_stranger_says_is_text_and_nothing_else(shown: "WebDriver") -> None:
    assert "ours no more" not in shown.title
    assert shown.find_elements("css selector", "script, img, iframe") == []
    assert not {"\x1b", "\x00", "\u202e", "\u2066", "\u200f"} & set(shown.page_source)


def test_everything_is_reached_and_opened_by_keyboard_alone(shown: "WebDriver") -> None:
    for summary in shown.find_elements("css selector", "summary")[:3]:
        details = summary.find_element("xpath", "..")
        before = details.get_attribute("open")
        shown.execute_script("arguments[0].focus()", summary)
        style = "getComputedStyle(document.activeElement, null)"
        assert shown.execute_script(f"return {style}.outlineStyle") != "none"
        shown.switch_to.active_element.send_keys(ENTER)
        assert details.get_attribute("open") != before
        shown.switch_to.active_element.send_keys(ENTER)  # one may be inside another
    for link in shown.find_elements("css selector", "main nav a, main a[href^='#']"):
        target = (link.get_dom_attribute("href") or "").removeprefix("#")
        assert shown.find_elements("id", target)


def test_the_page_says_all_of_it_without_scripts(shown: "WebDriver") -> None:
    shown.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        shown.refresh()
        assert len(shown.find_element("id", "content").text) > 200
    finally:
        shown.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


RUNS = {
    "report": ("NOT CONFORMANT", ["causes", "operations", "notes", "provenance", "again"]),
    "stranger": ("NOT CONFORMANT", ["unexplained", "operations", "provenance", "again"]),
    "declared": ("CONFORMANT but for 1 declared", ["operations", "declared", "again"]),
}


VERDICTS = {"audit": ["DIFFERS"], "fuzz": ["NOT CONFORMANT"]}
"""Of the other pages; a survey gives none."""


def test_a_run_has_the_verdict_first_and_its_parts_in_order(shown: "WebDriver", page: Path) -> None:
    if page.stem not in RUNS:
        verdicts = [one.text for one in shown.find_elements("css selector", "header.verdict h1")]
        assert verdicts == VERDICTS.get(page.stem, [])
        return
    verdict, parts = RUNS[page.stem]
    content = shown.find_element("id", "content").find_elements("xpath", "*")
    assert content[0].text.startswith(verdict)
    assert content[1].text.startswith("candidate")
    ids = [one.get_attribute("id") for one in shown.find_elements("css selector", "h2")]
    assert [part for part in ids if part in parts] == [part for part in parts if part in ids]
    assert {"operations", "provenance", "again"} <= set(ids)
    if page.stem != "declared":
        assert shown.find_elements("css selector", ".sides mark")
    again = shown.find_element("css selector", "#again ~ p code").text
    assert again.startswith("harbor-conformance certify ")


def test_fuzzing_shows_how_harbors_coverage_grew(shown: "WebDriver", page: Path) -> None:
    plots = shown.find_elements("css selector", "svg.plot")
    assert len(plots) == (2 if page.stem == "fuzz" else 0)
    for plot in plots:
        assert " after " in (plot.get_attribute("aria-label") or "")
        path = plot.find_element("css selector", "path").get_attribute("d") or ""
        start, *steps = path.split("H")
        heights = [start.split()[1], *(step.partition("V")[2] for step in steps)]
        assert sorted(map(float, heights), reverse=True) == [*map(float, heights)]
        assert len(set(heights)) > 1


def test_harbor_and_candidate_stand_side_by_side_given_room(shown: "WebDriver", page: Path) -> None:
    pairs = shown.find_elements("css selector", ".finding .sides > div:not(.whole)")
    assert bool(pairs) is (page.stem in {"report", "stranger"})
    for width, beside in ((1400, True), (390, False)):
        at_width(shown, width)
        tops = {pair.rect["y"] for pair in pairs[:2]}
        assert not tops or (len(tops) == 1) is beside
