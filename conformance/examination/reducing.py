"""Makes smaller cases of a case, by decisions about its pieces.

A sibling was not drawn by a strategy, so Hypothesis cannot shrink it as it was made. Here every
piece is a decision that Hypothesis draws: 0 leaves the piece out or has it simple, and the
greatest leaves it as it is. Which decisions there are depends on the case alone.
"""

from collections.abc import Callable, Iterator, Sequence

from hypothesis import strategies as st
from hypothesis.database import choices_to_bytes
from hypothesis.strategies import SearchStrategy

from conformance.protocol.pairs import paired
from conformance.protocol.values import Case, Value

MOST_PIECES = 48
"""Pieces that a text or a list is taken apart into; of a longer one, each has several parts."""

_SIMPLE: tuple[int | float, ...] = (0, 1, 0.5)
"""What a number may become, the simplest first."""

_TOWARDS_REWARDS = ("rewards", "verifier_result")
"""Names of the members of a step or trial that become smaller; the others stay."""

_WAYS = {n: st.integers(0, n - 1) for n in (2, len(_SIMPLE) + 1)}

type Decide = Callable[[int], int]
"""Returns which of so many ways is taken, from 0 on."""


def smaller(case: Case, varied: Sequence[str]) -> tuple[SearchStrategy[Case], bytes]:
    """Return a strategy of cases that lack pieces of one, and the choices that are the case."""
    ways: list[int] = []

    def leave(ways_here: int) -> int:
        ways.append(ways_here)
        return ways_here - 1

    _decided(case, varied, leave)
    strategy = st.composite(lambda draw: _decided(case, varied, lambda n: draw(_WAYS[n])))
    return strategy(), choices_to_bytes([n - 1 for n in ways])


def _decided(case: Case, varied: Sequence[str], decide: Decide) -> Case:
    members = {name: left(case.input[name], decide) for name in varied if name in case.input}
    return Case(case.operation, {**case.input, **members})


def left(value: Value, decide: Decide) -> Value:
    """Return what decisions leave of a text, a list of elements or an element of one."""
    match value:
        case str():
            return paired("".join([piece for piece in _pieces(value) if decide(2)]))
        case bytes():
            return b"".join([piece for piece in _pieces(value) if decide(2)])
        case list():
            return [element for piece in _pieces(value) for element in _elements(piece, decide)]
        case dict() if _all_numbers(value):
            return _rewards(value, decide)
        case dict():
            return {
                name: left(member, decide) if name in _TOWARDS_REWARDS else member
                for name, member in value.items()
            }
    return value


def _elements(piece: list[Value], decide: Decide) -> list[Value]:
    stays = decide(2)
    elements = [left(element, decide) for element in piece]
    return elements if stays else []


def _rewards(rewards: dict[str, Value], decide: Decide) -> dict[str, Value]:
    stays = {name: decide(2) for name in rewards}
    simple = {
        name: (*_SIMPLE, number)[decide(len(_SIMPLE) + 1)] for name, number in rewards.items()
    }
    return {name: number for name, number in simple.items() if stays[name]}


def _all_numbers(value: dict[str, Value]) -> bool:
    return all(isinstance(member, int | float) for member in value.values())


def _pieces[Whole: (str, bytes, list[Value])](value: Whole) -> Iterator[Whole]:
    size = max(1, -(-len(value) // MOST_PIECES))
    for start in range(0, len(value), size):
        yield value[start : start + size]
