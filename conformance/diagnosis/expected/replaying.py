"""Asks pinned cases again: each must still be answered as it is pinned."""

import time
from collections.abc import Sequence

from conformance.diagnosis.expected.deviations import PinnedCase
from conformance.examination.findings import DECLARED, CheckResult
from conformance.operations.comparing import compare
from conformance.protocol import show
from conformance.protocol.agreement import Agreement
from conformance.protocol.values import Answer, Candidate, Implementation


def replay_pinned(
    entries: Sequence[PinnedCase], harbor: Implementation, candidate: Candidate
) -> CheckResult:
    """Ask the pinned cases of a clause; entries that no longer hold are stale."""
    started = time.monotonic()
    reasons = {
        id(entry): _staleness(entry, harbor.answer(entry.case), candidate.answer(entry.case))
        for entry in entries
    }
    return CheckResult(
        clause=entries[0].clause,
        check=DECLARED,
        seed=0,
        cases=len(entries),
        seconds=time.monotonic() - started,
        stale=tuple(
            f"{entry.clause}: {reasons[id(entry)]}: {show.case(entry.case)}"
            for entry in entries
            if reasons[id(entry)]
        ),
    )


def _staleness(entry: PinnedCase, harbor: Answer, candidate: Answer) -> str:
    """Return how an entry is no longer true, or nothing."""
    if compare(entry.case, harbor, candidate).agreement is not Agreement.DIVERGENT:
        return "pinned, but no longer diverging"
    if compare(entry.case, entry.harbor, harbor).agreement is not Agreement.EXACT:
        return f"harbor's answer is not as pinned: {show.answer(harbor)}"
    if compare(entry.case, entry.candidate, candidate).agreement is not Agreement.EXACT:
        return f"the candidate's answer is not as pinned: {show.answer(candidate)}"
    return ""
