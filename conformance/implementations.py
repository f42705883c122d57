"""Starts the implementation that a name stands for: the one place that knows them all."""

import importlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from conformance import __version__
from conformance.local import LocalCandidate, functions_of
from conformance.model import Answer, Case, Unsupported
from conformance.ports import PORTS, ToolchainError
from conformance.process import CandidateError, ProcessCandidate
from conformance.process.command import TIMEOUT, Command, Variables, misbehaving, python_object
from oracle.provenance import Provenance, UntrustedOracleError
from oracle.provenance import verify as verify_provenance
from oracle.scratch import folder as scratch_folder

__all__ = [
    "BUILT_IN",
    "HARBOR",
    "READERS",
    "Asked",
    "Candidate",
    "CandidateError",
    "Harbor",
    "HarborAskedOtherwise",
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

READERS = ("agent_challenge", "auto_harness", "scoring", "terminal_bench")
"""Readers of harbor's rewards as texts describe them, each with a ledger of where it differs."""

HARBOR = "harbor"
"""The installed harbor as a candidate, in a process of its own with another hash seed.

It must agree with itself in every operation, ``run`` included.
"""

_SLOWEST_START = 60.0
"""Seconds that harbor may take to be imported on a machine that is busy."""

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
    if asked.name == HARBOR:
        return _served_harbor(asked)
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
    if asked.command is not None or name in _WITH_PROCESS or _names_a_process(name):
        return ProcessCandidate(name, command_of(asked))
    if name in BUILT_IN or name in READERS:
        package = importlib.import_module(f"candidates.{name}")
        return LocalCandidate(name, functions_of(package))
    if name.startswith(_BROKEN):
        return _broken(name)
    raise UnknownCandidateError(
        f"no candidate {name!r}: give {', '.join((*BUILT_IN, HARBOR, *READERS))}, broken/NAME "
        "or module:attribute"
    )


_WITH_PROCESS = (HARBOR, *PORTS)


def _names_a_process(name: str) -> bool:
    return ":" in name or name.startswith(_MISBEHAVING)


def _served_harbor(asked: Asked) -> Command:
    """Return the command that serves the installed harbor, which no guard keeps out here."""
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    inherited = [os.environ["PYTHONPATH"]] if os.environ.get("PYTHONPATH") else []
    path = os.pathsep.join([str(Path(__file__).parent.parent), *inherited])
    variables = (("PYTHONPATH", path), ("PYTHONHASHSEED", seed), *asked.env)
    return Command((sys.executable, "-m", "oracle"), variables, max(asked.timeout, _SLOWEST_START))


class Mistaken(Protocol):
    """A deliberately wrong runner of whole jobs, which needs harbor to answer."""

    def answer(self, ask: Callable[[Case], Answer], case: Case) -> Answer:
        """Return what it answers; ``ask`` puts a case to harbor."""


class HarborAskedOtherwise:
    """harbor as a deliberately wrong candidate of ``run``, made so by a variant."""

    operations: tuple[str, ...] = ("run",)
    version = __version__

    def __init__(self, name: str, variant: Mistaken, harbor: Harbor) -> None:
        """Take the variant, and the harbor that it puts its own questions to."""
        self.name = name
        self.faults: list[str] = []
        self._variant, self._harbor = variant, harbor

    def answer(self, case: Case) -> Answer:
        """Return what the variant makes of a case with harbor's help."""
        if case.operation not in self.operations:
            return Unsupported()
        return self._variant.answer(self._harbor.answer, case)

    def answers(self, cases: Sequence[Case]) -> Iterator[Answer]:
        """Yield the answer to each case."""
        return map(self.answer, cases)

    def abandon(self) -> None:
        """Remove what harbor wrote."""
        self._harbor.close()

    def close(self) -> None:
        """Remove what harbor wrote."""
        self._harbor.close()


def _broken(name: str) -> Candidate:
    from candidates.broken import VARIANTS  # noqa: PLC0415 - only those who ask need them
    from candidates.broken.variant import RunVariant  # noqa: PLC0415 - one of them

    variant = VARIANTS.get(name.removeprefix(_BROKEN))
    if variant is None:
        raise UnknownCandidateError(
            f"no candidate {name!r}: give broken/ and {', '.join(VARIANTS)}"
        )
    if isinstance(variant, RunVariant):
        return HarborAskedOtherwise(name, variant, open_harbor())
    return LocalCandidate(name, variant.functions)
