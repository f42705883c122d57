"""Asks the cases of declared divergences again: each must still differ as it is declared."""

import time
from collections.abc import Sequence

from conformance.comparison.agreement import Agreement
from conformance.comparison.kinds import Kind
from conformance.examination.evidence import keep_smallest
from conformance.examination.findings import DECLARED, CheckResult, Finding
from conformance.ledger.ledger import Declared
from conformance.operations.comparing import compare
from conformance.protocol import show
from conformance.protocol.implementation import Candidate, Implementation
from conformance.protocol.values import Answer


def replay(
    entries: Sequence[Declared], harbor: Implementation, candidate: Candidate
) -> CheckResult:
    """Ask the cases of a clause's entries; entries that no longer hold are stale."""
    started = time.monotonic()
    smallest: dict[Kind, Finding] = {}
    stale: list[str] = []
    for entry in entries:
        expected, actual = harbor.answer(entry.case), candidate.answer(entry.case)
        comparison = compare(entry.case, expected, actual)
        if comparison.agreement is Agreement.DIVERGENT:
            answers = (expected, actual)
            finding = Finding.of(entry.requirement, entry.case, answers, comparison)
            keep_smallest(smallest, comparison.kind, finding)
        if reason := _staleness(entry, expected, actual):
            stale.append(f"{entry.requirement}: {reason}: {show.case(entry.case)}")
    return CheckResult(
        requirement=entries[0].requirement,
        check=DECLARED,
        seed=0,
        cases=len(entries),
        seconds=time.monotonic() - started,
        findings=tuple(smallest[kind] for kind in sorted(smallest)),
        stale=tuple(stale),
    )


def _staleness(entry: Declared, expected: Answer, actual: Answer) -> str:
    """Return how an entry is no longer true, or nothing."""
    if compare(entry.case, expected, actual).agreement is not Agreement.DIVERGENT:
        return "declared, but no longer diverging"
    if compare(entry.case, entry.harbor, expected).agreement is not Agreement.EXACT:
        return f"harbor answers otherwise than declared: {show.answer(expected)}"
    if compare(entry.case, entry.candidate, actual).agreement is not Agreement.EXACT:
        return f"the candidate answers otherwise than declared: {show.answer(actual)}"
    return ""
