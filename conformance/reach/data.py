"""Reads what is said of unreached branches of harbor 0.13.1: unreached.toml."""

from enum import StrEnum
from pathlib import Path
from typing import Self

from pydantic import model_validator

from conformance.changes.paths import Table, read_table

_HERE = Path(__file__).parent


class Category(StrEnum):
    """Why a branch is not reached; what is open could be reached by a question."""

    OPEN = "open"
    NETWORK = "network"
    CONTAINER = "container"
    AGENT = "agent"
    WINDOWS = "windows"
    CALLER = "caller"
    INSTALLATION = "installation"
    DEFENSIVE = "defensive"


MEANINGS = {
    Category.OPEN: "not asked yet: a question could get there",
    Category.NETWORK: "asks a registry, a repository or a package index over the network",
    Category.CONTAINER: "belongs to a real container, for which the oracle's environment stands in",
    Category.AGENT: "serves an agent, and comes to no reward",
    Category.WINDOWS: "is for containers with Windows",
    Category.CALLER: "is for programs that use harbor as a library, and no job calls it so",
    Category.INSTALLATION: "depends on how harbor is installed or started",
    Category.DEFENSIVE: "cannot be reached, since what comes before it excludes it",
}


class Entry(Table):
    """Unreached code of one module with one reason: whole functions, or branches of one of them.

    A branch is the text of its line and of the line that it would go on at.
    """

    module: str
    category: Category
    reason: str
    functions: tuple[str, ...] = ()
    function: str = ""
    branches: tuple[tuple[str, str], ...] = ()

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if bool(self.functions) == bool(self.function) or bool(self.function) != bool(
            self.branches
        ):
            raise ValueError("give functions, or else function and branches")
        return self


class Entries(Table):
    """What is known to be unreached."""

    unreached: tuple[Entry, ...]


def unreached(file: Path = _HERE / "unreached.toml") -> tuple[Entry, ...]:
    """Return what is known to be unreached; raises DataError."""
    return read_table(file, Entries).unreached
