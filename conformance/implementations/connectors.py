"""What the name of a candidate stands for: one table for starting, listing and certificates.

To add a kind of candidate, add a row to ``CONNECTORS``.
"""

import importlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from candidates import reference
from candidates.deviations.catalogue import CATALOGUE as DEVIATIONS
from conformance.implementations.deviating import (
    DEVIATION,
    NamedCandidate,
    UnknownCandidateError,
    of_deviations,
    refuse_unknown_deviations,
)
from conformance.implementations.ports import PORTS
from conformance.implementations.process import CandidateError
from conformance.implementations.process.command import (
    TIMEOUT,
    Command,
    Variables,
    misbehaving,
    own_module,
    python_object,
)
from conformance.implementations.readers.environment import prepared
from conformance.implementations.readers.reader import Reader, ReaderError, reader
from conformance.implementations.readers.reader import names as readers
from conformance.operations.functions import LocalCandidate, functions_of
from conformance.protocol.show import unknown

BUILT_IN = ("reference", *PORTS)
"""The candidates of this repository that claim to conform."""

TEXTS = ("spec-000", "spec-001", "spec-002", "spec-003")
"""Readers of harbor's rewards as texts describe them, each with its expected deviations."""

HARBOR = "harbor"
"""The installed harbor as a candidate, in a process of its own with another hash seed.

It must agree with itself in every operation, ``run`` included.
"""

READER, MISBEHAVING = "reader/", "misbehaving/"
"""What the names of readers and of programs that misbehave start with."""

OBJECT = "module:attribute"
"""A module or object of the user's: any name with a colon."""

_SLOWEST_START = 60.0
"""Seconds that harbor may take to be imported on a machine that is busy."""


@dataclass(frozen=True, slots=True)
class CandidateSpec:
    """Which candidate is tested, and how its process is started where it has one.

    With a ``command``, ``name`` is only what the candidate is called. ``python`` is the
    interpreter of an object, where it is not this one, and with ``allow_harbor`` nothing keeps
    the process from importing harbor.
    """

    name: str
    command: Command | None = None
    env: Variables = ()
    timeout: float = TIMEOUT
    python: str = ""
    allow_harbor: bool = False


@dataclass(frozen=True, slots=True)
class Connector:
    """A kind of candidate: one name, or all that start with ``name`` where it ends in a slash.

    It has either a ``command`` or, for our own code in this process, a ``local`` candidate.
    ``names`` are those to list and to complete, its own by default, and ``listed`` what replaces
    them in a list where they are too many. ``sources`` are its folders in ``candidates/``.
    """

    name: str
    what: str
    names: Callable[[], Sequence[str]] | None = None
    command: Callable[[CandidateSpec], Command] | None = None
    local: Callable[[str], NamedCandidate] | None = None
    sources: tuple[str, ...] = ()
    listed: str = ""

    def all_names(self) -> Sequence[str]:
        """Return the names to list and to complete."""
        return [self.name] if self.names is None else self.names()

    def fits(self, name: str) -> bool:
        """Return whether a name is of this kind."""
        if self.name == OBJECT:
            return ":" in name
        return name.startswith(self.name) if self.name.endswith("/") else name == self.name


def connector_of(name: str) -> Connector:
    """Return the kind of candidate that a name stands for; raises UnknownCandidateError."""
    for connector in CONNECTORS:
        if connector.fits(name):
            return connector
    named = ", ".join((*BUILT_IN, HARBOR, *TEXTS))
    raise UnknownCandidateError(
        f"{unknown('candidate', name, candidate_names())}: give {named}, reader/NAME, "
        f"deviation/NAME or {OBJECT}"
    )


def is_object(name: str) -> bool:
    """Return whether a name stands for a module or object, which takes an interpreter."""
    return next((one.name == OBJECT for one in CONNECTORS if one.fits(name)), False)


def refuse_unknown(name: str) -> None:
    """Raise UnknownCandidateError where a name can stand for no candidate; nothing is started."""
    connector = connector_of(name)
    if connector.name == DEVIATION:
        refuse_unknown_deviations(name)
    elif connector.name == READER:
        _described(name)


def candidate_names() -> list[str]:
    """Return the names of all candidates that can be listed, those of deviations among them."""
    return [name for connector in CONNECTORS for name in connector.all_names()]


def candidates() -> dict[str, str]:
    """Return what each candidate is, in a few words; deviations are listed apart."""
    return {
        name: connector.what
        for connector in CONNECTORS
        for name in ([connector.listed] if connector.listed else connector.all_names())
    }


def _served_harbor(spec: CandidateSpec) -> Command:
    """Return the command that serves the installed harbor, which no guard keeps out here."""
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    path = os.environ.get("PYTHONPATH", "")
    variables = (("PYTHONPATH", path), ("PYTHONHASHSEED", seed), *spec.env)
    argv = own_module("conformance.implementations.harbor")
    return Command(argv, variables, max(spec.timeout, _SLOWEST_START))


def _described(name: str) -> Reader:
    try:
        return reader(name.removeprefix(READER))
    except ReaderError as error:
        raise UnknownCandidateError(str(error)) from error


def _of_reader(spec: CandidateSpec) -> Command:
    """Return the command that serves a real reader, in an environment that is made for it."""
    described = _described(spec.name)
    try:
        return prepared(described, spec.env).command(spec.timeout)
    except ReaderError as error:
        raise CandidateError(str(error)) from error


def _of_object(spec: CandidateSpec) -> Command:
    return python_object(
        spec.name, spec.env, spec.timeout, python=spec.python, allow_harbor=spec.allow_harbor
    )


def _of_text(name: str) -> NamedCandidate:
    package = importlib.import_module(f"candidates.{name.replace('-', '_')}")
    return LocalCandidate(name, functions_of(package))


CONNECTORS = (
    Connector(
        "reference",
        "harbor's rules in Python, the standard library alone",
        local=lambda name: LocalCandidate(name, reference.pipelines()),
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
        HARBOR, "the installed harbor itself, in a process of its own", command=_served_harbor
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
        names=lambda: [f"{READER}{name}" for name in readers()],
        command=_of_reader,
    ),
    Connector(
        DEVIATION,
        "the reference with steps replaced; show deviations has the names",
        names=lambda: [f"{DEVIATION}{name}" for name in DEVIATIONS],
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
        "the functions of your module or object; attribute may be empty",
        names=tuple,
        command=_of_object,
        listed=OBJECT,
    ),
)
"""Every kind of candidate; the first that fits a name is what it stands for."""
