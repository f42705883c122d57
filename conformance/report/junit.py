"""The report as JUnit XML: a suite an operation, a test case a clause, called by the clause's id.

ElementTree is enough, here and for the gate: documents are written, and no stranger's is read.
"""

from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as ET

from conformance.certification.certified_run import CertifiedRun
from conformance.certification.plan import Step
from conformance.examination.findings import CheckResult, Finding
from conformance.operations import authority
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show

type Results = dict[Step, CheckResult]


def to_text(run: CertifiedRun) -> str:
    """Return the JUnit XML of a run; a check that did not run is an error, never a pass."""
    root = ET.Element("testsuites", name="harbor-conformance")
    done = {Step(result.clause, result.check): result for result in run.results}
    for operation in run.operations:
        clauses = run.clauses(operation)
        suite = ET.SubElement(root, "testsuite", name=operation, tests=str(len(clauses)))
        for clause in clauses:
            steps = [step for step in run.steps if step.clause == clause]
            _add(suite, run, steps, done)
        for kind in ("failure", "error"):
            suite.set(f"{kind}s", str(len(suite.findall(f"testcase/{kind}"))))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def _add(suite: ET.Element, run: CertifiedRun, steps: Sequence[Step], done: Results) -> None:
    """Add a clause: it fails where a check of it does, and is an error where one did not run."""
    clause = steps[0].clause
    test = ET.SubElement(suite, "testcase", classname=steps[0].operation, name=clause)
    results = [done[step] for step in steps if step in done]
    test.set("time", f"{sum(result.seconds for result in results):.3f}")
    failures = [text for result in results for text in _failures(run, result)]
    errors = [f"{step.check}: {why}" for step in steps if (why := _error(done.get(step)))]
    for kind, texts in (("failure", failures), ("error", errors)):
        if texts:
            message = show.printable(texts[0].partition("\n")[0])
            ET.SubElement(test, kind, message=message).text = "\n\n".join(texts)
            return


def _failures(run: CertifiedRun, result: CheckResult) -> Iterator[str]:
    yield from map(show.printable, result.stale)
    if result.divergence is not None:
        yield _told(run, result.check, result.divergence)


def _told(run: CertifiedRun, check: str, finding: Finding) -> str:
    return "\n".join(
        [
            f"{check}: {show.printable(finding.difference)}",
            CATALOGUE[finding.clause].sentence,
            f"asked: {show.case(finding.case)}",
            *_expected(finding),
            f"{authority(finding.case.operation)}: {show.answer(finding.oracle_answer)}",
            f"candidate: {show.answer(finding.candidate)}",
            f"repeat: {run.repeat(finding)}",
        ]
    )


def _expected(finding: Finding) -> list[str]:
    return [f"expected: {show.answer(finding.expected)}"] if finding.is_deviation else []


def _error(result: CheckResult | None) -> str:
    """Return why a check has no result to rely on, or nothing where it has one."""
    if result is None:
        return "the run ended before this check"
    if result.passed or result.stale or result.divergence is not None:
        return ""
    return show.printable(result.problem or result.not_asked or "no case was asked")
