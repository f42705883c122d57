"""The meaning of a candidate's name, and how the candidate is started.

To add a kind of candidate, add a row to ``CONNECTORS``. A kind's imports happen when a candidate is
started. Other packages import the installed harbor from here too.
"""

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from conformance.implementations.deviating import (
    DEVIATION,
    UnknownCandidateError,
    catalogue,
    of_deviations,
    refuse_unknown_deviations,
)
from conformance.implementations.installed_harbor import Harbor, open_harbor
from conformance.implementations.ports import PORTS, ToolchainError
from conformance.implementations.process import CandidateError, ProcessCandidate
from conformance.implementations.process.command import (
    TIMEOUT,
    Command,
    Variables,
    misbehaving,
    names_object,
    own_harbor,
    python_object,
)
from conformance.operations.functions import LocalCandidate, functions_of
from conformance.protocol.show import unknown
from oracle.coverage import FirstLines
from oracle.provenance import (
    Provenance,
    UnaskedOracleError,
    UndrivenOracleError,
    UntrustedOracleError,
)
from oracle.provenance import verify as verify_provenance
from oracle.scratch import folder as scratch_folder

if TYPE_CHECKING:
    from conformance.implementations.readers.reader import Reader

__all__ = [
    "CandidateError", "FirstLines", "Harbor", "NamedCandidate", "Provenance", "ToolchainError",
    "UnaskedOracleError", "UndrivenOracleError", "UnknownCandidateError", "UntrustedOracleError",
    "open_harbor", "scratch_folder", "verify_provenance",
]  # fmt: skip

BUILT_IN = ("reference", *PORTS)
"""The candidates of this repository that claim to conform."""

TEXTS = ("spec-000", "spec-001", "spec-002", "spec-003")
"""Readers of harbor's rewards that implement texts, each with its expected deviations."""

HARBOR = "harbor"
"""The installed harbor as a candidate, in its own process with another hash seed.

It must agree with itself in every operation, ``run`` included.
"""

READER, MISBEHAVING = "reader/", "misbehaving/"
"""The prefixes of readers' and misbehaving programs' names."""

OBJECT = "module:attribute"
"""A module or object of the user's: mine, mine.py, package.mine or mine:attribute."""


type NamedCandidate = LocalCandidate | ProcessCandidate
"""A candidate that was started."""


@dataclass(frozen=True, slots=True)
class CandidateSpec:
    """The candidate, and how its process is started, if it has one.

    With a ``command``, ``name`` is only for display. ``python`` is the interpreter of an object if
    it is not this one, and with ``allow_harbor`` the process may import harbor.
    """

    name: str
    command: Command | None = None
    env: Variables = ()
    timeout: float = TIMEOUT
    python: str = ""
    allow_harbor: bool = False


@dataclass(frozen=True, slots=True)
class Connector:
    """A kind of candidate: one name, or all with the prefix ``name`` if it ends in a slash.

    It has either a ``command`` or, for our own code in this process, a ``local`` candidate.
    ``names`` are those to list and to complete, by default its own, and ``listed`` replaces them in
    a list if there are too many. ``sources`` are its folders in ``candidates/``.
    """

    name: str
    what: str
    names: Callable[[], Sequence[str]] | None = None
    command: Callable[[CandidateSpec], Command] | None = None
    local: Callable[[str], LocalCandidate] | None = None
    sources: tuple[str, ...] = ()
    listed: str = ""

    def all_names(self) -> Sequence[str]:
        """Return the names to list and to complete."""
        return [self.name] if self.names is None else self.names()

    def fits(self, name: str) -> bool:
        """Return whether a name is of this kind."""
        if self.name == OBJECT:
            return names_object(name)
        return name.startswith(self.name) if self.name.endswith("/") else name == self.name


def connector_of(name: str) -> Connector:
    """Return the kind of a candidate's name; raises UnknownCandidateError."""
    for connector in CONNECTORS:
        if connector.fits(name):
            return connector
    named = ", ".join((*BUILT_IN, HARBOR, *TEXTS))
    raise UnknownCandidateError(
        f"{unknown('candidate', name, candidate_names())}: give a module or a file of Python "
        f"that is here, {named}, reader/NAME or deviation/NAME"
    )


def is_object(name: str) -> bool:
    """Return whether a name is a module or object, which takes an interpreter."""
    return next((one.name for one in CONNECTORS if one.fits(name)), "") == OBJECT


def refuse_unknown(name: str) -> None:
    """Raise UnknownCandidateError if a name cannot be a candidate's; nothing is started."""
    connector = connector_of(name)
    if connector.name == DEVIATION:
        refuse_unknown_deviations(name)
    elif connector.name == READER:
        _described(name)


def candidate_names() -> list[str]:
    """Return the names of all candidates that can be listed, including deviations."""
    return [name for connector in CONNECTORS for name in connector.all_names()]


def candidates() -> dict[str, str]:
    """Return a short description of each candidate; deviations are listed separately."""
    return {
        name: connector.what
        for connector in CONNECTORS
        for name in ([connector.listed] if connector.listed else connector.all_names())
    }


def _described(name: str) -> "Reader":
    from conformance.implementations.readers.reader import ReaderError, reader  # noqa: PLC0415 - a tenth of a second

    try:
        return reader(name.removeprefix(READER))
    except ReaderError as error:
        raise UnknownCandidateError(str(error)) from error


def _of_reader(spec: CandidateSpec) -> Command:
    """Return the command that serves a real reader, in its own environment."""
    from conformance.implementations.readers.environment import prepared  # noqa: PLC0415 - as above
    from conformance.implementations.readers.reader import ReaderError  # noqa: PLC0415 - as above

    described = _described(spec.name)
    try:
        return prepared(described, spec.env).command(spec.timeout)
    except ReaderError as error:
        raise CandidateError(str(error)) from error


def _reader_names() -> list[str]:
    from conformance.implementations.readers.reader import names  # noqa: PLC0415 - as above

    return [f"{READER}{name}" for name in names()]


def _of_reference(name: str) -> LocalCandidate:
    from candidates import reference  # noqa: PLC0415 - as above

    return LocalCandidate(name, reference.pipelines())


def _of_text(name: str) -> LocalCandidate:
    package = importlib.import_module(f"candidates.{name.replace('-', '_')}")
    return LocalCandidate(name, functions_of(package))


CONNECTORS = (
    Connector(
        "reference",
        "harbor's rules in Python, the standard library alone",
        local=_of_reference,
        sources=("reference",),
    ),
    *(
        Connector(
            port,
            f"the reference, ported to {port}",
            command=lambda spec: PORTS[spec.name](),
            sources=(port,),
        )
        for port in PORTS
    ),
    Connector(
        HARBOR,
        "the installed harbor itself, in a process of its own",
        command=lambda spec: own_harbor(spec.env, spec.timeout),
    ),
    *(
        Connector(
            text,
            "a reader of harbor's rewards, as a text describes it",
            local=_of_text,
            sources=(text.replace("-", "_"),),
        )
        for text in TEXTS
    ),
    Connector(
        READER,
        "a public package, in an environment of its own",
        names=_reader_names,
        command=_of_reader,
    ),
    Connector(
        DEVIATION,
        "the reference with steps replaced; show deviations has the names",
        names=lambda: [f"{DEVIATION}{name}" for name in catalogue()],
        local=of_deviations,
        sources=("reference", "deviations"),
        listed=f"{DEVIATION}NAME",
    ),
    Connector(
        MISBEHAVING,
        "",
        names=tuple,
        command=lambda spec: misbehaving(spec.name.removeprefix(MISBEHAVING), spec.timeout),
        sources=("misbehaving",),
    ),
    Connector(
        OBJECT,
        "the functions of your module or object; mine and mine.py name a module",
        names=tuple,
        command=lambda spec: python_object(
            spec.name, spec.env, spec.timeout, python=spec.python, allow_harbor=spec.allow_harbor
        ),
        listed=OBJECT,
    ),
)
"""Every kind of candidate; the first that fits a name counts."""


def open_candidate(name: str) -> NamedCandidate:
    """Return the candidate of a name, started in the usual way; see ``start``."""
    return start(CandidateSpec(name))


def command_of(spec: CandidateSpec) -> Command:
    """Return the command of a candidate's process; raises UnknownCandidateError if it has none."""
    if spec.command is not None:
        return spec.command
    command = connector_of(spec.name).command
    if command is None:
        raise UnknownCandidateError(f"{spec.name!r} has no process of its own; give --command")
    return command(spec)


def start(spec: CandidateSpec) -> NamedCandidate:
    """Return the candidate, ready to answer.

    Code from outside this repository runs in its own process, where it can reach neither harbor's
    memory nor the comparison. Raises UnknownCandidateError for an unknown name, ToolchainError for
    a port whose language is not installed, and CandidateError if it cannot be started or does not
    answer hello.
    """
    local = None if spec.command is not None else connector_of(spec.name).local
    return ProcessCandidate(spec.name, command_of(spec)) if local is None else local(spec.name)
