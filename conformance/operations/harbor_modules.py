"""Which of harbor's modules rewards pass through, and why not through the others: path.toml."""

import tomllib
from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError


class DataError(Exception):
    """A file that says something of harbor's code cannot be read."""


class Table(BaseModel):
    """A table of such a file, which has no field that is not known."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class _Modules(Table):
    modules: tuple[str, ...]


class SourcePart(_Modules):
    """Modules on the way of rewards, and what they do there."""

    what: str


class Outside(_Modules):
    """Modules that rewards do not pass through, and why."""

    reason: str


class ModulesOf(Table):
    """Which modules a reward passes through, and which it does not; the first take precedence.

    ``later`` lists modules of releases after 0.13.1 that it does not pass through. It is taken to
    pass through a module in no list.
    """

    path: tuple[SourcePart, ...]
    outside: tuple[Outside, ...]
    later: tuple[Outside, ...] = ()

    def on_the_way(self, module: str) -> bool:
        """Return whether a module is listed as one that rewards pass through."""
        return _listing(self.path, module) is not None

    def why_outside(self, module: str) -> str:
        """Return why no reward depends on a module of any release, or nothing."""
        listed = _listing((*self.later, *self.path, *self.outside), module)
        return listed.reason if isinstance(listed, Outside) else ""


def _listing(lists: Iterable[_Modules], module: str) -> _Modules | None:
    """Return the first list that has a pattern matching a module."""
    fits = (one for one in lists if any(fnmatchcase(module, pattern) for pattern in one.modules))
    return next(fits, None)


@cache
def harbor_modules() -> ModulesOf:
    """Return which of harbor's modules lie on the way of rewards; raises DataError."""
    return read_table(Path(__file__).parent / "path.toml", ModulesOf)


def read_table[Content: BaseModel](file: Path, kind: type[Content]) -> Content:
    """Return the content of a TOML file; raises DataError where it does not have this form."""
    try:
        return kind.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError) as error:
        raise DataError(f"{file.name}: {error}") from error
