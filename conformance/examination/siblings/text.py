"""Edits of text and of bytes: characters, pieces and words of the operation's own vocabulary."""

import re
from collections.abc import Callable, Sequence
from random import Random

from conformance.examination.siblings import numbers
from conformance.examination.siblings.vocabulary import TOKENS, Vocabulary
from conformance.protocol.pairs import paired
from conformance.protocol.values import Value

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")

_LONGEST = 8
"""Pieces that are dropped or repeated at once."""


def edits_of(value: str | bytes, vocabulary: Vocabulary) -> Callable[[Random], Value]:
    """Return what edits a text; bytes are edited as the characters of the same numbers."""
    characters = value if isinstance(value, str) else value.decode("latin-1")
    pieces = TOKENS.findall(characters)
    if isinstance(value, str):
        return lambda random: paired(_edited(pieces, vocabulary.words, random))

    def edit(random: Random) -> Value:
        return _edited(pieces, vocabulary.words, random).encode("latin-1", "replace")

    return edit


def _edited(pieces: Sequence[str], words: Sequence[str], random: Random) -> str:
    edited = list(pieces) or [""]
    random.choice(_EDITS)(edited, words, random)
    return "".join(edited)


def _place(pieces: Sequence[str], random: Random) -> int:
    return int(random.random() * len(pieces))


def _flip(pieces: list[str], words: Sequence[str], random: Random) -> None:
    """Change a bit of a character."""
    del words
    place = _place(pieces, random)
    piece = pieces[place]
    if piece:
        at = _place(piece, random)
        other = chr(ord(piece[at]) ^ 1 << int(random.random() * 7))
        pieces[place] = piece[:at] + other + piece[at + 1 :]


def _drop(pieces: list[str], words: Sequence[str], random: Random) -> None:
    """Leave out a few pieces."""
    del words
    start = _place(pieces, random)
    del pieces[start : start + 1 + int(random.random() ** 3 * _LONGEST)]


def _cut(pieces: list[str], words: Sequence[str], random: Random) -> None:
    """Leave out a character."""
    del words
    place = _place(pieces, random)
    at = _place(pieces[place], random)
    pieces[place] = pieces[place][:at] + pieces[place][at + 1 :]


def _repeat(pieces: list[str], words: Sequence[str], random: Random) -> None:
    """Repeat a few pieces, where they are or elsewhere."""
    del words
    start = _place(pieces, random)
    again = pieces[start : start + 1 + int(random.random() ** 3 * _LONGEST)]
    place = start if random.random() < _NEARBY else _place(pieces, random)
    pieces[place:place] = again


_NEARBY = 0.5


def _insert(pieces: list[str], words: Sequence[str], random: Random) -> None:
    """Insert a word of the vocabulary."""
    pieces.insert(int(random.random() * (len(pieces) + 1)), random.choice(words))


def _swap(pieces: list[str], words: Sequence[str], random: Random) -> None:
    """Put a word of the vocabulary in the place of a piece."""
    pieces[_place(pieces, random)] = random.choice(words)


def _exchange(pieces: list[str], words: Sequence[str], random: Random) -> None:
    """Exchange two pieces."""
    del words
    one, other = _place(pieces, random), _place(pieces, random)
    pieces[one], pieces[other] = pieces[other], pieces[one]


def _move(pieces: list[str], words: Sequence[str], random: Random) -> None:
    """Move a number, or insert one where there is none."""
    places = [i for i, piece in enumerate(pieces) if _NUMBER.fullmatch(piece)]
    if places:
        place = random.choice(places)
        pieces[place] = numbers.moved_text(pieces[place], random)
    else:
        _insert(pieces, words, random)


_EDITS = (_flip, _drop, _cut, _repeat, _insert, _swap, _swap, _exchange, _move, _move)
