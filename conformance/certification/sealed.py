"""Observations on their way from a worker, which nobody looks at unless something is wrong."""

import pickle
from collections.abc import Iterator, Sequence
from typing import cast, overload

from conformance.examination.findings import Observation


class Sealed(Sequence[Observation]):
    """A sequence of observations that is taken apart when it is looked at.

    A run has tens of thousands, and its one process that collects results would be as long
    about them as a worker is about their questions.
    """

    __slots__ = ("_pickled",)

    def __init__(self, observations: Sequence[Observation]) -> None:
        """Take the observations."""
        self._pickled = pickle.dumps(tuple(observations))

    def _opened(self) -> tuple[Observation, ...]:
        return cast("tuple[Observation, ...]", pickle.loads(self._pickled))  # noqa: S301 - our own

    def __iter__(self) -> Iterator[Observation]:
        """Yield the observations."""
        return iter(self._opened())

    @overload
    def __getitem__(self, place: int) -> Observation: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Observation]: ...
    def __getitem__(self, place: int | slice) -> Observation | Sequence[Observation]:
        """Return one of them, or some."""
        return self._opened()[place]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._opened())

    def __eq__(self, other: object) -> bool:
        """Return whether another sequence has the same."""
        return isinstance(other, Sequence) and self._opened() == tuple(other)

    __hash__ = None  # type: ignore[assignment]  # as a tuple of observations
