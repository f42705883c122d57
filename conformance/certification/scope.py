"""The scope of a run: the operations that were run, those that were not, and restrictions."""

from collections.abc import Collection, Iterator, Sequence

from conformance.certification.report_parts import ReportPart, Several, Text
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.operations import HARBOR, OPERATIONS, REGISTRY, authority
from conformance.operations.catalogue import CATALOGUE


class Scope(ReportPart):
    """The operations of a run, and its restrictions.

    ``claimed`` are run. The candidate does not announce ``not_claimed``; it announces
    ``not_asked``, which the command line leaves out. ``restrictions`` says in words what was left
    out of the claimed operations; a run with any is PARTIAL.
    """

    claimed: Several[Text]
    not_claimed: Several[Text]
    not_asked: Several[Text]
    restrictions: Several[Text]

    def __str__(self) -> str:
        """Return ``verifier, metric; 7 operations not claimed``."""
        parts = [", ".join(self.claimed)]
        for names, why in ((self.not_claimed, "not claimed"), (self.not_asked, "not run")):
            if names:
                parts.append(f"{len(names)} operation{'s' * (len(names) > 1)} {why}")
        return "; ".join(parts)

    def narrowed_to(self, operations: Collection[str]) -> "Scope":
        """Return the scope of a run with cases of only these operations."""
        idle = tuple(name for name in self.claimed if name not in operations)
        claimed = tuple(name for name in self.claimed if name in operations)
        narrowed = {"claimed": claimed, "not_asked": (*self.not_asked, *idle)}
        nothing = (f"no case of {name} is run" for name in idle)
        return self.model_copy(update=narrowed).restricted(*nothing)

    def restricted(self, *restrictions: str) -> "Scope":
        """Return the scope with more restrictions."""
        return self.model_copy(update={"restrictions": (*self.restrictions, *restrictions)})

    def authorities(self, release: str) -> str:
        """Return the authority of the claimed operations: harbor, agent-challenge or both."""
        beyond = [op for op in self.claimed if op in REGISTRY and authority(op) != HARBOR]
        if not beyond:
            return f"harbor {release}"
        others = authority(beyond[0])
        if len(beyond) == len(self.claimed):
            return others
        return f"harbor {release}, and in {' and '.join(beyond)} with {others},"


def scope_of(
    announced: Sequence[str],
    wanted: Sequence[str],
    clauses: Sequence[str],
    declared: ExpectedDeviations,
    narrowing: str,
) -> Scope:
    """Return the scope of a run.

    ``announced`` and ``wanted`` are operations of the candidate and of the command line,
    ``clauses`` those that it is narrowed to, by ``narrowing``; empty: none.
    """
    claimed = tuple(operation for operation in wanted if operation in announced)
    whole = [id_ for id_, clause in CATALOGUE.items() if clause.operation in claimed]
    left_out = len({*whole} - {*clauses})
    by_clauses = f"{narrowing} leaves out {left_out} of {len(whole)} clauses"
    return Scope(
        claimed=claimed,
        not_claimed=tuple(operation for operation in OPERATIONS if operation not in announced),
        not_asked=tuple(op for op in OPERATIONS if op in announced and op not in claimed),
        restrictions=(*([by_clauses] if clauses else []), *_restrictions(whole, declared)),
    )


def _restrictions(whole: Sequence[str], declared: ExpectedDeviations) -> Iterator[str]:
    """Yield what the expected deviations exclude from these clauses."""
    if not_meant := [id_ for id_ in whole if not declared.meant(id_)]:
        yield f"the expected deviations leave out {len(not_meant)} of {len(whole)} clauses"
    for name, values in declared.only.items():
        yield f"the expected deviations allow only {name}={' or '.join(values)}"
    for name in declared.without:
        yield f"the expected deviations allow nothing with {name}"
