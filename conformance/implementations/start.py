"""Starts the implementation that a name stands for: the one place that knows them all."""

import atexit
import importlib
import os
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from candidates import reference
from candidates.deviations.catalogue import UnknownDeviationError, chosen, functions
from candidates.deviations.deviation import Deviation, IncompatibleError, ParameterError
from conformance.implementations.names import (
    BUILT_IN,
    DEVIATION,
    HARBOR,
    READER,
    TEXTS,
    UnknownCandidateError,
    no_candidate,
    refuse_unknown_deviations,
)
from conformance.implementations.ports import PORTS, ToolchainError
from conformance.implementations.process import CandidateError, ProcessCandidate
from conformance.implementations.process.command import (
    TIMEOUT,
    Command,
    Variables,
    misbehaving,
    own_module,
    python_object,
)
from conformance.implementations.process.keeper import keep_folder
from conformance.implementations.readers.environment import prepared
from conformance.implementations.readers.reader import ReaderError, reader
from conformance.operations import EVERY_OPERATION, OPERATIONS
from conformance.operations.functions import LocalCandidate, asking, functions_of
from conformance.protocol.values import Answer, Case
from conformance.recorded.moved import moved
from oracle.provenance import Provenance, UnaskedOracleError, UntrustedOracleError
from oracle.provenance import verify as verify_provenance
from oracle.reach import FirstLines
from oracle.scratch import folder as scratch_folder

__all__ = [
    "BUILT_IN",
    "HARBOR",
    "MISBEHAVING",
    "TEXTS",
    "Candidate",
    "CandidateError",
    "CandidateSpec",
    "FirstLines",
    "Harbor",
    "Provenance",
    "ToolchainError",
    "UnaskedOracleError",
    "UnknownCandidateError",
    "UntrustedOracleError",
    "deviating",
    "open_candidate",
    "open_harbor",
    "refuse_moved",
    "scratch_folder",
    "start",
    "untrusted",
    "verify_provenance",
]

OF_HARBOR_ALONE = tuple(name for name in EVERY_OPERATION if name not in OPERATIONS)
"""The operations that no candidate is asked but harbor."""

_SLOWEST_START = 60.0
"""Seconds that harbor may take to be imported on a machine that is busy."""

MISBEHAVING = "misbehaving/"
"""What the names of programs that break the protocol begin with."""


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

    return trusted_oracle(scratch or _kept_folder())


@cache
def _kept_folder() -> str:
    """Return a folder for reward files that goes with this process, however it ends."""
    folder = scratch_folder()
    keep_folder(folder.name)
    atexit.register(folder.cleanup)
    return folder.name


def refuse_moved(harbor: Harbor, operation: str, but: Collection[str] = ()) -> None:
    """Raise UntrustedOracleError where harbor answers a recorded case otherwise than recorded.

    ``but`` are clauses whose cases are held elsewhere.
    """
    change = next(moved(harbor, operation, but), None)
    if change is not None:
        raise untrusted(harbor, change)


def untrusted(harbor: Harbor, change: object) -> UntrustedOracleError:
    """Return what to raise where a recorded answer moved, with what it may rest on."""
    on = harbor.provenance
    return UntrustedOracleError(
        f"{change}, with {on.python}, pydantic {on.pydantic} and pydantic-core "
        f"{on.pydantic_core}; install the versions of constraints.txt"
    )


@dataclass(frozen=True, slots=True)
class CandidateSpec:
    """Which candidate is asked, and how its process is started where it has one.

    ``name`` is built in, ``deviation/NAME`` or ``module:attribute``; with a ``command`` it
    is only what the candidate is called. ``python`` is the interpreter of the object, where
    it is not this one, and with ``allow_harbor`` nothing keeps the process from harbor.
    """

    name: str
    command: Command | None = None
    env: Variables = ()
    timeout: float = TIMEOUT
    python: str = ""
    allow_harbor: bool = False


def open_candidate(name: str) -> Candidate:
    """Return the candidate of a name, started in the usual way; see ``start``."""
    return start(CandidateSpec(name))


def command_of(spec: CandidateSpec) -> Command:
    """Return the command that a candidate's process is started with.

    Raises UnknownCandidateError for a candidate that has no process of its own.
    """
    if spec.command is not None:
        return spec.command
    if spec.name in PORTS:
        return PORTS[spec.name]()
    if spec.name == HARBOR:
        return _served_harbor(spec)
    if spec.name.startswith(READER):
        return _of_reader(spec)
    if ":" in spec.name:
        return python_object(
            spec.name,
            spec.env,
            spec.timeout,
            python=spec.python,
            allow_harbor=spec.allow_harbor,
        )
    if spec.name.startswith(MISBEHAVING):
        return misbehaving(spec.name.removeprefix(MISBEHAVING), spec.timeout)
    if spec.name in (*BUILT_IN, *TEXTS) or spec.name.startswith(DEVIATION):
        raise UnknownCandidateError(f"{spec.name!r} has no process of its own; give --command")
    raise no_candidate(spec.name)


def start(spec: CandidateSpec) -> Candidate:
    """Return the candidate, ready to answer.

    Code that is not of this repository runs in a process of its own, so that it can
    reach neither harbor's memory nor the comparison. Raises UnknownCandidateError for
    a name that stands for none, ToolchainError for a port whose language is not there,
    and CandidateError where it cannot be started or does not say hello.
    """
    name = spec.name
    if spec.command is not None or name in _WITH_PROCESS or _names_a_process(name):
        return ProcessCandidate(name, command_of(spec))
    if name == "reference":
        return LocalCandidate(name, reference.pipelines())
    if name in TEXTS:
        package = importlib.import_module(f"candidates.{name.replace('-', '_')}")
        return LocalCandidate(name, functions_of(package))
    if name.startswith(DEVIATION):
        return _deviation(name)
    raise no_candidate(name)


_WITH_PROCESS = (HARBOR, *PORTS)


def _names_a_process(name: str) -> bool:
    return ":" in name or name.startswith((MISBEHAVING, READER))


def _of_reader(spec: CandidateSpec) -> Command:
    """Return the command that serves a real reader, in an environment that is made for it."""
    try:
        described = reader(spec.name.removeprefix(READER))
    except ReaderError as error:
        raise UnknownCandidateError(str(error)) from error
    try:
        return prepared(described, spec.env).command(spec.timeout)
    except ReaderError as error:
        raise CandidateError(str(error)) from error


def _served_harbor(spec: CandidateSpec) -> Command:
    """Return the command that serves the installed harbor, which no guard keeps out here."""
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    path = os.environ.get("PYTHONPATH", "")
    variables = (("PYTHONPATH", path), ("PYTHONHASHSEED", seed), *spec.env)
    argv = own_module("conformance.implementations.harbor")
    return Command(argv, variables, max(spec.timeout, _SLOWEST_START))


class _HarborDeviating(LocalCandidate):
    """The reference with deviations, and harbor with them where the reference has no operation."""

    def __init__(self, name: str, deviations: Sequence[Deviation], harbor: Harbor) -> None:
        """Take the deviations, and the harbor that answers what the reference lacks."""
        answered = {operation: asking(harbor, operation) for operation in OF_HARBOR_ALONE}
        super().__init__(name, functions(deviations, answered))
        self._harbor = harbor

    def abandon(self) -> None:
        """Remove what harbor wrote."""
        self._harbor.close()

    def close(self) -> None:
        """Remove what harbor wrote."""
        self._harbor.close()


def deviating(
    name: str, deviations: Sequence[Deviation], harbor: Callable[[], Harbor] = open_harbor
) -> Candidate:
    """Return what these deviations make; ``harbor`` opens it for whole jobs, which it runs.

    Raises IncompatibleError where two of them cannot be had together.
    """
    if any(deviation.operation in OF_HARBOR_ALONE for deviation in deviations):
        return _HarborDeviating(name, deviations, harbor())
    return LocalCandidate(name, functions(deviations))


def _deviation(name: str) -> Candidate:
    refuse_unknown_deviations(name)
    try:
        return deviating(name, chosen(name.removeprefix(DEVIATION)))
    except (UnknownDeviationError, ParameterError, IncompatibleError) as error:
        raise UnknownCandidateError(f"{name}: {error}") from error
