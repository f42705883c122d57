"""The page of a survey in a real browser: narrow, wide, light, dark, by keyboard, unspoilt."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from toolchains import not_run

from conformance.implementations.readers.reader import Reader
from conformance.report import survey_cells, survey_markdown, survey_page
from conformance.report.html import visible
from conformance.survey.questions import QUESTIONS
from conformance.survey.results import Cause, Counts, Reading, Seen, Shown, Survey

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver

MARKUP = "</code><script>document.title = 'ours no more'</script><img src=x onerror=alert(1)>"
UNSEEN = "abc\x1b[31m\x00\u202edef\u2066"
HOSTILE = MARKUP + UNSEEN + "|" + "`" + "x" * 300


def described(name: str) -> Reader:
    return Reader(
        name=name,
        folder=Path(),
        kind="reader",
        source="index",
        package=name,
        version="1.0.0",
        python="3.12",
        module=name,
        repository="https://example.org/project",
        tag="v1.0.0",
        paths="src/",
        score="the first number",
        sentence=f"It is {HOSTILE}.",
        calls={"verifier": "read"},
        lacks={"metric": f"it has none {MARKUP}"},
    )


READERS = tuple(described(f"reader-{number}") for number in range(12))
VALUES = (
    Shown(numbers={"": "1"}),
    Shown(numbers={"": "0.5000000000000001"}),
    Shown(numbers={HOSTILE: "1", "b": "2"}),
    Shown(error=HOSTILE),
    Shown(lacks=True),
)


def reading(place: int, reader: Reader) -> Reading:
    return Reading(
        name=reader.name,
        version=reader.version,
        seen={
            question.id: Seen(shown=VALUES[(number + place) % len(VALUES)], causes=("cause",))
            for number, question in enumerate(QUESTIONS)
        },
        verdict=f"NOT CONFORMANT {HOSTILE}",
        holds=False,
        operations={"verifier": Counts(cases=2794, declared=12, divergences=1)},
        findings=(HOSTILE,),
        causes=(Cause(entry="cause", cause=f"why {HOSTILE}", source="package/file.py:3-9"),),
    )


PAGE = survey_cells.page_of(
    Survey(
        harbor="0.13.1",
        seed=0,
        profile="quick",
        shown={question.id: VALUES[0] for question in QUESTIONS},
        readings=tuple(reading(place, one) for place, one in enumerate(READERS)),
    ),
    READERS,
    changes=(HOSTILE,),
    absent=(described("absent"),),
)


def test_what_cannot_be_seen_is_spelled_out() -> None:
    assert visible(UNSEEN) == "abc\\u001b[31m\\u0000\\u202edef\\u2066"
    text = survey_page.to_text(PAGE)
    assert not {"\x1b", "\x00", "\u202e", "\u2066"} & set(text)
    assert "<script>" not in text
    assert "<img" not in text


def test_the_page_is_one_file_that_loads_nothing() -> None:
    text = survey_page.to_text(PAGE)
    assert "<link" not in text
    assert "src=" not in text.replace("src=x", "")
    assert "url(" not in text
    assert survey_page.to_text(PAGE) == text


def test_a_cell_links_to_the_lines_of_the_release() -> None:
    link = "https://example.org/project/blob/v1.0.0/src/package/file.py#L3-L9"
    assert f'<a href="{link}">' in survey_page.to_text(PAGE)
    assert f"]({link})" in survey_markdown.to_text(PAGE)


def test_a_question_alone_is_told_with_all_that_is_known_of_it() -> None:
    text = survey_markdown.of_question(PAGE, "both-files")
    assert text.startswith("both files: reward.txt 0, reward.json 1: reward.txt: 0 and reward.json")
    assert "(package/file.py:3-9)" in text
    assert text.count("\nreader-") == len(READERS)


@pytest.fixture(scope="module")
def browser() -> Iterator["WebDriver"]:
    """Return the system's Chromium, without a window."""
    try:
        from selenium import webdriver  # noqa: PLC0415 - an extra
    except ImportError:
        not_run("selenium is not installed: the extra pages has it")
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        not_run("chromium and chromedriver are not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for argument in ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(argument)
    service = webdriver.ChromeService(executable_path=driver, env=dict(os.environ))
    opened = webdriver.Chrome(options, service)
    yield opened
    opened.quit()


@pytest.fixture
def shown(browser: "WebDriver", tmp_path: Path) -> "WebDriver":
    """Return the browser with the page."""
    file = tmp_path / "survey.html"
    file.write_text(survey_page.to_text(PAGE), encoding="utf-8")
    browser.get(file.as_uri())
    return browser


def at_width(browser: "WebDriver", width: int) -> None:
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


CONTRAST = """
const luminance = (colour) => {
  const parts = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => {
    const value = part / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
};
const ground = luminance(getComputedStyle(document.body).backgroundColor);
return [...document.querySelectorAll('.mark, .quiet, a, code, td, th, p')].map((element) => {
  const ink = luminance(getComputedStyle(element).color);
  return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
}).reduce((least, one) => Math.min(least, one));
"""


@pytest.mark.end_to_end
@pytest.mark.parametrize("width", [390, 820, 1400])
def test_nothing_runs_over_the_edge(width: int, shown: "WebDriver") -> None:
    at_width(shown, width)
    for details in shown.find_elements("css selector", "#both-files details, #readers ~ details"):
        shown.execute_script("arguments[0].open = true", details)
    assert shown.execute_script("return document.documentElement.scrollWidth") <= width


@pytest.mark.end_to_end
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_can_be_read(scheme: str, shown: "WebDriver") -> None:
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    shown.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    ground = shown.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(255, 255, 255)") is (scheme == "light")
    assert shown.execute_script(CONTRAST) >= 4.5


@pytest.mark.end_to_end
def test_a_cell_opens_by_keyboard(shown: "WebDriver") -> None:
    from selenium.webdriver.common.keys import Keys  # noqa: PLC0415 - an extra

    summary = shown.find_element("css selector", "#both-files summary")
    details = summary.find_element("xpath", "..")
    assert details.get_attribute("open") is None
    shown.execute_script("arguments[0].focus()", summary)
    shown.switch_to.active_element.send_keys(Keys.ENTER)
    assert details.get_attribute("open") is not None
    assert "see for yourself" in details.text
    assert "harbor-conformance survey reader-0 --question both-files" in details.text


@pytest.mark.end_to_end
def test_the_first_key_leads_to_the_content(shown: "WebDriver") -> None:
    from selenium.webdriver.common.keys import Keys  # noqa: PLC0415 - an extra

    shown.find_element("css selector", "body").send_keys(Keys.TAB)
    assert shown.switch_to.active_element.text == "To the content"


@pytest.mark.end_to_end
def test_what_a_package_says_is_text_and_nothing_else(shown: "WebDriver") -> None:
    assert shown.title == "Who shows what: readers of harbor's rewards"
    assert shown.find_elements("css selector", "script, img, iframe") == []
    assert "document.title = 'ours no more'" in shown.find_element("id", "content").text


@pytest.mark.end_to_end
def test_every_sign_is_told_without_its_colour(shown: "WebDriver") -> None:
    cells = shown.find_elements("css selector", "#both-files td summary")
    told = [cell.get_attribute("textContent") for cell in cells]
    assert all(
        any(sign.value in text for sign in survey_cells.MARKS) for text in told if text is not None
    )
