"""The catalogue of clauses and checks, gathered from the operations' folders."""

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module

from conformance.operations import EVERY_OPERATION, OPERATIONS, REGISTRY
from conformance.operations.clause import Check, Clause, declared_in


@cache
def clauses_of(operation: str) -> tuple[Clause, ...]:
    """Return the clauses of an operation, subject by subject."""
    folder = f"conformance.operations.{operation}"
    subjects = [import_module(f"{folder}.{subject}") for subject in REGISTRY[operation].subjects]
    return tuple(clause for subject in subjects for clause in declared_in(subject.__name__))


CATALOGUE: dict[str, Clause] = {
    clause.id: clause for operation in EVERY_OPERATION for clause in clauses_of(operation)
}
"""Each clause by its id, in the order in which data flows through harbor."""


def checks(operations: Iterable[str] = OPERATIONS) -> Iterator[Check]:
    """Yield the checks of these operations, in the catalogue's order."""
    for operation in operations:
        for clause in clauses_of(operation):
            yield from clause.checks


def check_of(id_: str) -> Check:
    """Return the check of an id such as ``metric.compensated-sum/scores``; raises KeyError."""
    clause, _, name = id_.partition("/")
    for check in CATALOGUE[clause].checks:
        if check.name == name:
            return check
    raise KeyError(id_)
