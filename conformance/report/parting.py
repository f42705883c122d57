"""Where two answers part: the characters that differ, and the bits of numbers that look alike."""

import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from conformance.protocol import json_text, show
from conformance.protocol.differences import ulps
from conformance.protocol.values import Answer, Result, Value

type Piece = tuple[str, bool]
"""A part of a text, and whether it differs from the other text."""

MOST_MATCHED = 300
"""Tokens of a text beyond which only its beginning and end are held against the other's."""

_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[-+.\w]+|\s+|.', re.DOTALL)
"""Strings, numbers and words, white space, and single marks."""


def parted(one: str, other: str) -> tuple[list[Piece], list[Piece]]:
    """Return two texts in pieces: whole tokens are matched, and within two tokens the digits."""
    tokens = _TOKENS.findall(one), _TOKENS.findall(other)
    if max(map(len, tokens)) > MOST_MATCHED:
        return _joined(_ends(one, other)[0]), _joined(_ends(one, other)[1])
    pieces: tuple[list[Piece], list[Piece]] = ([], [])
    for tag, *bounds in SequenceMatcher(None, *tokens, autojunk=False).get_opcodes():
        first, second = tokens[0][bounds[0] : bounds[1]], tokens[1][bounds[2] : bounds[3]]
        if tag == "replace" and len(first) == len(second):
            pairs = [_ends(*pair) for pair in zip(first, second, strict=True)]
        elif tag == "equal":
            pairs = [([("".join(first), False)], [("".join(second), False)])]
        else:
            pairs = [([("".join(first), True)], [("".join(second), True)])]
        for left, right in pairs:
            pieces[0].extend(left)
            pieces[1].extend(right)
    return _joined(pieces[0]), _joined(pieces[1])


def _ends(one: str, other: str) -> tuple[list[Piece], list[Piece]]:
    """Return two texts with what is not alike in the middle."""
    start = _alike(one, other)
    end = _alike(one[start:][::-1], other[start:][::-1])
    return _cut(one, start, end), _cut(other, start, end)


def _alike(one: str, other: str) -> int:
    """Return how many characters two texts have in common from their beginning."""
    shorter = min(len(one), len(other))
    return next((n for n in range(shorter) if one[n] != other[n]), shorter)


def _cut(text: str, start: int, end: int) -> list[Piece]:
    last = len(text) - end
    return [(text[:start], False), (text[start:last], True), (text[last:], False)]


def _joined(pieces: Sequence[Piece]) -> list[Piece]:
    """Return pieces without empty ones, neighbours of a kind as one; a lone space parts none."""
    joined: list[Piece] = []
    for place, (text, itself) in enumerate(pieces):
        if not text:
            continue
        between = any(differs for _, differs in pieces[place + 1 : place + 2])
        differs = itself or (text.isspace() and between and bool(joined) and joined[-1][1])
        if joined and joined[-1][1] is differs:
            joined[-1] = (joined[-1][0] + text, differs)
        else:
            joined.append((text, differs))
    return joined


@dataclass(frozen=True, slots=True)
class ShownNumber:
    """A number: its text, what it is, and the bits of its sign, exponent and fraction."""

    text: str
    kind: str
    bits: tuple[tuple[Piece, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Lookalike:
    """Two numbers that look alike and are not: where they stand, and what parts them."""

    at: str
    expected: ShownNumber
    candidate: ShownNumber
    what: str


NEAR = 1000
"""Ulps up to which two numbers look alike."""

MOST = 4
"""Pairs of numbers that are shown of one answer."""


def lookalikes(expected: Answer, candidate: Answer) -> list[Lookalike]:
    """Return the first numbers of two results that look alike, or are alike but for their type."""
    if not (isinstance(expected, Result) and isinstance(candidate, Result)):
        return []
    pairs = _pairs(expected.value, candidate.value, "")
    shown = (_lookalike(at, one, other) for at, one, other in pairs)
    return [one for one in shown if one is not None][:MOST]


def _pairs(one: Value, other: Value, at: str) -> Iterator[tuple[str, float, float]]:
    """Yield the numbers that stand in the same place of two values, text with JSON included."""
    match one, other:
        case (bool(), _) | (_, bool()):
            return
        case (int() | float(), int() | float()):
            yield at or "/", one, other
        case dict(), dict():
            for name in one.keys() & other.keys() if one.keys() != other.keys() else one:
                yield from _pairs(one[name], other[name], f"{at}/{name}")
        case list(), list():
            for place, (first, second) in enumerate(zip(one, other, strict=False)):
                yield from _pairs(first, second, f"{at}/{place}")
        case str(), str() if one != other and "{" in one and "{" in other:
            documents = [_document(text) for text in (one, other)]
            if None not in documents:
                yield from _pairs(documents[0], documents[1], at)


def _document(text: str) -> Value:
    try:
        return json_text.parse(text[text.index("{") :])
    except ValueError:
        return None


def _lookalike(at: str, one: float, other: float) -> Lookalike | None:
    distance = ulps(one, other)
    if one == other and type(one) is type(other) and repr(one) == repr(other):
        return None
    if one != other and not 0 < distance <= NEAR:
        return None
    what = f"{distance:.0f} ulp{'s' * (distance > 1)} apart" if distance else _spelling(one, other)
    both = isinstance(one, float) and isinstance(other, float)
    bits = [_ends(*pair) for pair in zip(_bits(one), _bits(other), strict=True)] if both else []
    sides = [tuple(tuple(_joined(pair[side])) for pair in bits) for side in (0, 1)]
    return Lookalike(at, _number(one, sides[0]), _number(other, sides[1]), what)


def _spelling(one: float, other: float) -> str:
    if type(one) is not type(other):
        return "an integer and a float of the same value"
    return "equal, and of another sign"


def _number(number: float, bits: tuple[tuple[Piece, ...], ...]) -> ShownNumber:
    kind = "float" if isinstance(number, float) else "integer"
    return ShownNumber(show.value(number), kind, bits)


def _bits(number: float) -> tuple[str, str, str]:
    """Return the sign, the exponent and the fraction of a binary64 number."""
    (whole,) = struct.unpack(">Q", struct.pack(">d", number))
    text = f"{whole:064b}"
    return text[0], text[1:12], text[12:]
