"""Sizes of real life: how many of something a case has, how long a name is, how large a file.

A size is one draw, and the input is built from it. Few cases of a check have to meet
the largest size, so that size comes up mostly; the others come at and around those where
implementations stop, and a divergence shrinks to the least size that shows it.
"""

from collections.abc import Iterable

from hypothesis import strategies as st

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
