"""Two answers side by side: the characters that differ, and the bits of numbers that look alike."""

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

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
    """Split two texts into pieces: tokens are matched, and the ends of those that differ."""
    first, second = list[Piece](), list[Piece]()
    for pair in _matched(one, other):
        start = _alike(*pair)
        end = _alike(*(text[start:][::-1] for text in pair))
        for pieces, text in zip((first, second), pair, strict=True):
            last = len(text) - end
            cut = ((text[:start], False), (text[start:last], True), (text[last:], False))
            pieces += [piece for piece in cut if piece[0]]
    return first, second


def _matched(one: str, other: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of two texts at the same place."""
    tokens = _TOKENS.findall(one), _TOKENS.findall(other)
    if max(map(len, tokens)) > MOST_MATCHED:
        yield one, other
        return
    for _, *ends in SequenceMatcher(None, *tokens, autojunk=False).get_opcodes():
        yield "".join(tokens[0][slice(*ends[:2])]), "".join(tokens[1][slice(*ends[2:])])


def _alike(one: str, other: str) -> int:
    """Return the length of the common prefix of two texts."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


@dataclass(frozen=True, slots=True)
class ShownNumber:
    """A number: its text, its type, and the bits of its sign, exponent and fraction."""

    text: str
    kind: str
    bits: list[Piece]


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
    bits = marked(_bits(one), _bits(other)) if type(one) is type(other) is float else ([], [])
    return Lookalike(at, _number(one, bits[0]), _number(other, bits[1]), what, apart)


def _number(number: float, bits: list[Piece]) -> ShownNumber:
    kind = "float" if isinstance(number, float) else "integer"
    return ShownNumber(show.value(number), kind, bits)


def _bits(number: float) -> str:
    """Return the sign, the exponent and the fraction of a binary64 number."""
    (whole,) = struct.unpack(">Q", struct.pack(">d", number))
    text = f"{whole:064b}"
    return f"{text[0]} {text[1:12]} {text[12:]}"
