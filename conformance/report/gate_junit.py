"""What a gate found out, as JUnit XML: a suite a pair, a test case a change."""

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from conformance.gate.changes import Change
from conformance.gate.results import Gated
from conformance.gate.run import Questions
from conformance.gate.verdict import repeat
from conformance.protocol import show


def to_text(results: Sequence[Gated], questions: Questions) -> str:
    """Return the JUnit XML of a gate.

    A change that nobody has accepted, and a stale acceptance, is a failure; what was not
    driven is an error; what is accepted passed, and so did a pair without any of them. One that
    is not proven is skipped, with what did not run.
    """
    root = ET.Element("testsuites", name="harbor-conformance gate")
    for gated in results:
        _add_pair(root, gated, questions)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def _add_pair(root: ET.Element, gated: Gated, questions: Questions) -> None:
    suite = ET.SubElement(root, "testsuite", name=f"harbor {gated.pair}")
    for change in gated.changes:
        _add_change(suite, gated, change, questions)
    for one in gated.accepted:
        _add(suite, f"accepted: {one.title}", "", "")
    for why in gated.stale:
        _add(suite, "accepted changes", "failure", why)
    for why in gated.undriven:
        _add(suite, "driven", "error", why)
    cases = sum(gated.cases.values())
    if not len(suite):
        name = f"{gated.verdict} in {cases} cases"
        not_run = "; ".join(map(str, gated.reach.open)) if gated.reach else ""
        kind, why = ("skipped", f"did not run: {not_run}") if not_run else ("", "")
        _add(suite, name, *((kind, why) if cases else ("error", "nothing was asked")))
    suite.set("tests", str(len(suite)))
    for kind, counter in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        suite.set(counter, str(len(suite.findall(f"testcase/{kind}"))))


def _add_change(suite: ET.Element, gated: Gated, change: Change, questions: Questions) -> None:
    finding = change.finding
    name = f"{change.title} (touches {change.touches})"
    element = _add(
        suite, show.printable(name), "failure", finding.difference, classname=finding.clause
    )
    if element is not None:
        element.text = "\n".join(
            [
                f"asked: {show.case(finding.case)}",
                f"{gated.pair.before}: {show.answer(finding.oracle_answer)}",
                f"{gated.pair.after}: {show.answer(finding.candidate)}",
                f"repeat: {repeat(gated.pair, change, questions)}",
            ]
        )


def _add(
    suite: ET.Element, name: str, kind: str, message: str, classname: str = "gate"
) -> ET.Element | None:
    test = ET.SubElement(suite, "testcase", classname=classname, name=name)
    return ET.SubElement(test, kind, message=show.printable(message)) if kind else None
