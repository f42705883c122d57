"""What a badge says of a run, and that nothing but a whole clean run gets a green one."""

import json
from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest
from reported import diverging
from test_compare import WORSE, Document, changed, count, report

from conformance.report.badge import Colour, badge_of, to_endpoint, to_svg


def whole(document: Document) -> None:
    document["scope"]["not_claimed"] = []


def message(change: Callable[[Document], object]) -> tuple[str, Colour]:
    badge = badge_of(report(changed(change)))
    return badge.message, badge.colour


def test_a_run_in_which_all_that_is_claimed_agrees_is_green() -> None:
    assert message(whole) == ("conformant", Colour.GREEN)
    assert message(lambda _: None) == ("conformant: 2 of 9 operations", Colour.GREEN)


NOT_GREEN: dict[str, tuple[Callable[[Document], object], str, Colour]] = {
    "divergence": (lambda one: diverging(one, "metric.trial-order"), "diverges in 1 rare clause",
     Colour.RED),
    "declared": (WORSE["declared:naive-sum"], "conformant but for 1 declared dev", Colour.YELLOW),
    "restricted": (WORSE["restriction:--clause leaves out 2"], "partial: 2 of 9", Colour.YELLOW),
    "narrowed": (lambda one: one["scope"].update(not_asked=["job"]), "partial: 2 of 9 operations",
     Colour.YELLOW),
    "interrupted": (lambda one: one.update(cut_off="interrupted"), "no verdict", Colour.GREY),
    "oracle": (WORSE["verdict"], "no verdict", Colour.GREY),
    "incomplete": (WORSE["clause:metric.trial-order"], "no verdict", Colour.GREY),
    "not reliable": (lambda one: count(one, "metric.trial-order",
     problems=["a check: too few examples"]), "no verdict", Colour.GREY),
    "never answered": (lambda one: one.update(answered=0), "not conformant", Colour.RED),
    "fault": (WORSE["fault:it wrote a line"], "not conformant", Colour.RED),
    "stale": (WORSE["stale:naive-sum"], "not conformant", Colour.RED),
    "no operation": (lambda one: one.update(operations={}), "no verdict", Colour.GREY),
}  # fmt: skip


@pytest.mark.parametrize("name", NOT_GREEN)
def test_nothing_else_is_green_by_any_verdict(name: str) -> None:
    change, said, colour = NOT_GREEN[name]
    text, shown = message(change)
    assert text.startswith(said)
    assert shown is colour


def test_the_endpoint_is_what_shields_reads() -> None:
    assert json.loads(to_endpoint(badge_of(report(changed(whole))))) == {
        "schemaVersion": 1,
        "label": "harbor 0.13.1",
        "message": "conformant",
        "color": "brightgreen",
        "isError": False,
    }


def test_the_svg_holds_what_a_report_says_as_text() -> None:
    document = changed(whole)
    document["provenance"]["harbor"] = '"><script>\x1b\u202e'
    text = to_svg(badge_of(report(document)))
    root = ET.fromstring(text)  # noqa: S314 - ours
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "<script" not in text
    assert not {"\x1b", "\u202e"} & set(text)
    assert root.get("aria-label") == 'harbor "><script>\\u001b\\u202e: conformant'
