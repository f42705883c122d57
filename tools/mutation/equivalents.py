"""The mutants that no input can distinguish from the reference: ``equivalent_mutants.toml``.

An entry names an edit by the text of its line and of the changed line, so that it stays valid when
lines move, and becomes stale when the line changes. It excuses only the mutants that it names.
"""

from collections import Counter
from itertools import product
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import Field, StringConstraints

from conformance.operations.harbor_modules import DataError, Table, read_table
from tools.mutation.mutants import Mutant
from tools.mutation.reference import FOLDER

LIST = FOLDER / "equivalent_mutants.toml"


class Edit(NamedTuple):
    """The edit of a mutant: its place (module.name), the text, and the new text."""

    where: str
    line: str
    becomes: str

    def __str__(self) -> str:
        """Return the edit for people."""
        return f"{self.where}: {self.line!r} becomes {self.becomes!r}"


class Equivalent(Table):
    """Edits with one reason: each of these texts, in each of these places."""

    where: tuple[str, ...] = Field(min_length=1)
    line: str
    becomes: tuple[str, ...] = Field(min_length=1)
    reason: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]

    @property
    def edits(self) -> list[Edit]:
        """All edits of the entry."""
        pairs = product(self.where, self.becomes)
        return [Edit(where, self.line, becomes) for where, becomes in pairs]


class _Equivalents(Table):
    equivalent: tuple[Equivalent, ...] = ()


def read(file: Path = LIST) -> tuple[Equivalent, ...]:
    """Return the entries of a list; raises DataError."""
    entries = read_table(file, _Equivalents).equivalent
    times = Counter(edit for entry in entries for edit in entry.edits)
    if twice := [edit for edit, count in times.items() if count > 1]:
        raise DataError(f"{file.name} names twice: {twice[0]}")
    return entries


def edit_of(mutant: Mutant) -> Edit:
    """Return the edit of a mutant."""
    where = f"{mutant.module}.{mutant.name}" if mutant.name else mutant.module
    return Edit(where, mutant.line, mutant.becomes)
