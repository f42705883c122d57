"""What fuzzing runs: its targets, seeds and limits, and what a folder's fuzzing is about."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import hypothesis

from conformance import __version__
from conformance.certification import plan
from conformance.certification.plan import NOTHING_EXPECTED, Step
from conformance.certification.run import probe
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.executor.workers import Workers
from conformance.fuzz.state import Limits
from conformance.implementations.environments.releases import (
    AbsentRelease,
    Environment,
    build,
    served,
)
from conformance.implementations.environments.uv import UvError
from conformance.implementations.environments.versions import ReleaseError, pairs_of
from conformance.implementations.start import CandidateError, CandidateSpec, Provenance
from conformance.operations import HARBOR_OPERATIONS

type Identity = dict[str, Any]
"""What fuzzing is about, as JSON: the same identity and the same seeds give the same cases."""


@dataclass(frozen=True, slots=True)
class Target:
    """A candidate, or another release of harbor, and what is run of it.

    ``operations`` are those that were asked for, and after ``probed`` those that it announces.
    ``options`` name it on another command line, and ``faults`` are those of the first look at it.
    """

    spec: CandidateSpec
    declared: ExpectedDeviations
    operations: tuple[str, ...]
    options: tuple[str, ...] = ()
    is_release: bool = False
    version: str = ""
    steps: tuple[Step, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Its name."""
        return self.spec.name

    def probed(self, clauses: Sequence[str]) -> "Target":
        """Return the target after a first look at it; raises CandidateError."""
        tried = probe(self.spec, self.operations)
        operations = tuple(one for one in self.operations if one in tried.operations)
        if not operations:
            raise CandidateError(f"{self.name} announces none of {', '.join(self.operations)}")
        return replace(
            self,
            operations=operations,
            version=tried.version,
            steps=tuple(plan.steps(operations, clauses, self.declared)),
            faults=tried.faults,
        )

    @property
    def identity(self) -> Identity:
        """What its answers depend on, as far as that can be told."""
        return {
            "version": self.version,
            "operations": list(self.operations),
            "options": list(self.options),
            "release": self.is_release,
        }


@dataclass(frozen=True, slots=True)
class FuzzConfig:
    """What the command line says; without a ``seed`` a random one is the first."""

    targets: tuple[Target, ...]
    operations: tuple[str, ...]
    clauses: tuple[str, ...]
    seed: int | None
    examples: int
    limits: Limits
    workers: Workers
    folder: Path
    database: str | None = None
    fresh: bool = False

    def identity(self, provenance: Provenance) -> Identity:
        """Return what this fuzzing is about."""
        return {
            "candidates": {one.name: one.identity for one in self.targets},
            "operations": list(self.operations),
            "clauses": list(self.clauses),
            "seed": self.seed,
            "examples": self.examples,
            "versions": {
                "harbor-conformance": __version__,
                "harbor": provenance.harbor,
                "harbor's wheel": provenance.wheel_digest,
                "interpreter": provenance.python,
                "pydantic": provenance.pydantic,
                "pydantic-core": provenance.pydantic_core,
                "hypothesis": hypothesis.__version__,
            },
        }


def differences(before: Identity, now: Identity) -> Iterator[str]:
    """Yield in words where two identities differ."""
    for name in before | now:
        old, new = before.get(name), now.get(name)
        if isinstance(old, dict) and isinstance(new, dict) and [*old] == [*new]:
            yield from differences(old, new)
        elif old != new:
            yield f"{name}: was {_listed(old)} and is {_listed(new)}"


def _listed(value: object) -> str:
    return ", ".join(map(str, value)) or "all" if isinstance(value, dict | list) else str(value)


class AbsentError(Exception):
    """A release cannot be built here; the message names it and says why."""


@contextmanager
def released(
    versions: Sequence[str], wanted: Sequence[str], cache: Path
) -> Iterator[tuple[Target, ...]]:
    """Yield releases of harbor as targets, served as the gate does; raises AbsentError."""
    if not versions:
        yield ()
        return
    operations = tuple(one for one in HARBOR_OPERATIONS if not wanted or one in wanted)
    with served(_built(versions, cache)) as commands:
        yield tuple(
            Target(
                CandidateSpec(f"harbor-{release}", command),
                NOTHING_EXPECTED,
                operations,
                ("--release", release),
                is_release=True,
            )
            for release, command in commands.items()
        )


def _built(versions: Sequence[str], cache: Path) -> list[Environment]:
    try:
        releases = [pair.after for pair in pairs_of(versions)]
        built = build(list(dict.fromkeys(releases)), cache)
    except (ReleaseError, UvError, ValueError) as error:
        raise AbsentError(str(error)) from error
    for one in built.values():
        if isinstance(one, AbsentRelease):
            raise AbsentError(f"{one.release}: {one.why}")
    return [one for one in built.values() if isinstance(one, Environment)]
