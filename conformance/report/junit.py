"""The report as JUnit XML: a suite an operation, a test case a check.

ElementTree is enough, here and for the gate: documents are written, and no stranger's is read.
"""

from xml.etree import ElementTree as ET

from conformance.certification.certificate import Certificate
from conformance.certification.plan import Step
from conformance.examination.findings import CheckResult
from conformance.operations import authority
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show


def to_text(certificate: Certificate) -> str:
    """Return the JUnit XML of a run; a check that did not run is an error, never a pass."""
    root = ET.Element("testsuites", name="harbor-conformance")
    done = {Step(result.requirement, result.check): result for result in certificate.results}
    for operation in certificate.operations:
        steps = [s for s in certificate.steps if s.requirement.partition(".")[0] == operation]
        suite = ET.SubElement(root, "testsuite", name=operation, tests=str(len(steps)))
        for step in steps:
            _add(suite, certificate, step, done.get(step))
        for kind in ("failure", "error"):
            suite.set(f"{kind}s", str(len(suite.findall(f"testcase/{kind}"))))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def _add(
    suite: ET.Element, certificate: Certificate, step: Step, result: CheckResult | None
) -> None:
    test = ET.SubElement(suite, "testcase", classname=step.requirement, name=step.check)
    if result is None:
        ET.SubElement(test, "error", message="the run ended before this check")
        return
    test.set("time", f"{result.seconds:.3f}")
    finding = result.divergence
    if result.stale:
        ET.SubElement(test, "failure", message=show.printable("; ".join(result.stale)))
    elif finding is not None:
        failure = ET.SubElement(test, "failure", message=show.printable(finding.difference))
        failure.text = "\n".join(
            [
                CATALOGUE[finding.requirement].sentence,
                f"asked: {show.case(finding.case)}",
                f"{authority(finding.case.operation)}: {show.answer(finding.harbor)}",
                f"candidate: {show.answer(finding.candidate)}",
                f"repeat: {certificate.repeat(finding)}",
            ]
        )
    elif finding is None and not result.passed:
        ET.SubElement(test, "error", message=result.problem or _not_asked(result))


def _not_asked(result: CheckResult) -> str:
    return show.printable(result.not_asked) if result.not_asked else "no case was asked"
