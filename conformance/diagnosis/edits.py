"""What people do to a value, by its kind: a sentence about its place, and the edit."""

import math
from collections.abc import Callable, Mapping
from functools import partial

from candidates.deviations import float_loops
from candidates.deviations.forms import flattened
from candidates.deviations.lists_and_maps import LISTS, MAPS
from candidates.deviations.numbers import first_digits, is_finite
from candidates.deviations.texts import FILES, TEXTS, Edits
from conformance.diagnosis.places import PlaceKind
from conformance.protocol.values import Value


def if_finite(change: Callable[[float], Value]) -> Callable[[float], Value]:
    """Return an edit of finite numbers."""
    return lambda number: change(number) if is_finite(number) else number


MISSING: Mapping[PlaceKind, Mapping[str, Value]] = {
    PlaceKind.TEXT: {'the text "None"': "None", 'the text "null"': "null", "an empty text": ""},
    PlaceKind.NUMBER: {"0": 0, "0.0": 0.0, "1": 1, "nan": math.nan},
    PlaceKind.COUNT: {"0": 0, "1": 1},
    PlaceKind.BYTES: {"an empty file": b"", "a file that says 0": b"0"},
    PlaceKind.LIST: {"an empty list": []},
    PlaceKind.MAP: {"an empty object": {}},
}
"""What people put in place of null, by the kind of value that may be null there."""

NUMBERS_OF: Mapping[str, Callable[[float], bool]] = {
    "negative": lambda n: n < 0,
    "0": lambda n: n == 0,
    "more than 1": lambda n: n > 1,
    "neither 0 nor 1": lambda n: n not in {0, 1},
    "nan": lambda n: n != n,  # noqa: PLR0124 - nan
    "infinite or nan": lambda n: not is_finite(n),
    "an integer": lambda n: isinstance(n, int),
    "a float": lambda n: isinstance(n, float),
    "beyond 2**53": lambda n: abs(n) > 2**53,
}
"""Kinds of numbers that people leave out, or read as another number."""


def _zero_where(which: Callable[[float], bool], number: float) -> float:
    return 0 if which(number) else number


_NUMBERS: Edits = {
    "{} is converted to float": lambda n: float(n) if abs(n) < 2**1023 else n,
    "{} is converted by Python's float()": float,
    "{} is rounded to binary32": float_loops.single,
    "{} is truncated to an integer": if_finite(math.trunc),
    "{} is rounded to an integer": if_finite(round),
    "{} is rounded down": if_finite(math.floor),
    "the sign of {} is dropped": abs,
    "{} is raised to at least 0": lambda n: max(n, 0),
    "{} is limited to at most 1": lambda n: min(n, 1),
    "{} is limited to the range from 0 to 1": lambda n: min(max(n, 0), 1),
    "{} is 1 if it is more than 0, else 0": lambda n: int(n > 0),
    "{} is 1 if it is at least 1, else 0": lambda n: int(n >= 1),
    "{} is 1 if it is at least 0.5, else 0": lambda n: int(n >= 0.5),  # noqa: PLR2004 - usual
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

_COUNTS: Edits = {
    "0 in {} is read as null": lambda n: n or None,
    "{} is always read as 0": lambda _: 0,
    "{} is raised to at least 0": lambda n: max(n, 0),
    "{} is raised to at least 1": lambda n: max(n, 1),
    "{} is one more": lambda n: n + 1,
    "{} is one less": lambda n: n - 1,
}


def _of_bytes(change: Callable[[str], Value], data: bytes) -> Value:
    """Edit a file as a text; bytes that are no UTF-8 stay."""
    new = change(data.decode("utf-8", "surrogateescape"))
    return new.encode("utf-8", "surrogateescape") if isinstance(new, str) else new


def _without_type(kind: type, named: dict[str, Value]) -> Value:
    return {key: one for key, one in named.items() if not isinstance(one, kind)}


OBJECTS: Edits = {
    "an object in {} is read in its place": lambda named: next(
        (one for one in named.values() if isinstance(one, dict)), named
    ),
    **{
        f"objects in {{}} are flattened, their keys joined by {mark!r}": partial(flattened, mark)
        for mark in (".", "_", "/")
    },
    **{
        f"members of {{}} that are {words} are left out": partial(_without_type, kind)
        for words, kind in {"booleans": bool, "texts": str, "null": type(None)}.items()
    },
}
"""Edits of a whole document that is an object."""

ARRAYS: Edits = {
    "the first element of {} that is a list is read in its place": lambda values: (
        values[0] if values else values
    ),
}
"""Edits of a whole document that is a list."""

EDITS: Mapping[PlaceKind, tuple[tuple[type, ...], Edits]] = {
    PlaceKind.NUMBER: ((int, float), _NUMBERS),
    PlaceKind.COUNT: ((int,), _COUNTS),
    PlaceKind.TEXT: ((str,), TEXTS),
    PlaceKind.BYTES: (
        (bytes,),
        {words: partial(_of_bytes, change) for words, change in FILES.items()},
    ),
    PlaceKind.LIST: ((list,), LISTS),
    PlaceKind.MAP: ((dict,), MAPS),
    PlaceKind.OTHER: (
        (bool,),
        {"{} is always true": lambda _: True, "{} is always false": lambda _: False},
    ),
}
"""The types of the values of a kind, and what people do to them."""
