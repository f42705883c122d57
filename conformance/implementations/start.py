"""Starts the implementation that a name stands for."""

from conformance.implementations.connectors import (
    BUILT_IN,
    HARBOR,
    MISBEHAVING,
    TEXTS,
    CandidateSpec,
    connector_of,
)
from conformance.implementations.deviating import (
    OF_HARBOR_ALONE,
    NamedCandidate,
    UnknownCandidateError,
    deviating,
)
from conformance.implementations.installed_harbor import (
    Harbor,
    open_harbor,
    refuse_moved,
    untrusted,
)
from conformance.implementations.ports import ToolchainError
from conformance.implementations.process import CandidateError, ProcessCandidate
from conformance.implementations.process.command import Command
from oracle.coverage import FirstLines
from oracle.provenance import Provenance, UnaskedOracleError, UntrustedOracleError
from oracle.provenance import verify as verify_provenance
from oracle.scratch import folder as scratch_folder

__all__ = [
    "BUILT_IN",
    "HARBOR",
    "MISBEHAVING",
    "OF_HARBOR_ALONE",
    "TEXTS",
    "CandidateError",
    "CandidateSpec",
    "FirstLines",
    "Harbor",
    "NamedCandidate",
    "Provenance",
    "ToolchainError",
    "UnaskedOracleError",
    "UnknownCandidateError",
    "UntrustedOracleError",
    "command_of",
    "deviating",
    "open_candidate",
    "open_harbor",
    "refuse_moved",
    "scratch_folder",
    "start",
    "untrusted",
    "verify_provenance",
]


def open_candidate(name: str) -> NamedCandidate:
    """Return the candidate of a name, started in the usual way; see ``start``."""
    return start(CandidateSpec(name))


def command_of(spec: CandidateSpec) -> Command:
    """Return the command that a candidate's process is started with.

    Raises UnknownCandidateError for a candidate that has no process of its own.
    """
    if spec.command is not None:
        return spec.command
    command = connector_of(spec.name).command
    if command is None:
        raise UnknownCandidateError(f"{spec.name!r} has no process of its own; give --command")
    return command(spec)


def start(spec: CandidateSpec) -> NamedCandidate:
    """Return the candidate, ready to answer.

    Code that is not of this repository runs in a process of its own, so that it can
    reach neither harbor's memory nor the comparison. Raises UnknownCandidateError for
    a name that stands for none, ToolchainError for a port whose language is not there,
    and CandidateError where it cannot be started or does not say hello.
    """
    local = None if spec.command is not None else connector_of(spec.name).local
    return ProcessCandidate(spec.name, command_of(spec)) if local is None else local(spec.name)
