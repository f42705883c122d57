"""The table ``[tool.harbor-conformance]`` of a project's pyproject.toml, as options of commands.

It is the nearest one from the working directory upwards.
"""

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from conformance.cli.errors import UsageError

FILE = "pyproject.toml"
TABLE = "tool.harbor-conformance"

COMMANDS = frozenset({"certify", "smoke", "fuzz", "expected"})
"""The commands that read the table."""


KEYS: Mapping[str, type] = {
    "candidate": str,
    "command": str,
    "python": str,
    "env": list,
    "allow-harbor": bool,
    "expected": str,
    "operations": list,
    "level": str,
    "exact": bool,
    "timeout": float,
    "profile": str,
}
"""Every key of the table, with its type; its values are those of certify's option."""

_IN_WORDS = {str: "a string", list: "an array", bool: "true or false", float: "a number"}

_NAMING = frozenset({"candidate", "command", "release"})
"""Parameters that name a candidate on the command line."""


@dataclass(frozen=True, slots=True)
class Project:
    """The table of a project: its keys, and its file, to whose folder its paths are relative."""

    file: Path
    keys: Mapping[str, object]

    @property
    def has_candidate(self) -> bool:
        """Whether the table names a candidate or a command."""
        return not {"candidate", "command"}.isdisjoint(self.keys)

    def names_a_candidate(self, given: Collection[str]) -> bool:
        """Whether the table's candidate is used, given parameters of the command line."""
        return self.has_candidate and _NAMING.isdisjoint(given)

    def defaults(self, given: Collection[str]) -> dict[str, object]:
        """Return the defaults of a command's parameters, given those of the command line.

        If the command line names a candidate, only settings for any candidate are used.
        """
        named = not _NAMING.isdisjoint(given)
        found = {
            key.replace("-", "_"): value
            for key, value in self.keys.items()
            if not named or key in {"timeout", "profile"}
        }
        if "operations" in found:
            found["operation"] = found.pop("operations")
        if "clause" in given:
            found.pop("operation", None)
        return found


def project(start: Path | None = None) -> Project | None:
    """Return the nearest table, or None; raises UsageError if it cannot be read."""
    here = start or Path.cwd()
    for folder in (here, *here.parents):
        keys = _table(folder / FILE)
        if keys is not None:
            return Project(folder / FILE, keys)
    return None


def _table(file: Path) -> Mapping[str, object] | None:
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error
    except ValueError as error:
        raise UsageError(f"{file}: not TOML: {error}") from error
    tools = document.get("tool", {})
    if not isinstance(tools, dict) or "harbor-conformance" not in tools:
        return None
    keys = tools["harbor-conformance"]
    if not isinstance(keys, dict):
        raise UsageError(f"{file}: {TABLE}: a table is expected")
    for key, value in keys.items():
        if wrong := _mistake(key, value):
            raise UsageError(f"{file}: {TABLE}{wrong}")
    if {"candidate", "command"} <= keys.keys():
        raise UsageError(f"{file}: {TABLE}: give either candidate or command")
    return keys


def _mistake(key: str, value: object) -> str:
    """Return what is wrong with a key or the type of its value, or an empty text."""
    from conformance.protocol.show import unknown

    if key not in KEYS:
        return f": {unknown('key', key, KEYS)}; there are {', '.join(KEYS)}"
    due = KEYS[key]
    if type(value) is not due and not (due is float and type(value) is int):
        return f".{key}: {_IN_WORDS[due]} is expected"
    texts = value if isinstance(value, list) else [value]
    return f".{key}: NUL is not allowed" if any("\0" in str(one) for one in texts) else ""
