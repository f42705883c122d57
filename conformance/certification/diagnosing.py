"""Has what a run observed diagnosed, each operation in a process of its own."""

from collections.abc import Sequence

from conformance.certification.workers import workers
from conformance.comparison.agreement import Agreement
from conformance.diagnosis.diagnosis import NOTHING_WRONG, Diagnosis, diagnose, together
from conformance.examination.findings import CheckResult, Observation
from conformance.ledger.ledger import Ledger
from conformance.operations import OPERATIONS
from conformance.operations.comparing import compare
from conformance.protocol.values import Fault

type Observed = tuple[list[Observation], list[Observation]]
"""What diverges, and what agrees."""


def diagnosed(results: Sequence[CheckResult], ledger: Ledger, jobs: int) -> Diagnosis:
    """Return what is wrong with a candidate, from what a run observed of it.

    The results of one seed give one diagnosis, in whatever order they came.
    """
    wrong = [
        operation
        for operation in OPERATIONS
        if any(result.divergences for result in results if result.operation == operation)
    ]
    if not wrong:
        return NOTHING_WRONG
    with workers(min(jobs, len(wrong)), ["conformance.diagnosis.diagnosis"]) as pool:
        futures = [
            pool.submit(diagnose, name, *_observed(results, name), _declared(ledger, name))
            for name in wrong
        ]
        return together(future.result() for future in futures)


def _declared(ledger: Ledger, operation: str) -> tuple[str, ...]:
    """Return by name, which can be sent to another process, what is declared of an operation."""
    return tuple(row.name for row in ledger.rows(operation))


def _observed(results: Sequence[CheckResult], operation: str) -> Observed:
    """Return what was observed of an operation, where both sides gave an answer."""
    own = sorted(
        (result for result in results if result.operation == operation),
        key=lambda result: (result.requirement, result.check),
    )
    observed: Observed = [], []
    for one in (observation for result in own for observation in result.observations):
        if isinstance(one.harbor, Fault) or isinstance(one.candidate, Fault):
            continue
        comparison = compare(one.case, one.harbor, one.candidate)
        observed[comparison.agreement is not Agreement.DIVERGENT].append(one)
    return observed
