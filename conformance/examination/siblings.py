"""Siblings of a case: cases that differ by one edit, and smaller ones if a sibling fails.

Hypothesis draws only the case itself, so a sibling costs a few microseconds. Siblings find rare
bugs that more examples in the same time do not: benchmarks/rare_bugs.py shows it.
"""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

from hypothesis import strategies as st
from hypothesis.database import choices_to_bytes
from hypothesis.strategies import SearchStrategy

from conformance.examination.edits import TOKENS, TOWARDS_REWARDS, edits_of_list, edits_of_text
from conformance.examination.findings import weight
from conformance.examination.recorded import corpus
from conformance.operations import REGISTRY
from conformance.protocol.json_text import join_surrogates
from conformance.protocol.values import Case, Value

LARGEST = 4_000
"""The approximate length of the largest case with siblings: larger ones are not cheap."""

type _Edit = Callable[[Random], Value]
"""Returns an edited copy of a value."""


def siblings_of(head: Case, random: Random, amount: int) -> list[Case]:
    """Return up to ``amount`` siblings of a case, each with one edit in one field.

    The same case and random numbers give the same ones.
    """
    edited = REGISTRY[head.operation].edited
    if not edited or weight(head.input) > LARGEST:
        return []
    fields = [(name, edit) for name in edited for edit in _edits(head, name)]
    if not fields:
        return []
    made = (_sibling(head, *random.choice(fields), random) for _ in range(amount))
    return [sibling for sibling in made if sibling is not None]


def _edits(head: Case, name: str) -> Iterator[_Edit]:
    """Yield the function that edits a field, if there is something to edit."""
    value, (words, elements) = head.input.get(name), _vocabulary(head.operation)
    if isinstance(value, str | bytes):
        yield edits_of_text(value, words)
    elif isinstance(value, list):
        yield edits_of_list(value, elements)


def _sibling(head: Case, name: str, edit: _Edit, random: Random) -> Case | None:
    value = edit(random)
    if value == head.input[name] and repr(value) == repr(head.input[name]):
        return None
    return Case(head.operation, {**head.input, name: value})


@cache
def _vocabulary(operation: str) -> tuple[list[str], list[Value]]:
    """Return the words and the elements of lists in an operation's recorded cases."""
    words: dict[str, None] = {}
    elements: dict[str, Value] = {}
    for recorded in corpus.load(operation):
        for value in recorded.case.input.values():
            if isinstance(value, list):
                elements.update((repr(element), element) for element in value)
            elif isinstance(value, str | bytes):
                words.update(dict.fromkeys(_words(value)))
    return list(words), list(elements.values())


def _words(value: str | bytes) -> Iterator[str]:
    characters = value if isinstance(value, str) else value.decode("latin-1")
    for piece in TOKENS.findall(characters[:_READ]):
        if len(piece) <= _LONGEST:
            yield piece


_READ, _LONGEST = 2_000, 40
"""How many characters of a recorded text are read, and of a word."""


MOST_PIECES = 48
"""How many pieces of a text or a list can be left out; pieces of a long one are larger."""

_SIMPLE: tuple[int | float, ...] = (0, 1, 0.5)
"""Numbers that may replace a number, the simplest first."""

type _Decide = Callable[[int], int]
"""Returns a decision, from 0 (left out, or simple) to the last (unchanged)."""


def smaller(case: Case) -> tuple[SearchStrategy[Case], bytes]:
    """Return a strategy of cases that lack pieces of one, and the choices for the case itself.

    No strategy drew the case, so Hypothesis has no choices to shrink. In this strategy each piece
    is a choice, and the number of choices depends only on the case.
    """
    ways: list[int] = []

    def leave(ways_here: int) -> int:
        ways.append(ways_here)
        return ways_here - 1

    _smaller_case(case, leave)
    strategy = st.composite(lambda draw: _smaller_case(case, lambda n: draw(st.integers(0, n - 1))))
    return strategy(), choices_to_bytes([n - 1 for n in ways])


def _smaller_case(case: Case, decide: _Decide) -> Case:
    names = [name for name in REGISTRY[case.operation].edited if name in case.input]
    fields = {name: _smaller(case.input[name], decide) for name in names}
    return Case(case.operation, {**case.input, **fields})


def _smaller(value: Value, decide: _Decide) -> Value:
    """Apply the decisions to a text, a list or an element of one."""
    match value:
        case str():
            return join_surrogates("".join([piece for piece in _pieces(value) if decide(2)]))
        case bytes():
            return b"".join([piece for piece in _pieces(value) if decide(2)])
        case list():
            return [element for piece in _pieces(value) for element in _elements(piece, decide)]
        case dict() if all(isinstance(number, int | float) for number in value.values()):
            return _rewards(value, decide)
        case dict():
            return {
                name: _smaller(inner, decide) if name in TOWARDS_REWARDS else inner
                for name, inner in value.items()
            }
    return value


def _elements(piece: list[Value], decide: _Decide) -> list[Value]:
    stays = decide(2)
    elements = [_smaller(element, decide) for element in piece]
    return elements if stays else []


def _rewards(rewards: dict[str, Value], decide: _Decide) -> dict[str, Value]:
    stays = {name: decide(2) for name in rewards}
    simple = {
        name: (*_SIMPLE, number)[decide(len(_SIMPLE) + 1)] for name, number in rewards.items()
    }
    return {name: number for name, number in simple.items() if stays[name]}


def _pieces[Whole: (str, bytes, list[Value])](value: Whole) -> Iterator[Whole]:
    size = max(1, -(-len(value) // MOST_PIECES))
    for start in range(0, len(value), size):
        yield value[start : start + size]
