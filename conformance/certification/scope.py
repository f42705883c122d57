"""What a run is about: which operations were asked, which were not, and what was left out."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.operations import HARBOR, OPERATIONS, REGISTRY, authority
from conformance.operations.catalogue import CATALOGUE


@dataclass(frozen=True, slots=True)
class Scope:
    """The operations of a run, and its restrictions.

    ``claimed`` are asked. ``not_claimed`` the candidate does not announce, ``not_asked``
    it does, and the command line leaves them out. ``restrictions`` say in words what of
    the claimed operations was left out; without any a run is whole.
    """

    claimed: tuple[str, ...]
    not_claimed: tuple[str, ...] = ()
    not_asked: tuple[str, ...] = ()
    restrictions: tuple[str, ...] = ()

    @property
    def is_partial(self) -> bool:
        """Whether anything of the claimed operations was left out."""
        return bool(self.restrictions)

    def __str__(self) -> str:
        """Return ``verifier, metric; 6 operations not claimed``."""
        parts = [", ".join(self.claimed)]
        parts += [
            f"{_operations(len(names))} {why}"
            for names, why in ((self.not_claimed, "not claimed"), (self.not_asked, "not asked"))
            if names
        ]
        return "; ".join(parts)

    def narrowed_to(self, operations: Collection[str]) -> "Scope":
        """Return the scope of a run in which only these operations are asked anything."""
        idle = tuple(name for name in self.claimed if name not in operations)
        return replace(
            self,
            claimed=tuple(name for name in self.claimed if name in operations),
            not_asked=(*self.not_asked, *idle),
            restrictions=(*self.restrictions, *(f"nothing of {name} is asked" for name in idle)),
        )

    def whom(self, release: str) -> str:
        """Return whom the claimed operations are held to: harbor, agent-challenge or both."""
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
) -> Scope:
    """Return the scope of a run.

    ``announced`` and ``wanted`` are operations of the candidate and of the command line,
    ``clauses`` those that it is narrowed to; empty: none.
    """
    claimed = tuple(operation for operation in wanted if operation in announced)
    return Scope(
        claimed=claimed,
        not_claimed=tuple(operation for operation in OPERATIONS if operation not in announced),
        not_asked=tuple(op for op in OPERATIONS if op in announced and op not in claimed),
        restrictions=tuple(_restrictions(claimed, clauses, declared)),
    )


def _restrictions(
    claimed: Sequence[str], clauses: Sequence[str], declared: ExpectedDeviations
) -> list[str]:
    whole = [id_ for id_, clause in CATALOGUE.items() if clause.operation in claimed]
    restrictions = []
    if clauses:
        left_out = len(set(whole) - set(clauses))
        restrictions.append(f"--clause leaves out {left_out} of {len(whole)} clauses")
    if not_meant := [id_ for id_ in whole if not declared.meant(id_)]:
        count = f"{len(not_meant)} of {len(whole)}"
        restrictions.append(f"the expected deviations leave out {count} clauses")
    for name, values in declared.only.items():
        restrictions.append(f"the expected deviations allow only {name}={' or '.join(values)}")
    restrictions += [
        f"the expected deviations allow nothing with {name}" for name in declared.without
    ]
    return restrictions


def _operations(count: int) -> str:
    return "1 operation" if count == 1 else f"{count} operations"
