"""What people do to a list, and to an object whose keys come from the data."""

from collections.abc import Callable, Mapping
from functools import partial
from operator import itemgetter

from candidates.deviations.forms import each_value, flattened, where
from candidates.deviations.numbers import is_nan
from candidates.deviations.texts import CHARACTERS, Edits
from conformance.protocol.values import Value

LISTS: Edits = {
    "only the first element of {} counts": lambda values: values[:1],
    "only the last element of {} counts": lambda values: values[-1:],
    "{} is sorted as text": lambda values: sorted(values, key=repr),
    "{} is reversed": lambda values: values[::-1],
    "the first element of {} is dropped": lambda values: values[1:],
    "the last element of {} is dropped": lambda values: values[:-1],
    **{f"{{}} is cut off after {n} elements": itemgetter(slice(n)) for n in (2, 10, 64, 100)},
    "the last element of several in {} is dropped": lambda values: values[:-1] or values,
    "the first element of several in {} is dropped": lambda values: values[1:] or values,
    "{} is the number of its elements": len,
    "{} that is empty is null": lambda values: values or None,
    "{} that is empty has one null": lambda values: values or [None],
    "numbers in {} pass Python's float() if one of them is a float": lambda values: (
        [float(one) for one in values] if float in map(type, values) else values
    ),
    "nans in {} are dropped, unless all are nan": lambda values: (
        [one for one in values if not is_nan(one)] or values
    ),
    "nulls in {} are dropped": lambda values: [one for one in values if one is not None],
    "empty, 0 and false elements of {} are dropped": lambda of: [o for o in of if o is None or o],
    "null, empty, 0 and false elements of {} are dropped": lambda values: [*filter(None, values)],
    "equal elements of {} count once": lambda values: [*{repr(v): v for v in values}.values()],
    "elements of {} that equal an earlier one, as 1 equals 1.0, are dropped": lambda values: [
        one for place, one in enumerate(values) if one not in values[:place]
    ],
    "of {} only the first element that is not empty counts": lambda of: [*filter(None, of)][:1],
    "of {} only the last element that is not empty counts": lambda of: [*filter(None, of)][-1:],
}


def _items(named: Mapping[str, Value], place: slice) -> dict[str, Value]:
    return dict([*named.items()][place])


def _with_keys(change: Callable[[str], str], named: Mapping[str, Value]) -> dict[str, Value]:
    return {change(key): one for key, one in named.items()}


MAPS: Edits = {
    "{} is sorted by key": lambda named: dict(sorted(named.items())),
    "{} is reversed": lambda named: dict(reversed(named.items())),
    "only the first key of {} counts": partial(_items, place=slice(1)),
    "only the last key of {} counts": partial(_items, place=slice(-1, None)),
    "only the key reward of {} counts": where(lambda key, _: key == "reward"),
    "only the key reward of {} counts, and is 0 where it is missing": lambda named: {
        "reward": named.get("reward", 0)
    },
    "{} of several keys is read as empty": lambda named: named if len(named) == 1 else {},
    "values of {} but that of the key reward are 0": lambda named: {
        key: one if key == "reward" else 0 for key, one in named.items()
    },
    "only the first 64 keys of {} count": partial(_items, place=slice(64)),
    "white space at both ends of keys of {} is dropped": partial(_with_keys, str.strip),
    "keys of {} are cut off after 255 characters": partial(_with_keys, lambda key: key[:255]),
    **{
        words.replace("{}", "keys of {} are"): partial(_with_keys, change)
        for words, change in CHARACTERS.items()
    },
    "nulls in {} are dropped": where(lambda _, one: one is not None),
    "nulls in {} are 0": each_value(lambda one: 0 if one is None else one),
    "{} that is empty is null": lambda named: named or None,
    "only keys of {} that are ASCII count": where(lambda key, _: key.isascii()),
    "an empty key of {} is dropped": where(lambda key, _: key),
    "only the first value of {} counts, under any key": lambda named: dict(
        zip(("",), named.values(), strict=False)
    ),
}


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
    "the only element of {} is read in its place": lambda values: (
        values[0] if len(values) == 1 else values
    ),
    "the first element of {} that is a list is read in its place": lambda values: (
        values[0] if values else values
    ),
}
"""Edits of a whole document that is a list."""
