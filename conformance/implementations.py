"""Starts the implementation that a name stands for: the one place that knows them all."""

import importlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from conformance.local import LocalCandidate, functions_of
from conformance.model import Answer, Case
from conformance.ports import PORTS, ToolchainError
from conformance.process import CandidateError, ProcessCandidate
from conformance.process.command import TIMEOUT, Command, Variables, misbehaving, python_object
from oracle.provenance import Provenance, UntrustedOracleError
from oracle.provenance import verify as verify_provenance
from oracle.scratch import folder as scratch_folder

__all__ = [
    "BUILT_IN",
    "Asked",
    "Candidate",
    "CandidateError",
    "Harbor",
    "Provenance",
    "ToolchainError",
    "UnknownCandidateError",
    "UntrustedOracleError",
    "open_candidate",
    "open_harbor",
    "scratch_folder",
    "start",
    "verify_provenance",
]

BUILT_IN = ("reference", *PORTS)
"""The candidates of this repository that claim to conform."""

_BROKEN = "broken/"
_MISBEHAVING = "misbehaving/"


class UnknownCandidateError(Exception):
    """The name stands for no candidate."""


class Candidate(Protocol):
    """An implementation under test."""

    name: str
    version: str
    operations: tuple[str, ...]
    faults: list[str]

    def answer(self, case: Case) -> Answer:
        """Return the answer to a case, or the fault that kept it from coming."""

    def answers(self, cases: Sequence[Case]) -> Iterator[Answer]:
        """Yield the answer to each case, in order."""

    def abandon(self) -> None:
        """End whatever was started, at once."""

    def close(self) -> None:
        """End whatever was started, as the contract has it; what goes wrong joins ``faults``."""


class Harbor(Protocol):
    """The installed harbor."""

    provenance: Provenance

    def answer(self, case: Case) -> Answer:
        """Return harbor's answer to a case."""

    def verify(self) -> None:
        """Raise UntrustedOracleError if harbor's code was changed in memory."""

    def close(self) -> None:
        """Remove what was written."""


def open_harbor(scratch: str | None = None) -> Harbor:
    """Return the installed harbor, checked; ``scratch`` is a folder for reward files.

    Raises UntrustedOracleError where it cannot stand for the published wheel.
    """
    verify_provenance()
    from oracle.implementation import trusted_oracle  # noqa: PLC0415 - imports harbor: a second

    return trusted_oracle(scratch)


@dataclass(frozen=True, slots=True)
class Asked:
    """Which candidate is asked, and how its process is started where it has one.

    ``name`` is built in, ``broken/NAME`` or ``module:attribute``; with a ``command`` it
    is only what the candidate is called.
    """

    name: str
    command: Command | None = None
    env: Variables = ()
    timeout: float = TIMEOUT


def open_candidate(name: str) -> Candidate:
    """Return the candidate of a name, started in the usual way; see ``start``."""
    return start(Asked(name))


def command_of(asked: Asked) -> Command:
    """Return the command that a candidate's process is started with.

    Raises UnknownCandidateError for a candidate that has no process of its own.
    """
    if asked.command is not None:
        return asked.command
    if asked.name in PORTS:
        return PORTS[asked.name]()
    if ":" in asked.name:
        return python_object(asked.name, asked.env, asked.timeout)
    if asked.name.startswith(_MISBEHAVING):
        return misbehaving(asked.name.removeprefix(_MISBEHAVING), asked.timeout)
    raise UnknownCandidateError(f"{asked.name!r} has no process of its own; give --command")


def start(asked: Asked) -> Candidate:
    """Return the candidate, ready to answer.

    Code that is not of this repository runs in a process of its own, so that it can
    reach neither harbor's memory nor the comparison. Raises UnknownCandidateError for
    a name that stands for none, ToolchainError for a port whose language is not there,
    and CandidateError where it cannot be started or does not say hello.
    """
    name = asked.name
    if asked.command is not None or name in PORTS or ":" in name or name.startswith(_MISBEHAVING):
        return ProcessCandidate(name, command_of(asked))
    if name in BUILT_IN:
        package = importlib.import_module(f"candidates.{name}")
        return LocalCandidate(name, functions_of(package))
    if name.startswith(_BROKEN):
        return _broken(name)
    raise UnknownCandidateError(
        f"no candidate {name!r}: give {', '.join(BUILT_IN)}, broken/NAME or module:attribute"
    )


def _broken(name: str) -> Candidate:
    from candidates.broken import VARIANTS  # noqa: PLC0415 - only those who ask need them

    variant = VARIANTS.get(name.removeprefix(_BROKEN))
    if variant is None:
        raise UnknownCandidateError(
            f"no candidate {name!r}: give broken/ and {', '.join(VARIANTS)}"
        )
    return LocalCandidate(name, variant.functions)
