"""Edits of a text or a list: one change that turns a case into a similar one.

The same value and the same random numbers give the same edit.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import ClassVar, cast

from conformance.protocol.json_text import join_surrogates
from conformance.protocol.values import Value

TOKENS = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|\"(?:[^\"\\]|\\.)*\"|\w+|\s+|.", re.DOTALL)
"""The pieces of a text: numbers, strings, words, white space and any other character."""

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")


class _Edits[Piece]:
    """Edits of a sequence of pieces; pieces of ``others`` may be inserted."""

    def __init__(self, others: Sequence[Piece], random: Random) -> None:
        self.others = others
        self.random = random

    def place(self, pieces: Sequence[object]) -> int:
        """Return the place of a piece."""
        return int(self.random.random() * len(pieces))

    def exchange(self, pieces: list[Piece]) -> None:
        """Exchange two pieces."""
        one, other = self.place(pieces), self.place(pieces)
        pieces[one], pieces[other] = pieces[other], pieces[one]

    def insert(self, pieces: list[Piece]) -> None:
        """Insert another piece."""
        pieces.insert(
            int(self.random.random() * (len(pieces) + 1)), self.random.choice(self.others)
        )

    def swap(self, pieces: list[Piece]) -> None:
        """Replace a piece by another."""
        other = self.random.choice(self.others)
        pieces[self.place(pieces)] = other

    def coin(self) -> bool:
        """Return True half the time."""
        return self.random.random() < 0.5  # noqa: PLR2004 - a half


class _TextEdits(_Edits[str]):
    """Edits of the pieces of a text."""

    def edited(self, pieces: Sequence[str]) -> str:
        """Return a text with one edit."""
        edited = list(pieces) or [""]
        self.random.choice(self.all)(self, edited)
        return "".join(edited)

    def flip(self, pieces: list[str]) -> None:
        """Change a bit of a character."""
        place = self.place(pieces)
        if piece := pieces[place]:
            at = self.place(piece)
            other = chr(ord(piece[at]) ^ 1 << int(self.random.random() * 7))
            pieces[place] = piece[:at] + other + piece[at + 1 :]

    def drop(self, pieces: list[str]) -> None:
        """Remove a few pieces."""
        start = self.place(pieces)
        del pieces[start : start + self.few()]

    def cut(self, pieces: list[str]) -> None:
        """Remove a character."""
        place = self.place(pieces)
        at = self.place(pieces[place])
        pieces[place] = pieces[place][:at] + pieces[place][at + 1 :]

    def repeat(self, pieces: list[str]) -> None:
        """Repeat a few pieces, in place or somewhere else."""
        start = self.place(pieces)
        again = pieces[start : start + self.few()]
        place = start if self.coin() else self.place(pieces)
        pieces[place:place] = again

    def move(self, pieces: list[str]) -> None:
        """Change a number, or insert a piece where there is none."""
        places = [place for place, piece in enumerate(pieces) if _NUMBER.fullmatch(piece)]
        if places:
            place = self.random.choice(places)
            pieces[place] = _changed_text(pieces[place], self.random)
        else:
            self.insert(pieces)

    def few(self) -> int:
        """Return from 1 to 8, mostly 1."""
        return 1 + int(self.random.random() ** 3 * 8)

    all: ClassVar = (
        flip, drop, cut, repeat, _Edits.insert, _Edits.swap, _Edits.swap, _Edits.exchange,
        move, move,
    )  # fmt: skip


def edits_of_text(value: str | bytes, words: Sequence[str]) -> Callable[[Random], Value]:
    """Return a function that edits a text, or bytes as Latin-1 text."""
    if isinstance(value, str):
        pieces = TOKENS.findall(value)
        return lambda random: join_surrogates(_TextEdits(words, random).edited(pieces))
    pieces = TOKENS.findall(value.decode("latin-1"))
    return lambda random: _TextEdits(words, random).edited(pieces).encode("latin-1", "replace")


class _ListEdits(_Edits[Value]):
    """Edits of the elements of a list: rewards, steps or trials."""

    def edited(self, elements: Sequence[Value]) -> list[Value]:
        """Return a list with one edit; one without elements gets one."""
        edited = list(elements)
        self.random.choice(self.all if elements else (_ListEdits.insert,))(self, edited)
        return edited

    def shuffle(self, elements: list[Value]) -> None:
        """Shuffle all."""
        self.random.shuffle(elements)

    def drop(self, elements: list[Value]) -> None:
        """Leave one out."""
        del elements[self.place(elements)]

    def cut(self, elements: list[Value]) -> None:
        """Cut the list to a power of two, one more or one less."""
        del elements[self.random.choice((0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 15, 16, 17)) :]

    def repeat(self, elements: list[Value]) -> None:
        """Repeat one, once or a few times, at the end or somewhere else."""
        again = elements[self.place(elements)]
        place = len(elements) if self.coin() else self.place(elements)
        elements[place:place] = [again] * self.random.choice((1, 1, 2, 3, 7))

    def cross(self, elements: list[Value]) -> None:
        """Copy a field of one element to another."""
        place = self.place(elements)
        one, other = elements[place], elements[self.place(elements)]
        if isinstance(one, dict) and isinstance(other, dict):
            shared = [name for name in one if name in other]
            if shared:
                name = self.random.choice(shared)
                elements[place] = {**one, name: other[name]}

    def move(self, elements: list[Value]) -> None:
        """Change a number in the rewards of one."""
        place = self.place(elements)
        if paths := list(_numbers(elements[place])):
            path = self.random.choice(paths)
            elements[place] = _changed_at(elements[place], path, self.random)

    all: ClassVar = (
        shuffle, _Edits.exchange, drop, cut, repeat, repeat, _Edits.insert, _Edits.swap, cross,
        move, move, move,
    )  # fmt: skip


def edits_of_list(value: list[Value], elements: Sequence[Value]) -> Callable[[Random], Value]:
    """Return a function that edits a list."""
    return lambda random: _ListEdits(elements, random).edited(value)


TOWARDS_REWARDS = ("verifier_result", "rewards")
"""The fields of a step or a trial that lead to its rewards."""


def _numbers(element: Value, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the places of numbers in the rewards of an element."""
    if isinstance(element, dict):
        for name, value in element.items():
            if isinstance(value, int | float) and not isinstance(value, bool):
                yield (*path, name)
            elif name in TOWARDS_REWARDS:
                yield from _numbers(value, (*path, name))


def _changed_at(element: Value, path: tuple[str, ...], random: Random) -> Value:
    record = cast("dict[str, Value]", element)
    name, *rest = path
    if rest:
        return {**record, name: _changed_at(record[name], tuple(rest), random)}
    return {**record, name: _changed(cast("float", record[name]), random)}


_LIMITS: tuple[int | float, ...] = (
    0, 1, -1, 0.0, -0.0, 1.0, 0.5, 2**31, 2**53, 2**53 + 1, 2**63, 2**64, -(2**63), 10**16,
    5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 1e16, 1e-5, 0.0001, 0.1,
    math.inf, -math.inf, math.nan,
)  # fmt: skip
"""Numbers at which representations, spellings or arithmetic change."""

_LARGEST = 2**1023
"""Any integer below this is a float."""


def _changed(number: float, random: Random) -> int | float:
    """Return a neighbour of this number, the number in the other type, or a limit."""
    match random.randrange(5):
        case 0:
            return random.choice(_LIMITS)
        case 1 if isinstance(number, int):
            return float(number) if abs(number) < _LARGEST else -number
        case 1:
            return int(number) if math.isfinite(number) else 0
        case 2:
            return -number
    if isinstance(number, int):
        return number + random.choice((-1, 1))
    return math.nextafter(number, random.choice((-math.inf, math.inf)))


_SPELLINGS = ("{}0", "{}.0", "{}e0", "{}E+00", "0{}", "-{}", "{}.", "{}_0", "+{}", " {}", "{}\n")

_RESPELLED = 0.3


def _changed_text(number: str, random: Random) -> str:
    """Return the text of a number with another number or spelling; any other text unchanged."""
    try:
        value = float(number) if not number.lstrip("-").isdigit() else int(number)
    except ValueError:
        return number
    if random.random() < _RESPELLED:
        return random.choice(_SPELLINGS).format(number)
    return repr(_changed(value, random))
