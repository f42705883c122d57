"""Edits that people make to a number."""

import math
from collections.abc import Callable, Mapping
from functools import partial

from candidates.deviations import sums
from candidates.deviations.numbers import first_digits, is_finite, to_float
from candidates.deviations.texts import Edits
from conformance.protocol.values import Value


def if_finite(change: Callable[[float], Value]) -> Callable[[float], Value]:
    """Return an edit of finite numbers."""
    return lambda number: change(number) if is_finite(number) else number


NUMBERS_OF: Mapping[str, Callable[[float], bool]] = {
    "negative": lambda n: n < 0,
    "0": lambda n: n == 0,
    "more than 1": lambda n: n > 1,
    "negative or more than 1": lambda n: n < 0 or n > 1,
    "between 0 and 1": lambda n: 0 < n < 1,
    "neither 0 nor 1": lambda n: n not in {0, 1},
    "nan": lambda n: n != n,  # noqa: PLR0124 - nan
    "infinite or nan": lambda n: not is_finite(n),
    "an integer": lambda n: isinstance(n, int),
    "a float": lambda n: isinstance(n, float),
    "beyond 2**53": lambda n: abs(n) > 2**53,
}
"""Kinds of numbers that people leave out, or replace by another number."""

LIMITS = (1, *(n / 20 for n in range(10, 20)), 0.1, 0.2, 0.25, 0.3, 0.4, 0.99)
"""From what on a number counts as a success."""


def _zero_where(which: Callable[[float], bool], number: float) -> float:
    return 0 if which(number) else number


def _reaches(limit: float, number: float) -> int:
    return int(number >= limit)


NUMBERS: Edits = {
    "{} is converted to float": lambda n: float(n) if abs(n) < 2**1023 else n,
    "{} is converted to binary64, infinite beyond it": to_float,
    "a whole float in {} is an integer": lambda n: int(n) if n == n // 1 else n,
    "{} is converted by Python's float()": float,
    "{} is rounded to binary32": sums.single,
    "{} is truncated to an integer": if_finite(math.trunc),
    "{} is converted by Python's int()": int,
    "{} is rounded to an integer": if_finite(round),
    "{} is rounded down": if_finite(math.floor),
    "the sign of {} is dropped": abs,
    "{} is raised to at least 0": lambda n: max(n, 0),
    "{} is limited to at most 1": lambda n: min(n, 1),
    "{} is limited to the range from 0 to 1": lambda n: min(max(n, 0), 1),
    "{} is limited to the range from -1 to 1": lambda n: min(max(n, -1), 1),
    "{} is 1 if it is more than 0, else 0": lambda n: int(n > 0),
    **{
        f"{{}} is 1 if it is at least {limit}, else 0": partial(_reaches, limit) for limit in LIMITS
    },
    "0 in {} is read as null": lambda n: n or None,
    "{} is 1 unless it is 0": lambda n: int(n != 0),
    "integers of {} keep 28 digits": lambda n: first_digits(n, 28),
    **{
        f"{{}} is rounded to {digits} digits": if_finite(partial(round, ndigits=digits))
        for digits in (2, 3, 4, 6)
    },
    **{
        f"{{}} that is {words} is read as 0": partial(_zero_where, which)
        for words, which in NUMBERS_OF.items()
    },
}
"""Edits of a number."""

COUNTS: Edits = {
    "0 in {} is read as null": lambda n: n or None,
    "{} is always read as 0": lambda _: 0,
    "{} is raised to at least 0": lambda n: max(n, 0),
    "{} is raised to at least 1": lambda n: max(n, 1),
    "{} is one more": lambda n: n + 1,
    "{} is one less": lambda n: n - 1,
}
"""Edits of a number that counts something."""
