"""What makes a test of the suite fail, and what it says then."""

import pytest

from conformance.examination.findings import CheckResult
from conformance.implementations.start import BUILT_IN, HARBOR, Candidate
from conformance.protocol import show


def judge(result: CheckResult, candidate: Candidate) -> None:
    """Fail the test unless the check ran and found no divergence from what is expected.

    The built-in candidates claim exact agreement, so theirs fails on less as well.
    """
    exact = candidate.name in {*BUILT_IN, HARBOR}
    finding = result.divergence or (result.inexact if exact else None)
    if finding is None:
        if why := _why_not(result):
            pytest.fail(show.printable(why), pytrace=False)
        return
    lines = [
        f"{finding.clause}: {show.printable(finding.difference)}",
        f"asked      {show.case(finding.case)}",
        f"expected   {show.answer(finding.expected)}",
        *([f"harbor     {show.answer(finding.oracle_answer)}"] if finding.is_deviation else []),
        f"candidate  {show.answer(finding.candidate)}",
    ]
    pytest.fail("\n".join(lines), pytrace=False)


def _why_not(result: CheckResult) -> str:
    """Return why a result without a divergence that counts is none to rely on, or nothing."""
    why = "; ".join(result.stale) or result.problem or result.not_asked
    return why or ("" if result.cases else "no case was asked")
