"""Which of harbor's modules rewards pass through, and why not through the others: path.toml."""

import tomllib
from collections.abc import Collection
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError


class DataError(Exception):
    """A file that says something of harbor's code cannot be read."""


class Table(BaseModel):
    """A table of such a file, which has no member that is not known."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class _Modules(Table):
    modules: tuple[str, ...]

    def has(self, module: str) -> bool:
        """Return whether a pattern fits a module."""
        return any(fnmatchcase(module, pattern) for pattern in self.modules)


class SourcePart(_Modules):
    """Modules on the way of rewards, and what they do there."""

    what: str


class Outside(_Modules):
    """Modules that rewards do not pass through, and why."""

    reason: str


class ModulesOf(Table):
    """Which modules lie on the way, and which outside; those on the way come first.

    ``later`` lie outside as well, in releases after 0.13.1. What is in no list lies on the way.
    """

    path: tuple[SourcePart, ...]
    outside: tuple[Outside, ...]
    later: tuple[Outside, ...] = ()

    def on_the_way(self, module: str) -> bool:
        """Return whether a module is listed as one that rewards pass through."""
        return any(part.has(module) for part in self.path)

    def why_outside(self, module: str) -> str:
        """Return why no reward depends on a module of any release, or nothing."""
        if any(one.has(module) for one in self.later):
            return next(one.reason for one in self.later if one.has(module))
        if self.on_the_way(module):
            return ""
        return next((one.reason for one in self.outside if one.has(module)), "")

    @property
    def lists(self) -> tuple[_Modules, ...]:
        """The lists that say of every module of 0.13.1 where it lies."""
        return (*self.path, *self.outside)

    def is_placed(self, module: str) -> bool:
        """Return whether a module is in one of the lists."""
        return any(one.has(module) for one in self.lists)

    def unmatched(self, modules: Collection[str]) -> list[str]:
        """Return the patterns that fit none of these modules."""
        patterns = [pattern for one in self.lists for pattern in one.modules]
        return [p for p in patterns if not any(fnmatchcase(module, p) for module in modules)]


_FILE = Path(__file__).parent / "path.toml"


def modules(file: Path = _FILE) -> ModulesOf:
    """Return which modules lie on the way; raises DataError."""
    return read_table(file, ModulesOf)


def read_table[Content: BaseModel](file: Path, kind: type[Content]) -> Content:
    """Return what a file of TOML holds; raises DataError where it is not of its form."""
    try:
        return kind.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError) as error:
        raise DataError(f"{file.name}: {error}") from error


@cache
def _known() -> ModulesOf:
    return modules()


def why_outside(module: str) -> str:
    """Return why no reward depends on a module, such as ``harbor/cli/main.py``, or nothing."""
    return _known().why_outside(module)
