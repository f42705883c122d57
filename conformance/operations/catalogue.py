"""The catalogue of requirements and checks, gathered from the operations' folders."""

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module

from conformance.operations import EVERY_OPERATION, OPERATIONS, REGISTRY
from conformance.operations.check import Check
from conformance.operations.requirement import Requirement


@cache
def requirements(operation: str) -> tuple[Requirement, ...]:
    """Return the requirements of an operation, subject by subject."""
    subjects = (
        import_module(f"conformance.operations.{operation}.{subject}")
        for subject in REGISTRY[operation].subjects
    )
    return tuple(requirement for subject in subjects for requirement in subject.REQUIREMENTS)


CATALOGUE: dict[str, Requirement] = {
    requirement.id: requirement
    for operation in EVERY_OPERATION
    for requirement in requirements(operation)
}
"""Each requirement by its id, in the order in which data flows through harbor."""


def checks(operations: Iterable[str] = OPERATIONS) -> Iterator[Check]:
    """Yield the checks of these operations, in the catalogue's order."""
    for operation in operations:
        for requirement in requirements(operation):
            yield from requirement.checks


def check_of(id_: str) -> Check:
    """Return the check of an id such as ``metric.compensated-sum/scores``; raises KeyError."""
    clause, _, name = id_.partition("/")
    for check in CATALOGUE[clause].checks:
        if check.name == name:
            return check
    raise KeyError(id_)
