"""Deviations that follow from the reference's tables of texts: an entry or a word is missing."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass

from candidates.deviations.catalogue import functions
from candidates.deviations.deviation import Deviation, around

_MOST = 40
"""The most entries of a table of which one may be forgotten."""

type _Key = str | tuple[str, ...]
type _Table = dict[_Key, object]


def of_tables(operation: str) -> Iterator[Deviation]:
    """Yield what has one entry less, one in another place, or one word less in one of them."""
    for path, table in _tables(functions(())[operation]):
        called = path.rpartition(".")[2]
        for key in table:
            shown = _shown(key)
            yield _row(operation, path, f"{shown} is missing from the {called}", _without(key))
            if isinstance(key, tuple):
                for words, change in (("first", _moved_first(key)), ("last", _moved_last(key))):
                    yield _row(operation, path, f"{shown} comes {words} among the {called}", change)
                for word in key if key[1:] else ():
                    rest = tuple(other for other in key if other != word)
                    words = f"{_shown(rest)} without {word!r} is enough for one of the {called}"
                    yield _row(operation, path, words, _renamed(key, rest))


def _tables(step: object, start: str = "") -> Iterator[tuple[str, _Table]]:
    """Yield the tables among an operation's steps, with the names that lead there."""
    for field in fields(step) if is_dataclass(step) else ():
        value = getattr(step, field.name)
        table = _as_table(value)
        plain = all(isinstance(of, str | float | None) for of in table.values())
        if plain and len(table) <= _MOST and all(map(_is_word, table)):
            yield f"{start}{field.name}", table
        yield from _tables(value, f"{start}{field.name}.")


def _is_word(key: object) -> bool:
    return isinstance(key, tuple) or (isinstance(key, str) and len(key) > 1)


def _as_table(value: object) -> _Table:
    """Return the entries of a table, none of what is no table."""
    if isinstance(value, Mapping):
        return dict(value)
    return dict.fromkeys(value) if isinstance(value, tuple) else {}


def _row(operation: str, path: str, sentence: str, change: Callable[[_Table], _Table]) -> Deviation:
    def changed(table: object) -> object:
        new = change(_as_table(table))
        return new if isinstance(table, Mapping) else tuple(new)

    advice = f"Have the {path.rpartition('.')[2]} that the reference has."
    name = f"{operation}: {sentence} at {path}"
    return Deviation(name, f"{operation}.", sentence, around(path, changed), advice=advice)


def _without(key: _Key) -> Callable[[_Table], _Table]:
    return lambda table: {other: value for other, value in table.items() if other != key}


def _moved_first(key: _Key) -> Callable[[_Table], _Table]:
    return lambda table: {key: table[key], **table} if key in table else table


def _moved_last(key: _Key) -> Callable[[_Table], _Table]:
    return lambda table: {**_without(key)(table), key: table[key]} if key in table else table


def _renamed(key: _Key, new: _Key) -> Callable[[_Table], _Table]:
    return lambda table: {new if other == key else other: value for other, value in table.items()}


def _shown(key: _Key) -> str:
    return " with ".join(map(repr, key)) if isinstance(key, tuple) else repr(key)
