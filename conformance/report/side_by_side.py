"""Two answers side by side: the characters that differ, and the bits of numbers that look alike."""

import re
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby
from operator import itemgetter

from conformance.operations import comparing
from conformance.protocol import show
from conformance.protocol.differences import Difference, Kind
from conformance.protocol.values import Answer, Case

type Piece = tuple[str, bool]
"""A part of a text, and whether it differs from the other."""

MOST_MATCHED = 300
"""The number of tokens beyond which only the beginning and the end of texts are matched."""

_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[-+.\w]+|\s+|.', re.DOTALL)
"""Strings, numbers and words, white space, and punctuation."""


def marked(one: str, other: str) -> tuple[list[Piece], list[Piece]]:
    """Split two texts into pieces: whole tokens are matched, and the digits of two tokens."""
    first, second = list[Piece](), list[Piece]()
    for pair in _matched(one, other):
        start = _alike(*pair)
        end = _alike(*(text[start:][::-1] for text in pair))
        for pieces, text in zip((first, second), pair, strict=True):
            last = len(text) - end
            pieces += [(text[:start], False), (text[start:last], True), (text[last:], False)]
    return _joined(first), _joined(second)


def _matched(one: str, other: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of two texts at the same place."""
    tokens = _TOKENS.findall(one), _TOKENS.findall(other)
    if max(map(len, tokens)) > MOST_MATCHED:
        yield one, other
        return
    for tag, *bounds in SequenceMatcher(None, *tokens, autojunk=False).get_opcodes():
        first, second = tokens[0][bounds[0] : bounds[1]], tokens[1][bounds[2] : bounds[3]]
        if tag == "equal":
            yield "".join(first), "".join(second)
        elif len(first) == len(second):
            yield from zip(first, second, strict=True)
        else:
            yield from (("".join(first), ""), ("", "".join(second)))


def _alike(one: str, other: str) -> int:
    """Return the length of the common prefix of two texts."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def _joined(pieces: Iterable[Piece]) -> list[Piece]:
    """Join adjacent pieces of one kind; white space between differences counts as different."""
    kept = [piece for piece in pieces if piece[0]]
    flags = [False, *(differs for _, differs in kept), False]
    marks = [
        differs or (text.isspace() and before and after)
        for (text, differs), before, after in zip(kept, flags, flags[2:], strict=False)
    ]
    runs = groupby(zip(marks, kept, strict=True), key=itemgetter(0))
    return [("".join(text for _, (text, _) in run), differs) for differs, run in runs]


@dataclass(frozen=True, slots=True)
class ShownNumber:
    """A number: its text, its type, and the bits of its sign, exponent and fraction."""

    text: str
    kind: str
    bits: tuple[list[Piece], ...] = ()


@dataclass(frozen=True, slots=True)
class Lookalike:
    """Two numbers that look alike and differ: their place, and the difference.

    ``ulps`` is how far the candidate's is above harbor's if they are near, else 0.
    """

    at: str
    expected: ShownNumber
    candidate: ShownNumber
    what: str
    ulps: int = 0


def lookalikes(case: Case, expected: Answer, candidate: Answer) -> list[Lookalike]:
    """Return the first four numbers of two results that look alike, or differ only in type."""
    found = map(_lookalike, comparing.differences(case, expected, candidate))
    return [one for one in found if one is not None][:4]


def _lookalike(found: Difference) -> Lookalike | None:
    one, other = found.first, found.second
    if not (isinstance(one, int | float) and isinstance(other, int | float)):
        return None
    apart = 0
    if found.kind is Kind.ROUNDING:
        apart = int(found.ulps) if other > one else -int(found.ulps)
        what = f"{found.ulps:.0f} ulp{'s' * (found.ulps > 1)} apart"
    elif found.kind is Kind.SPELLING:
        alike = type(one) is type(other)
        what = "equal, and of another sign" if alike else "an integer and a float of the same value"
    else:
        return None
    at = "".join(f"/{key}" for key in found.path) or "/"
    floats = isinstance(one, float) and isinstance(other, float)
    fields = zip(_bits(one), _bits(other), strict=True) if floats else ()
    bits = [marked(*pair) for pair in fields]
    sides = (tuple(pair[side] for pair in bits) for side in (0, 1))
    return Lookalike(at, _number(one, next(sides)), _number(other, next(sides)), what, apart)


def _number(number: float, bits: tuple[list[Piece], ...]) -> ShownNumber:
    kind = "float" if isinstance(number, float) else "integer"
    return ShownNumber(show.value(number), kind, bits)


def _bits(number: float) -> tuple[str, str, str]:
    """Return the sign, the exponent and the fraction of a binary64 number."""
    (whole,) = struct.unpack(">Q", struct.pack(">d", number))
    text = f"{whole:064b}"
    return text[0], text[1:12], text[12:]
