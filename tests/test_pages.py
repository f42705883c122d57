"""Every page that people look at, in a real browser: any width, light and dark, by keyboard."""

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import HOSTILE, at_width, script
from programs import COMMAND, ROOT, run_program
from test_survey_page import PAGE, READERS

from conformance.audit.findings import Audit, AuditFinding, FindingKind, Headline, TrialReward
from conformance.protocol import show
from conformance.report import audit_view, rendering, survey_page
from conformance.survey.results import Sign

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
FIVE = "text-wins+naive-sum+drops-trials-without-names+pass-at-k-reciprocal+unset-is-final"
"""Deviations that are five causes, of four operations."""

OF_FIVE = "--operation metric --operation verifier --operation pass_at_k --operation multi_step"
CLAUSES = ("verifier.json-wins", "verifier.text-whole-file", "metric.sum-of-nothing")
OF_THREE = " ".join(f"--clause {clause}" for clause in CLAUSES)
RUNS = {
    "report": (f"certify deviation/{FIVE} {OF_FIVE}", 1),
    "stranger": (f"certify --command '{sys.executable} stranger.py' {OF_THREE}", 1),
    "declared": ("certify deviation/naive-sum --expected expected.toml --operation metric", 0),
    "fuzz": ("fuzz deviation/naive-sum --clause metric.compensated-sum --cases 700", 1),
}
"""Real runs, and how they end: with divergences, of a stranger, with declared deviations."""

HOW = {"certify": "--profile quick --report report", "fuzz": "--folder report"}
PRINTED = {
    "survey": lambda: survey_page.html(PAGE),
    "audit": lambda: rendering.html(audit_view.view([AUDITED], as_page=True)),
}
TAB, ENTER = "\ue004", "\ue007"  # the keys, as WebDriver has them
SCREEN = 900
"""Pixels of a screen's height."""


@pytest.fixture(scope="module", params=[*PRINTED, *RUNS])
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    file = folder / f"{request.param}.html"
    if request.param in PRINTED:
        file.write_text(PRINTED[request.param](), encoding="utf-8")
    else:
        line, status = RUNS[request.param]
        line = f"{line} --seed 1 --jobs 1 {HOW[line.partition(' ')[0]]}"
        (folder / "stranger.py").write_text(STRANGER)
        (folder / "expected.toml").write_text(EXPECTED)
        run_program(COMMAND, *shlex.split(line), cwd=folder, status=status)
        (folder / "report" / "report.html").rename(file)
    return file


def only(*pages: str) -> pytest.MarkDecorator:
    """Return the mark of a test that is of some pages only."""
    return pytest.mark.parametrize("page", pages, indirect=True)


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


@only("report")
def test_a_run_with_five_causes_is_at_most_three_screens(shown: "WebDriver") -> None:
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


def test_what_a_stranger_says_is_text_and_nothing_else(shown: "WebDriver") -> None:
    assert "ours no more" not in shown.title
    assert shown.find_elements("css selector", "script, img, iframe") == []
    assert len(shown.find_element("id", "content").text) > 200
    assert not {"\x1b", "\x00", "\u202e", "\u2066", "\u200f"} & set(shown.page_source)


def test_everything_is_reached_and_opened_by_keyboard_alone(shown: "WebDriver") -> None:
    shown.find_element("css selector", "body").send_keys(TAB)
    assert shown.switch_to.active_element.text == "To the content"
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


VERDICTS = {
    "audit": "DIFFERS", "report": "NOT CONFORMANT", "stranger": "NOT CONFORMANT",
    "declared": "CONFORMANT but for 1 declared", "fuzz": "NOT CONFORMANT",
}  # fmt: skip
"""What pages begin with; a survey gives none."""

PARTS = {
    "report": ["causes", "operations", "notes", "provenance", "again"],
    "stranger": ["unexplained", "operations", "provenance", "again"],
    "declared": ["operations", "declared", "again"],
}
"""Headings in their order."""


def test_a_run_has_the_verdict_first_and_its_parts_in_order(shown: "WebDriver", page: Path) -> None:
    verdicts = [one.text for one in shown.find_elements("css selector", "header.verdict h1")]
    assert len(verdicts) == (page.stem in VERDICTS)
    assert "".join(verdicts).startswith(VERDICTS.get(page.stem, ""))
    if not (parts := PARTS.get(page.stem)):
        return
    content = shown.find_element("id", "content").find_elements("xpath", "*")
    assert content[0].text.startswith(VERDICTS[page.stem])
    assert content[1].text.startswith("candidate")
    ids = [one.get_attribute("id") for one in shown.find_elements("css selector", "h2")]
    assert [part for part in ids if part in parts] == [part for part in parts if part in ids]
    assert {"operations", "provenance", "again"} <= set(ids)
    if page.stem != "declared":
        assert shown.find_elements("css selector", ".sides mark")
    again = shown.find_element("css selector", "#again ~ p code").text
    assert again.startswith("harbor-conformance certify ")


@only("fuzz")
def test_fuzzing_shows_how_harbors_coverage_grew(shown: "WebDriver") -> None:
    plots = shown.find_elements("css selector", "svg.plot")
    assert len(plots) == 2
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


@only("survey")
def test_every_sign_has_its_words_and_readers_and_rows_can_be_left_out(shown: "WebDriver") -> None:
    cells = shown.find_elements("css selector", "#both-files td summary")
    told = [cell.get_attribute("textContent") or "" for cell in cells]
    assert all(any(sign.value in text for sign in Sign) for text in told)
    assert all(cell.is_displayed() for cell in cells)
    shown.find_element("css selector", ".picks summary").click()
    for place in range(1, len(READERS)):
        shown.find_element("id", f"pick{place}").click()
    assert [cell.is_displayed() for cell in cells] == [False] * 11 + [True]
    shown.find_element("id", "differs").click()
    rows = shown.find_elements("css selector", "tr.row")
    for row in rows:
        assert row.is_displayed() == ("d12" in (row.get_attribute("class") or "").split())
    assert {row.is_displayed() for row in rows} == {True, False}


@only("survey")
@pytest.mark.parametrize(("width", "readers"), [(390, 5), (1400, 12)])
def test_many_readers_fit_and_the_inputs_stay(shown: "WebDriver", width: int, readers: int) -> None:
    at_width(shown, width)
    assert not shown.find_element("id", "pick1").is_displayed()
    before, after, moved, fit = shown.execute_script("""
        const row = document.querySelector('#text-one'), box = row.closest('.scroll');
        const edges = () => [...row.cells].map((cell) => cell.getBoundingClientRect().right);
        const before = edges(), right = box.getBoundingClientRect().right;
        box.scrollLeft = 100;
        return [before[0], edges()[0], box.scrollLeft, before.filter((one) => one <= right).length];
    """)
    assert (before == after, moved > 0, fit > readers) == (True, width < 1400, True)


BROKEN_WORDS = script("broken_words.js")
SQUEEZED = script("squeezed.js")


@pytest.mark.parametrize("width", [390, 1400])
def test_no_word_of_a_table_is_broken_unless_it_is_squeezed(
    browser: "WebDriver", width: int
) -> None:
    browser.get((ROOT / "docs" / "survey.html").as_uri())
    at_width(browser, width)
    words = browser.execute_script(BROKEN_WORDS)
    assert len(words) > 100
    assert [word for word, lines in words if lines > 1] == []
    browser.execute_script(SQUEEZED)
    squeezed = [word for word, lines in browser.execute_script(BROKEN_WORDS) if lines > 1]
    assert bool(squeezed) == (width < 1400)
