"""The page of a survey: what it spells out, links to and opens; test_pages.py has the rest."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import HOSTILE, MARKUP, UNSEEN, browser

from conformance.implementations.readers.reader import Reader
from conformance.implementations.readers.showing import ShownValue
from conformance.report import survey_page
from conformance.report.pages import visible
from conformance.survey.questions import QUESTIONS
from conformance.survey.results import CellCause, Counts, Reading, Seen, Survey

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver

__all__ = ["browser"]


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
    ShownValue(numbers={"": "1"}),
    ShownValue(numbers={"": "0.5000000000000001"}),
    ShownValue(numbers={HOSTILE: "1", "b": "2"}),
    ShownValue(error=HOSTILE),
    ShownValue(lacks=True),
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
        causes=(CellCause(entry="cause", cause=f"why {HOSTILE}", source="package/file.py:3-9"),),
    )


PAGE = survey_page.page_of(
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
    text = survey_page.html(PAGE)
    assert not {"\x1b", "\x00", "\u202e", "\u2066"} & set(text)
    assert "<script>" not in text
    assert "<img" not in text


def test_the_page_is_one_file_that_loads_nothing() -> None:
    text = survey_page.html(PAGE)
    assert "<link" not in text
    assert "src=" not in text.replace("src=x", "")
    assert "url(" not in text
    assert survey_page.html(PAGE) == text


def test_a_cell_links_to_the_lines_of_the_release() -> None:
    link = "https://example.org/project/blob/v1.0.0/src/package/file.py#L3-L9"
    assert f'<a href="{link}">' in survey_page.html(PAGE)
    assert f"]({link})" in survey_page.markdown(PAGE)


def test_a_question_alone_is_told_with_all_that_is_known_of_it() -> None:
    text = survey_page.of_question(PAGE, "both-files")
    assert text.startswith("both files: reward.txt 0, reward.json 1: reward.txt: 0 and reward.json")
    assert "(package/file.py:3-9)" in text
    assert text.count("\nreader-") == len(READERS)


@pytest.fixture
def shown(browser: "WebDriver", tmp_path: Path) -> "WebDriver":
    """Return the browser with the page."""
    file = tmp_path / "survey.html"
    file.write_text(survey_page.html(PAGE), encoding="utf-8")
    browser.get(file.as_uri())
    return browser


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
def test_what_a_package_says_is_text_and_nothing_else(shown: "WebDriver") -> None:
    assert shown.title == "Who shows what: readers of harbor's rewards"
    assert shown.find_elements("css selector", "script, img, iframe") == []
    assert "document.title = 'ours no more'" in shown.find_element("id", "content").text


@pytest.mark.end_to_end
def test_every_sign_is_told_without_its_colour(shown: "WebDriver") -> None:
    cells = shown.find_elements("css selector", "#both-files td summary")
    told = [cell.get_attribute("textContent") for cell in cells]
    assert all(
        any(sign.value in text for sign in survey_page.MARKS) for text in told if text is not None
    )
