"""Audits as JUnit XML: a suite a job, a test case a headline, a finding or the job itself."""

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from conformance.audit.findings import Audit, Finding, Kind
from conformance.protocol import show
from conformance.report.audit_text import name_of


def to_text(audits: Sequence[Audit]) -> str:
    """Return the JUnit XML; what differs is a failure, and what was not read an error."""
    root = ET.Element("testsuites", name="harbor-conformance audit")
    for audit in audits:
        suite = ET.SubElement(root, "testsuite", name=name_of(audit))
        for one in audit.headlines:
            test = ET.SubElement(suite, "testcase", classname=one.group, name=one.metric)
            if not one.agrees:
                message = f"recorded {one.recorded}, derived {one.derived}"
                ET.SubElement(test, "failure", message=message)
        for finding in audit.findings:
            _add(suite, finding)
        if not len(suite):
            ET.SubElement(suite, "testcase", classname="job", name="trials")
        suite.set("tests", str(len(suite)))
        for kind in ("failure", "error"):
            suite.set(f"{kind}s", str(len(suite.findall(f"testcase/{kind}"))))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


_BLAME = {Kind.DIFFERS: "failure", Kind.UNREAD: "error"}


def _add(suite: ET.Element, finding: Finding) -> None:
    name = f"{finding.member or finding.kind}"
    test = ET.SubElement(suite, "testcase", classname=show.printable(finding.file), name=name)
    if finding.kind in _BLAME:
        told = f"{finding.cause}: recorded {finding.recorded}, derived {finding.derived}"
        ET.SubElement(test, _BLAME[finding.kind], message=told)
