"""Whether what a certificate says of its run holds together: nothing skipped, sums that add up."""

from collections import Counter
from collections.abc import Iterator

from conformance.attestation.run_notes import OperationNotes
from conformance.attestation.statement import Statement
from conformance.operations import EVERY_OPERATION
from conformance.operations.catalogue import CATALOGUE


def contradictions(statement: Statement) -> Iterator[str]:
    """Yield what in a certificate contradicts itself, or was claimed and not asked."""
    yield from _of_scope(statement)
    yield from _of_tests(statement)
    yield from _of_counts(statement)
    yield from _of_result(statement)


def _of_scope(statement: Statement) -> Iterator[str]:
    scope = statement.run.scope
    claimed = list(scope.claimed)
    if sorted(claimed) != sorted(set(claimed) & set(EVERY_OPERATION)):
        yield f"scope: {', '.join(claimed)} are not operations, each once"
    if both := set(claimed) & set(scope.not_claimed):
        yield f"scope: {min(both)} is claimed and not claimed"
    if set(statement.run.operations) != set(claimed):
        yield "operations: they are not those of the scope"


def _of_tests(statement: Statement) -> Iterator[str]:
    """Yield the clauses of claimed operations that are not tests, or are so in two lists."""
    predicate = statement.predicate
    tests = [*predicate.passed, *predicate.warned, *predicate.failed]
    for clause in sorted(name for name, count in Counter(tests).items() if count > 1):
        yield f"{clause} is in two lists of tests"
    claimed = set(statement.run.scope.claimed)
    due = {clause for clause, told in CATALOGUE.items() if told.operation in claimed}
    for clause in sorted(due - set(tests)):
        yield f"{clause} is claimed, and was skipped"
    for clause in sorted(set(tests) - due):
        yield f"{clause} is no clause of a claimed operation"


def _of_counts(statement: Statement) -> Iterator[str]:
    run, predicate = statement.run, statement.predicate
    tests = {*predicate.passed, *predicate.warned, *predicate.failed}
    told: set[str] = set()
    for name, operation in run.operations.items():
        told |= set(operation.clauses)
        yield from _of_operation(name, operation)
        yield from _of_failures(name, operation, set(predicate.failed), exact=run.exact)
    for clause in sorted(told ^ tests):
        yield f"{clause}: it has cases or a result, and not both"
    if sum(operation.cases for operation in run.operations.values()) != run.cases:
        yield f"cases: those of the operations do not add up to {run.cases:,}"
    agreements = {one.agreement for one in run.operations.values()}
    if run.agreement != min(agreements, key=_ORDER.index, default=""):
        yield f"agreement: {run.agreement} is not the weakest of the operations"
    if run.checks < len(tests):
        yield f"checks: {run.checks:,} are fewer than there are clauses"


_ORDER = ("divergent", "equal", "exact")


def _of_operation(name: str, operation: OperationNotes) -> Iterator[str]:
    for clause, cases in operation.clauses.items():
        if not cases:
            yield f"{clause}: not a single case of it was asked"
        if not clause.startswith(f"{name}."):
            yield f"{clause} is no clause of {name}"
    if sum(operation.clauses.values()) != operation.cases:
        yield f"{name}: the cases of its clauses do not add up to {operation.cases:,}"
    if operation.divergences > operation.cases:
        yield f"{name}: it has more divergences than cases"


def _of_failures(
    name: str, operation: OperationNotes, failed: set[str], *, exact: bool
) -> Iterator[str]:
    """Yield where the clauses that failed are not what the agreement of an operation says."""
    fails = operation.agreement == "divergent" or (exact and operation.agreement == "equal")
    if fails and not failed & set(operation.clauses):
        yield f"{name}: it is {operation.agreement}, and no clause of it failed"
    if not fails and failed & set(operation.clauses):
        yield f"{name}: it is {operation.agreement}, and a clause of it failed"
    if operation.divergences and operation.agreement != "divergent":
        yield f"{name}: it has divergences, and is {operation.agreement}"


def _of_result(statement: Statement) -> Iterator[str]:
    run, predicate = statement.run, statement.predicate
    follows = "WARNED" if predicate.warned else "PASSED"
    if predicate.failed or run.stale:
        follows = "FAILED"
    if predicate.result != follows:
        yield f"result: {predicate.result}, where {follows} follows from the tests"
    if predicate.warned and statement.ledger is None:
        yield "warnedTests: there is no ledger that declares a deviation"
    explained = {clause for cause in run.causes for clause in cause.clauses}
    if wrong := (explained | set(run.unexplained.clauses)) - set(predicate.failed):
        yield f"causes: {min(wrong)} did not fail"
