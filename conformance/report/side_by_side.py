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
"""A part of a text, and whether it differs from the other text."""

MOST_MATCHED = 300
"""Tokens of a text beyond which only its beginning and end are matched with the other's."""

_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[-+.\w]+|\s+|.', re.DOTALL)
"""Strings, numbers and words, white space, and single marks."""


def marked(one: str, other: str) -> tuple[list[Piece], list[Piece]]:
    """Return two texts in pieces: whole tokens are matched, and within two tokens the digits."""
    first, second = list[Piece](), list[Piece]()
    for pair in _matched(one, other):
        start = _alike(*pair)
        end = _alike(*(text[start:][::-1] for text in pair))
        for pieces, text in zip((first, second), pair, strict=True):
            last = len(text) - end
            pieces += [(text[:start], False), (text[start:last], True), (text[last:], False)]
    return _joined(first), _joined(second)


def _matched(one: str, other: str) -> Iterator[tuple[str, str]]:
    """Yield parts of two texts that are in the same place."""
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
    """Return how many characters two texts have in common from their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def _joined(pieces: Iterable[Piece]) -> list[Piece]:
    """Return pieces with alike neighbours joined; white space between differences is one."""
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
    """A number: its text, what it is, and the bits of its sign, exponent and fraction."""

    text: str
    kind: str
    bits: tuple[list[Piece], ...] = ()


@dataclass(frozen=True, slots=True)
class Lookalike:
    """Two numbers that look alike and are not: where they are, and how they differ.

    ``ulps`` is how far the candidate's is above harbor's, where they are near; else 0.
    """

    at: str
    expected: ShownNumber
    candidate: ShownNumber
    what: str
    ulps: int = 0


MOST = 4
"""Pairs of numbers that are shown of one answer."""


def lookalikes(case: Case, expected: Answer, candidate: Answer) -> list[Lookalike]:
    """Return the first numbers of two results that look alike, or are alike but for their type."""
    found = map(_lookalike, comparing.differences(case, expected, candidate))
    return [one for one in found if one is not None][:MOST]


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
