"""The rows of an operation: what each replaces, with the words that its rows.toml has for it.

rows.toml has a table for each clause: one sentence of ``advice``, and what each row that breaks
the clause does. A row that needs advice of its own has a list of both. A family is a row that is
made in one of a few ways, each under a name of its own and perhaps of another clause; a clause
without advice takes that of the family. words.toml has sentences that several operations share.
"""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from candidates.deviations.deviation import Changes, Deviation, Parameter, Table, Words, one_of


def rows(operation: str, *tables: Table) -> tuple[Deviation, ...]:
    """Return the rows of an operation, in order; raises KeyError for one without words."""
    words = dict(words_of(operation))
    return tuple(_row(name, what, words) for some in tables for name, what in some.items())


def _row(
    name: str, what: Changes | Parameter | Mapping[str, Changes], words: Mapping[str, Words]
) -> Deviation:
    if isinstance(what, Mapping):
        first = words[f"{name}={next(iter(what))}"]
        each = {way: words[f"{name}={way}"] for way in what}
        advised = {way: w._replace(advice=w.advice or first.advice) for way, w in each.items()}
        ways = one_of("choice", {way: (advised[way], changes) for way, changes in what.items()})
        return Deviation(name, first.clause, "{}", parameter=ways)
    said = words[name]
    if isinstance(what, Parameter):
        return Deviation(name, said.clause, said.description, parameter=what, advice=said.advice)
    return Deviation(name, said.clause, said.description, what, advice=said.advice)


def words_of(operation: str) -> Iterator[tuple[str, Words]]:
    """Yield the words of each row, and of each way of a family as ``NAME=WAY``."""
    for clause, table in _read(f"{operation}/rows.toml").items():
        id_, advice = f"{operation}.{clause}", cast("str", table.pop("advice", ""))
        for name, entry in table.items():
            for way, said in (entry if isinstance(entry, dict) else {"": entry}).items():
                sentence, own = said if isinstance(said, list) else (said, advice)
                yield f"{name}={way}" if way else name, Words(sentence, id_, own)


def sentences(kind: str) -> Mapping[str, str]:
    """Return what each way to add, to average or to read JSON does, by its name."""
    return cast("Mapping[str, str]", _read("words.toml")[kind])


def _read(file: str) -> Mapping[str, Any]:
    return tomllib.loads((Path(__file__).parent / file).read_text(encoding="utf-8"))
