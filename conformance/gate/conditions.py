"""What two releases are asked with, as they say themselves."""

from dataclasses import dataclass

from conformance.implementations.environments.releases import Environment


@dataclass(frozen=True, slots=True)
class Conditions:
    """The interpreter, the wheels, and the packages that both releases have.

    ``relaxed`` are clauses that no version on the package index meets.
    """

    python: str
    digests: tuple[str, str]
    pinned: tuple[bool, bool]
    equal: tuple[str, ...]
    unequal: tuple[str, ...]
    relaxed: tuple[str, ...] = ()


def conditions_of(before: Environment, after: Environment) -> Conditions | None:
    """Return what two releases have in common, and what they do not."""
    if before.provenance is None or after.provenance is None:
        return None
    first, second = before.provenance["versions"], after.provenance["versions"]
    both = sorted(first.keys() & second.keys() - {"harbor"})
    return Conditions(
        python=before.provenance["python"],
        digests=(before.provenance["wheel_digest"], after.provenance["wheel_digest"]),
        pinned=(before.provenance["pinned"], after.provenance["pinned"]),
        equal=tuple(f"{name} {first[name]}" for name in both if first[name] == second[name]),
        unequal=tuple(
            f"{name} {first[name]} → {second[name]}" for name in both if first[name] != second[name]
        ),
        relaxed=after.relaxed,
    )
