"""What two releases are asked with, as they say themselves."""

import json
from dataclasses import dataclass
from typing import TypedDict, cast

from conformance.implementations.process import CandidateError
from conformance.implementations.process.command import Command
from conformance.implementations.process.tool import run_tool


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


class Provenance(TypedDict):
    """What ``python -m oracle --provenance`` prints."""

    harbor: str
    wheel_digest: str
    pinned: bool
    python: str
    versions: dict[str, str]


def conditions_of(
    before: Provenance, after: Provenance, relaxed: tuple[str, ...] = ()
) -> Conditions:
    """Return what two releases have in common, and what they do not."""
    first, second = before["versions"], after["versions"]
    both = sorted(first.keys() & second.keys() - {"harbor"})
    return Conditions(
        python=before["python"],
        digests=(before["wheel_digest"], after["wheel_digest"]),
        pinned=(before["pinned"], after["pinned"]),
        equal=tuple(f"{name} {first[name]}" for name in both if first[name] == second[name]),
        unequal=tuple(
            f"{name} {first[name]} → {second[name]}" for name in both if first[name] != second[name]
        ),
        relaxed=relaxed,
    )


def provenance(command: Command) -> Provenance:
    """Return what a release's answers rest on.

    Raises CandidateError where it does not say, with the reason that it gives.
    """
    completed = run_tool([*command.argv, "--provenance"], env=dict(command.env))
    if completed.returncode:
        raise CandidateError(completed.stderr.strip().rpartition("\n")[2])
    return cast("Provenance", json.loads(completed.stdout))
