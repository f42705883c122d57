"""Starts the implementation that a name stands for: the one place that knows them all."""

import importlib
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from conformance import wire
from conformance.model import OPERATIONS, Answer, Case, Failure, Fault, Result, Unsupported, Value
from conformance.process import ProcessCandidate, python_candidate
from conformance.shapes import ShapeError

type Function = Callable[[dict[str, Value]], Value]

BUILT_IN = ("reference",)
"""The candidates of this repository that claim to conform."""

_BROKEN = "broken/"


class UnknownCandidateError(Exception):
    """The name stands for no candidate."""


class Candidate(Protocol):
    """An implementation under test."""

    name: str
    version: str
    operations: tuple[str, ...]

    def answer(self, case: Case) -> Answer:
        """Return the answer to a case, or the fault that kept it from coming."""

    def close(self) -> None:
        """End whatever was started."""


class LocalCandidate:
    """Functions of this repository, one an operation, called in this process."""

    def __init__(self, name: str, functions: Mapping[str, Function]) -> None:
        """Take the functions by operation."""
        from conformance import __version__

        self.name, self.version = name, __version__
        self._functions = functions
        self.operations = tuple(op for op in OPERATIONS if op in functions)

    def answer(self, case: Case) -> Answer:
        """Return what the function returns, or the name of what it raises."""
        function = self._functions.get(case.operation)
        if function is None:
            return Unsupported()
        try:
            value = function(case.input)
        except Exception as error:  # noqa: BLE001 - whatever a candidate raises is its answer
            return Failure(type(error).__name__, str(error))
        try:
            wire.RESULTS[case.operation].encode(value)
        except ShapeError as error:
            return Fault(f"a result of the wrong shape: {error}")
        return Result(value)

    def close(self) -> None:
        """Do nothing: nothing was started."""


def open_candidate(name: str) -> Candidate:
    """Return the candidate of a name: built in, ``broken/NAME``, or ``module:attribute``.

    Code that is not of this repository runs in a process of its own, so that it can
    reach neither harbor's memory nor the comparison. Raises UnknownCandidateError for
    a name that stands for none, and CandidateError where it cannot be started.
    """
    if name in BUILT_IN:
        package = importlib.import_module(f"candidates.{name}")
        return LocalCandidate(name, functions_of(package))
    if name.startswith(_BROKEN):
        return _broken(name.removeprefix(_BROKEN))
    if ":" in name:
        return ProcessCandidate(name, python_candidate(name))
    message = (
        f"no candidate {name!r}; there are {', '.join(names())}, broken/NAME and module:attribute"
    )
    raise UnknownCandidateError(message)


def names() -> Iterable[str]:
    """Return the names of the built-in candidates."""
    return BUILT_IN


def functions_of(holder: object) -> dict[str, Function]:
    """Return the functions that a module or object has under the names of operations."""
    found = {op: getattr(holder, op, None) for op in OPERATIONS}
    return {op: function for op, function in found.items() if callable(function)}


def _broken(name: str) -> Candidate:
    from candidates.broken import VARIANTS

    if name not in VARIANTS:
        message = f"no broken candidate {name!r}; there are {', '.join(VARIANTS)}"
        raise UnknownCandidateError(message)
    return LocalCandidate(_BROKEN + name, VARIANTS[name].functions)
