"""What is sent to a worker and comes back, as bytes that only both ends open.

Neither the scheduler nor Dask's own process unpickles a candidate, a question or an answer.
"""

import pickle
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from conformance.fleet.identity import Identity, differences, identity, suite_digest
from conformance.implementations.environments.uv import UvError
from conformance.implementations.process.command import GUARD
from conformance.implementations.start import (
    CandidateError,
    CandidateSpec,
    ToolchainError,
    UnknownCandidateError,
    UntrustedOracleError,
)


@dataclass(frozen=True, slots=True)
class Basis:
    """What a run rests on: who is asked, and what the answers of its own process rest on.

    ``predictions`` are the functions of its ledger, ``guard`` the folder that the candidate's
    process has first on its import path here.
    """

    spec: CandidateSpec | None
    identity: Identity
    predictions: tuple[str, ...] = ()
    guard: str = str(GUARD)


@dataclass(frozen=True, slots=True)
class Request:
    """A call of one of this suite's functions, and what its result is to rest on."""

    basis: Basis
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """What a call returned."""

    value: Any


@dataclass(frozen=True, slots=True)
class Refused:
    """Why the answers of this worker are not to be taken."""

    why: str


@dataclass(frozen=True, slots=True)
class Failed:
    """What a call raised."""

    error: Exception


type Reply = Done | Refused | Failed


def packed(request: Request) -> bytes:
    """Return a request as it is sent: the suite's digest first, which is read without the rest."""
    return pickle.dumps((suite_digest(), pickle.dumps(request)))


def reply_of(content: bytes) -> Reply:
    """Return what came back."""
    reply: Reply = pickle.loads(content)  # noqa: S301 - of a worker that is trusted: docs/fleet.md
    return reply


def perform(content: bytes, began: Identity) -> bytes:
    """Return the reply to a request, in the process that is to answer it.

    ``began`` is what answers rested on when the code was imported that this process has.
    """
    try:
        reply = _reply(content, began)
    except _NOT_HERE as error:
        reply = Refused(f"{type(error).__name__}: {error}")
    except Exception as error:  # noqa: BLE001 - whatever it is, the run is told
        reply = Failed(error)
    return pickle.dumps(reply)


_NOT_HERE = (
    CandidateError,
    ToolchainError,
    UnknownCandidateError,
    UntrustedOracleError,
    UvError,
)
"""What says that a worker cannot answer, and another may."""


def _reply(content: bytes, began: Identity) -> Reply:
    theirs, inner = pickle.loads(content)  # noqa: S301 - of whoever may run code here: docs/fleet.md
    if theirs != suite_digest():
        # What a request of another suite holds may not even be read here.
        suites = {"the suite": theirs}
        return Refused("; ".join(differences({"the suite": suite_digest()}, suites)))
    request: Request = pickle.loads(inner)  # noqa: S301 - as above
    basis = request.basis
    spec = None if basis.spec is None else guarded(basis.spec, basis.guard)
    here = identity(spec, basis.predictions)
    if any(differences(here, began)):
        return Refused("other files than when it was started: start it again")
    if different := list(differences(here, basis.identity)):
        return Refused("; ".join(different))
    return Done(request.function(*request.arguments))


def guarded(spec: CandidateSpec, guard: str) -> CandidateSpec:
    """Return a candidate with this machine's guard in place of another's, named by its path."""
    if spec.command is None:
        return spec
    variables = tuple(
        (name, value.replace(guard, str(GUARD)) if name == "PYTHONPATH" else value)
        for name, value in spec.command.env
    )
    return replace(spec, command=replace(spec.command, env=variables))
