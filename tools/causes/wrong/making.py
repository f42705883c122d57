"""Makes a candidate of one function."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

Answering = Callable[[Any], Any]


def candidate(operation: str) -> Callable[[Answering], SimpleNamespace]:
    """Return a decorator: a function becomes a candidate that has this operation only."""

    def made(function: Answering) -> SimpleNamespace:
        return SimpleNamespace(**{operation: function}, mistake=function.__doc__)

    return made


class ValidationError(ValueError):
    """What pydantic raises, by its name."""


class VerifierOutputParseError(Exception):
    """A reward file that cannot be parsed."""


class RewardFileEmptyError(Exception):
    """A reward file of no bytes."""


class RewardFileNotFoundError(FileNotFoundError):
    """No reward file."""
