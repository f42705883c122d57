"""What a campaign is about: whoever goes on with it has to have the same before them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import hypothesis

from conformance import __version__
from conformance.implementations.start import Provenance
from conformance.protocol.shapes import Json


@dataclass(frozen=True, slots=True)
class Party:
    """A candidate of a campaign, or another release of harbor: its name, version, operations.

    ``options`` name it on another command line; a release has none.
    """

    name: str
    version: str
    operations: tuple[str, ...]
    options: tuple[str, ...] = ()
    is_release: bool = False


@dataclass(frozen=True, slots=True)
class Identity:
    """What was asked of whom, with what: the same identity, and the same seeds, ask the same."""

    parties: tuple[Party, ...]
    operations: tuple[str, ...]
    clauses: tuple[str, ...]
    seed: int
    examples: int
    versions: dict[str, str]

    def differences(self, other: "Identity") -> Iterator[str]:
        """Yield what another identity has otherwise, in words."""
        for name, version in self.versions.items():
            if other.versions.get(name) != version:
                yield f"{name} was {version} and is {other.versions.get(name)}"
        ours, theirs = _by_name(self.parties), _by_name(other.parties)
        if list(ours) != list(theirs):
            yield f"candidates were {', '.join(ours)} and are {', '.join(theirs)}"
        for name in ours.keys() & theirs.keys():
            if ours[name] != theirs[name]:
                yield f"{name} was {_described(ours[name])} and is {_described(theirs[name])}"
        for what in ("operations", "clauses"):
            before, now = getattr(self, what), getattr(other, what)
            if before != now:
                yield f"{what} were {_listed(before)} and are {_listed(now)}"
        for what in ("seed", "examples"):
            before, now = getattr(self, what), getattr(other, what)
            if before != now:
                yield f"{what} was {before} and is {now}"


def versions_of(provenance: Provenance) -> dict[str, str]:
    """Return the versions that decide what is asked and answered."""
    return {
        "harbor-conformance": __version__,
        "harbor": provenance.harbor,
        "harbor's wheel": provenance.wheel_digest,
        "interpreter": provenance.python,
        "pydantic": provenance.pydantic,
        "pydantic-core": provenance.pydantic_core,
        "hypothesis": hypothesis.__version__,
    }


def to_json(identity: Identity) -> dict[str, Json]:
    """Return an identity as JSON."""
    return {
        "candidates": [party_to_json(party) for party in identity.parties],
        "operations": list(identity.operations),
        "clauses": list(identity.clauses),
        "seed": identity.seed,
        "examples": identity.examples,
        "versions": dict(identity.versions),
    }


def party_to_json(party: Party) -> dict[str, Json]:
    """Return a candidate as JSON."""
    return {
        "name": party.name,
        "version": party.version,
        "operations": list(party.operations),
        "options": list(party.options),
        "release": party.is_release,
    }


def from_json(document: dict[str, Any]) -> Identity:
    """Return the identity of JSON; raises KeyError or TypeError where it is none."""
    return Identity(
        parties=tuple(
            Party(
                one["name"],
                one["version"],
                tuple(one["operations"]),
                tuple(one["options"]),
                one["release"],
            )
            for one in document["candidates"]
        ),
        operations=tuple(document["operations"]),
        clauses=tuple(document["clauses"]),
        seed=document["seed"],
        examples=document["examples"],
        versions=dict(document["versions"]),
    )


def _by_name(parties: tuple[Party, ...]) -> dict[str, Party]:
    return {party.name: party for party in parties}


def _described(party: Party) -> str:
    return " ".join((party.version or "without a version", *party.options, *party.operations))


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "all"
