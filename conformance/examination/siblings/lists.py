"""Edits of lists: of rewards, of steps or of trials, of their order, and of a number in them."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import cast

from conformance.examination.siblings import numbers
from conformance.examination.siblings.vocabulary import Vocabulary
from conformance.protocol.values import Value

type _List = list[Value]
type _Record = dict[str, Value]


def edits_of(value: _List, vocabulary: Vocabulary) -> Callable[[Random], Value]:
    """Return what edits a list."""

    def edit(random: Random) -> Value:
        edited = list(value)
        random.choice(_EDITS if value else _OF_NOTHING)(edited, vocabulary.elements, random)
        return edited

    return edit


def _place(elements: Sequence[Value], random: Random) -> int:
    return int(random.random() * len(elements))


def _permute(elements: _List, others: Sequence[Value], random: Random) -> None:
    """Shuffle them."""
    del others
    random.shuffle(elements)


def _exchange(elements: _List, others: Sequence[Value], random: Random) -> None:
    """Exchange two."""
    del others
    one, other = _place(elements, random), _place(elements, random)
    elements[one], elements[other] = elements[other], elements[one]


def _drop(elements: _List, others: Sequence[Value], random: Random) -> None:
    """Leave one out."""
    del others
    del elements[_place(elements, random)]


def _cut(elements: _List, others: Sequence[Value], random: Random) -> None:
    """Leave the last ones out, so that a power of two, one more or one less stays."""
    del others
    del elements[random.choice((0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 15, 16, 17)) :]


def _repeat(elements: _List, others: Sequence[Value], random: Random) -> None:
    """Repeat one, once or a few times, beside it or at the end."""
    del others
    again = elements[_place(elements, random)]
    place = len(elements) if random.random() < _AT_THE_END else _place(elements, random)
    elements[place:place] = [again] * random.choice((1, 1, 2, 3, 7))


_AT_THE_END = 0.5


def _insert(elements: _List, others: Sequence[Value], random: Random) -> None:
    """Insert one of the vocabulary."""
    elements.insert(int(random.random() * (len(elements) + 1)), random.choice(others))


def _swap(elements: _List, others: Sequence[Value], random: Random) -> None:
    """Put one of the vocabulary in the place of another."""
    elements[_place(elements, random)] = random.choice(others)


def _cross(elements: _List, others: Sequence[Value], random: Random) -> None:
    """Give one a member of another."""
    del others
    place = _place(elements, random)
    one, other = elements[place], elements[_place(elements, random)]
    if isinstance(one, dict) and isinstance(other, dict):
        shared = [name for name in one if name in other]
        if shared:
            name = random.choice(shared)
            elements[place] = {**one, name: other[name]}


def _move(elements: _List, others: Sequence[Value], random: Random) -> None:
    """Move a number of one's rewards."""
    del others
    place = _place(elements, random)
    paths = list(_numbers(elements[place]))
    if paths:
        elements[place] = _moved(elements[place], random.choice(paths), random)


def _numbers(element: Value, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield where the rewards of an element have numbers."""
    if isinstance(element, dict):
        for name, member in element.items():
            if isinstance(member, int | float) and not isinstance(member, bool):
                yield (*path, name)
            elif name in _TOWARDS_REWARDS:
                yield from _numbers(member, (*path, name))


_TOWARDS_REWARDS = ("verifier_result", "rewards")
"""Names of members, besides which a trial has no rewards."""


def _moved(element: Value, path: tuple[str, ...], random: Random) -> Value:
    record = cast("_Record", element)
    name, *rest = path
    if rest:
        return {**record, name: _moved(record[name], tuple(rest), random)}
    return {**record, name: numbers.moved(cast("float", record[name]), random)}


_OF_NOTHING = (_insert,)

_EDITS = (
    _permute, _exchange, _drop, _cut, _repeat, _repeat, _insert, _swap, _cross, _move, _move, _move,
)  # fmt: skip
