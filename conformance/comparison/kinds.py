"""How two answers differ: the kinds of difference, the gravest first."""

import math
import struct
from enum import IntEnum

_HALF = 2**63


class Kind(IntEnum):
    """A kind of difference; of two kinds the smaller is the graver.

    A wrong number may go unnoticed, a wrong error is seen, a wrong spelling changes nothing.
    """

    NUMBER = 0
    ROUNDING = 1
    RESULT_FOR_ERROR = 2
    ERROR_FOR_RESULT = 3
    VALUE = 4
    NAMES = 5
    ERROR = 6
    NO_ANSWER = 7
    TEXT = 8
    SPELLING = 9
    NONE = 10

    @property
    def words(self) -> str:
        """The kind in words."""
        return _WORDS[self]


_WORDS = {
    Kind.NUMBER: "another number",
    Kind.ROUNDING: "a number a few ulps away",
    Kind.RESULT_FOR_ERROR: "a result for an error",
    Kind.ERROR_FOR_RESULT: "an error for a result",
    Kind.VALUE: "another value",
    Kind.NAMES: "other names",
    Kind.ERROR: "another error",
    Kind.NO_ANSWER: "no answer",
    Kind.TEXT: "another text",
    Kind.SPELLING: "another spelling",
    Kind.NONE: "no difference",
}


def ulps(first: float, second: float) -> float:
    """Return how many binary64 numbers lie from one number to the other.

    It is infinite where one of them is no finite binary64 number.
    """
    try:
        places = [_place(float(number)) for number in (first, second)]
    except OverflowError:
        return math.inf
    if not all(math.isfinite(float(number)) for number in (first, second)):
        return math.inf
    return abs(places[0] - places[1])


def _place(number: float) -> int:
    """Return the place of a number among all binary64 numbers, that of 0.0 being 0."""
    bits: int = struct.unpack("<q", struct.pack("<d", number))[0]
    return bits if bits >= 0 else -_HALF - bits
