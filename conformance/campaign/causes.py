"""What is wrong with the candidates of a campaign, from what it wrote down of them."""

from collections.abc import Iterator

from conformance.campaign.knowledge import Knowledge
from conformance.campaign.pieces import Contender
from conformance.certification.diagnosing import Observed, diagnoses
from conformance.diagnosis.diagnosis import NOTHING_WRONG, Diagnosis, together
from conformance.examination.findings import RECORDED, Observation
from conformance.operations import OPERATIONS
from conformance.protocol.values import Fault
from conformance.recorded import corpus


def diagnosis_of(one: Contender, known: Knowledge, jobs: int) -> Diagnosis:
    """Return the causes of a candidate's divergences."""
    parts = [
        Observed(
            operation,
            [seen for seen in diverging if not _is_silent(seen)],
            list(_agreeing(one, operation, known)),
            tuple(row.name for row in one.declared.rows(operation)),
        )
        for (name, operation), diverging in sorted(known.diverging.items())
        if name == one.name and operation in OPERATIONS
    ]
    parts = [part for part in parts if part.diverging]
    return together(diagnoses(parts, jobs)) if parts else NOTHING_WRONG


def _is_silent(seen: Observation) -> bool:
    return isinstance(seen.expected, Fault) or isinstance(seen.candidate, Fault)


def _agreeing(one: Contender, operation: str, known: Knowledge) -> Iterator[Observation]:
    """Yield the recorded cases on which a candidate agreed: it gave the answer that is recorded.

    Where deviations are expected, what is recorded says nothing of the candidate.
    """
    if one.declared.expects:
        return
    diverging = known.diverging[one.name, operation]
    cases = [seen.case for seen in diverging]
    for entry in corpus.load(operation):
        was_asked = (one.name, entry.clause, RECORDED, None) in known.taken
        if was_asked and one.declared.asks(entry.case) and entry.case not in cases:
            yield Observation(entry.clause, entry.case, entry.answer, entry.answer)
