"""The catalogue of clauses and checks, gathered from the operations' folders."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import chain, starmap

from hypothesis.strategies import one_of

from conformance.operations import EVERY_OPERATION, OPERATIONS, REGISTRY
from conformance.operations.clause import Check, Clause, declared_in, extreme


@cache
def clauses_of(operation: str) -> tuple[Clause, ...]:
    """Return the clauses of an operation, subject by subject."""
    folder = f"conformance.operations.{operation}"
    modules = [import_module(f"{folder}.{module}") for module in REGISTRY[operation].subjects]
    declared = dict(chain.from_iterable(declared_in(one.__name__).items() for one in modules))
    last = (_one_edit(operation, declared),) if REGISTRY[operation].edited else ()
    return (*chain.from_iterable(declared.values()), *last)


_NOBODY_WRITES_IT = extreme("an edit makes of a file or a reward what nobody writes")

SIBLINGS = 15
"""Cases that one edit each makes of an example."""


def _one_edit(operation: str, declared: Mapping[str, Sequence[Clause]]) -> Clause:
    """Return the clause about inputs that are near those of the others, with a check a subject.

    What an edit makes of a common input can be extreme, or what another clause is about. So no
    difference in a sibling counts for the clause whose check drew the example.
    """
    sources = tuple(dict.fromkeys(clauses[0].sources[0] for clauses in declared.values()))
    sentence = "An input that one edit makes of another clause's input has harbor's answer too."
    checks = tuple(starmap(_edited, declared.items()))
    return Clause(f"{operation}.one-edit", sentence, sources, checks, _NOBODY_WRITES_IT)


def _edited(subject: str, clauses: Sequence[Clause]) -> Check:
    """Return the check whose examples are those of a subject, with siblings."""
    drawn = [check for clause in clauses for check in clause.checks]
    cases, effort = one_of([one.cases for one in drawn]), sum(one.effort for one in drawn)
    return Check(subject, cases, effort=effort, siblings=SIBLINGS)


CATALOGUE: dict[str, Clause] = {
    clause.id: clause for operation in EVERY_OPERATION for clause in clauses_of(operation)
}
"""Each clause by its id, in the order in which data flows through harbor."""


def checks(operations: Iterable[str] = OPERATIONS) -> Iterator[Check]:
    """Yield the checks of these operations, in the catalogue's order."""
    for operation in operations:
        for clause in clauses_of(operation):
            yield from clause.checks


_CHECKS = {check.id: check for clause in CATALOGUE.values() for check in clause.checks}


def check_of(id_: str) -> Check:
    """Return the check of an id such as ``metric.compensated-sum/scores``; raises KeyError."""
    return _CHECKS[id_]
