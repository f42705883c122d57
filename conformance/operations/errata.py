"""Statements of texts about harbor that the wheel contradicts: errata.toml."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from conformance.protocol.containers import DOCUMENT
from conformance.protocol.shapes import Json
from conformance.protocol.values import Answer, Failure, Result


@dataclass(frozen=True, slots=True)
class Erratum:
    """What a text says, and what the wheel does; ``case`` is the id of a recorded case."""

    text: str
    says: str
    wheel: str
    case: str
    text_answer: Answer


@cache
def errata_by_clause() -> Mapping[str, Erratum]:
    """Return the errata by the id of the clause that has what holds instead."""
    table = tomllib.loads(Path(__file__).with_name("errata.toml").read_text(encoding="utf-8"))
    return {
        clause: Erratum(**{**row, "text_answer": _answer(json.loads(row["text_answer"]))})
        for clause, row in table.items()
    }


def _answer(given: dict[str, Json]) -> Answer:
    """Return an answer, which need not have the shape of an operation's results."""
    if "error" in given:
        return Failure(str(given["error"]))
    return Result(DOCUMENT.decode(given["result"]))
