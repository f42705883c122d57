"""Sizes of real life: numbers of elements, lengths of names, sizes of files, what is beyond all.

A size is one draw, and the input is built from it. Few cases of a check have to meet
the largest size, so that size comes up mostly; the others come at and around those where
implementations stop, and a divergence shrinks to the least size that shows it.
"""

import json
from collections.abc import Iterable, Iterator

from hypothesis import strategies as st

from conformance.protocol.values import Case

type Sizes = st.SearchStrategy[int]

MANY = 1_000
"""How many of something a case has where harbor is fast."""

MEGABYTE = 2**20

OF_MANY_MEMBERS = 70_000
"""Bytes of the largest file that is full of members: they take readers long."""

_LARGEST = 12
"""How often the largest size comes up for all others together, as far as Hypothesis has it so."""

_COUNTS = (
    *(1, 2, 3, 5, 8, 9, 12, 13, 16, 17, 24, 25, 32, 33, 50, 64, 65, 99, 100, 101, 127, 128, 129),
    *(200, 201, 255, 256, 257, 300, 301, 444, 445, 446, 511, 512, 513, 999),
)
"""Numbers around the sizes of bytes, pages and batches, and 89 tasks of 5 attempts each."""

_LENGTHS = (
    *(1, 2, 8, 9, 16, 17, 32, 33, 63, 64, 65, 127, 128, 129, 254, 255, 256, 257, 512, 513, 999),
    *(1_000, 1_001, 1_024, 1_025, 2_048, 2_049, 4_000, 4_001, 4_095, 4_096, 4_097, 4_299, 4_300),
)

_BYTES = (
    *(1, 16, 64, 255, 256, 257, 1_000, 1_024, 1_025, 4_095, 4_096, 4_097, 8_192, 8_193, 16_385),
    *(65_535, 65_536, 65_537, 131_073, 262_145),
)


def counts(most: int = MANY, often: int = _LARGEST) -> Sizes:
    """Return numbers of trials, tasks, attempts, steps or names; ``often`` is for the largest."""
    return _sizes(_COUNTS, most, often)


def lengths(most: int = 4_097) -> Sizes:
    """Return lengths of names and of integers in characters."""
    return _sizes(_LENGTHS, most, _LARGEST)


def file_sizes(most: int = MEGABYTE + 1) -> Sizes:
    """Return sizes of files in bytes."""
    return _sizes(_BYTES, most, _LARGEST)


def _sizes(usual: Iterable[int], most: int, often: int) -> Sizes:
    smaller = [size for size in usual if size < most]
    return st.sampled_from((*smaller, *[most] * (often * len(smaller))))


def names(count: int, start: str = "n") -> list[str]:
    """Return names that are all different and that sorting leaves in no simple order."""
    return [f"{start}{number}" for number in range(count)]


def alike(length: int, letter: str = "n") -> tuple[str, str]:
    """Return two names of a length that only their last character tells apart."""
    return letter * (length - 1) + "x", letter * (length - 1) + "y"


LETTERS = st.sampled_from(("n", "\u00e9", "\U0001f600"))
"""Letters of one, two and four bytes in UTF-8, of one and two units in UTF-16."""


def long_pair() -> st.SearchStrategy[tuple[str, str]]:
    """Two such names of any length."""
    return st.builds(alike, lengths(), LETTERS)


MANY_ADDED = 2_500
"""How many numbers are added where harbor needs a millisecond for them.

Who adds exactly, pairwise or in parts may do so for long lists alone.
"""


def layered(count: int, *, mixed: bool = False) -> list[int | float]:
    """Return numbers of three sizes; the correction loses some of the smallest.

    Four of them are large, and there are never fewer. ``mixed`` ones are integers among floats.
    """
    small = [n if mixed and n % 3 == 0 else 1.1 * n for n in range(1, count - 3)]
    third = len(small) // 3
    parts = small[:third], small[third : 2 * third], small[2 * third :]
    return [1e32, *parts[0], 1e16, *parts[1], -1e32, *parts[2], -1e16]


def layered_rewards(count: int) -> list[dict[str, int | float]]:
    """Return as many rewards of two keys, floats and integers among floats."""
    pairs = zip(layered(count), layered(count, mixed=True), strict=True)
    return [{"floats": floats, "mixed": mixed} for floats, mixed in pairs]


def cents(count: int) -> list[float]:
    """Return what trials cost: sums of hundredths that a correction or another order changes."""
    return [number * number % 97 / 100 for number in range(1, count + 1)]


def wide(count: int) -> list[int]:
    """Return 64-bit integers, few of whose sums fit 64 bits or a binary64."""
    return [2**62 + number * 3**37 % 2**61 for number in range(count)]


EXACT = 2**53
"""The greatest integer up to which binary64 holds all."""

GREATEST = 1e16
"""From here on, Python and JSON write a float with an exponent."""

LONGEST_TEXT = 1_000
MOST_ELEMENTS = 1_000
DEEPEST = 50


def is_in_practice(case: Case) -> bool:
    """Return whether a case has nothing that is an extreme of its kind."""
    return not any(_extremes(case.input, 0))


def _extremes(value: object, depth: int) -> Iterator[bool]:
    """Yield whether each value of an input, or of the JSON in one of its files, is an extreme."""
    yield depth > DEEPEST
    match value:
        case int():
            yield abs(value) > EXACT
        case float():
            yield not abs(value) <= GREATEST
        case str():
            yield len(value) > LONGEST_TEXT
        case bytes():
            yield from _extremes_of_file(value)
        case list():
            yield len(value) > MOST_ELEMENTS
            for element in value:
                yield from _extremes(element, depth + 1)
        case dict():
            for name, member in value.items():
                yield len(name) > LONGEST_TEXT
                yield from _extremes(member, depth + 1)


def _extremes_of_file(content: bytes) -> Iterator[bool]:
    """Yield them for a file; one that is no JSON, nor a part of it, is an extreme if it is long."""
    try:
        document = json.loads(content)
    except RecursionError:
        yield True
    except ValueError:
        yield len(content) > LONGEST_TEXT and not content.startswith(b"{")
    else:
        yield from _extremes(document, 0)
