"""Reward files of any size: what is at their end counts as much as what is at their start."""

from collections.abc import Callable, Iterable

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, clause, extreme
from conformance.operations.strategies.drawing import build, drawn
from conformance.operations.strategies.sizes import (
    OF_MANY_MEMBERS,
    counts,
    file_sizes,
    lengths,
    long_pair,
    names,
)
from conformance.operations.strategies.texts import object_of
from conformance.operations.verifier.inputs import json_file, txt_file
from conformance.protocol.values import Case

LEVEL = extreme("a reward file has neither a megabyte, a thousand names nor a thousand digits")

_HALFWAY = "1.00000000000000011102230246251565404236316680908203125"
"""Halfway between 1 and the next binary64; any digit behind it decides."""

_MOST_DIGITS = 4_300

type _OfSize = Callable[[int], str]
"""Makes text of a size in bytes, or of its least size where that is greater."""


def _halfway(size: int) -> str:
    return _HALFWAY + "1".rjust(size - len(_HALFWAY), "0")


_TEXTS: dict[str, _OfSize] = {
    "number behind spaces": "0.25".rjust,
    "remark behind spaces": lambda size: "0.5" + "x".rjust(size - 3),
    "number behind lines": lambda size: "7".rjust(size, "\n"),
    "number behind zeros": lambda size: "25".rjust(size, "0"),
    "last digit decides": _halfway,
    "zeros of an exponent": lambda size: "1e" + "2".rjust(size - 2, "0"),
}

_JSONS: dict[str, _OfSize] = {
    "reward behind spaces": lambda size: "{" + '"a": 0.25}'.rjust(size - 1),
    "remark behind spaces": lambda size: '{"a": 1}' + "x".rjust(size - 8),
    "end behind lines": lambda size: '{"a": 1' + "}".rjust(size - 7, "\n"),
    "reward behind a name": lambda size: '{"' + "n" * (size - 14) + '": 1, "a": 2}',
    "last digit decides": lambda size: '{"a": ' + _halfway(size - 7) + "}",
}


def _members(names: Iterable[str]) -> str:
    return object_of((name, f"{number}") for number, name in enumerate(names))


_JSONS_OF_MEMBERS: dict[str, _OfSize] = {
    "equal names": lambda size: "{" + '"a": 0, ' * ((size - 8) // 8) + '"a": 1}',
    "many names": lambda size: _members([f"name{n}" for n in range(size // 16)]),
}


@clause("any-size-of-text", *sources.TEXT, effort=0.125)
@drawn(file_sizes(), [*_TEXTS])
def texts_of_any_size(size: int, kind: str) -> Case:
    """All of reward.txt is read, of any size."""
    return txt_file(_TEXTS[kind](size).encode())


@clause("any-size-of-json", *sources.DOCUMENT, effort=0.075)
def jsons_of_any_size() -> Cases:
    """All of reward.json is read, of any size."""
    return st.one_of(
        build(json_of_size, file_sizes(), [*_JSONS]),
        build(json_of_size, file_sizes(OF_MANY_MEMBERS), [*_JSONS_OF_MEMBERS]),
    )


def json_of_size(size: int, kind: str) -> Case:
    """Return the case of a reward.json of a size in bytes."""
    return json_file((_JSONS | _JSONS_OF_MEMBERS)[kind](size).encode())


@clause("any-number-of-names", sources.JSON, sources.REWARDS, effort=0.1)
@drawn(counts(), (False, False, True))
def many_names(count: int, refused: bool) -> Case:  # noqa: FBT001 - a draw
    """Each name in reward.json is a reward, however many there are."""
    members = _members(names(count))
    return json_file((members[:-1] + ', "last": null}' if refused else members).encode())


@clause("names-of-any-length", sources.JSON, sources.REWARDS, effort=0.15)
def long_names() -> Cases:
    """Names in reward.json are kept to their last character, however long they are."""
    return long_pair().map(lambda names: json_file(_members(names).encode()))


@clause("any-number-of-digits", sources.JSON, sources.REWARDS, effort=0.15)
@drawn(lengths(_MOST_DIGITS), (1, -1))
def long_integers(digits: int, sign: int) -> Case:
    """An integer in reward.json keeps all its digits, up to the 4300 that Python reads."""
    return json_file(b'{"a": %d}' % (sign * (10 ** (digits - 1) + 7)))
