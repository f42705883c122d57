"""The table ``[tool.harbor-conformance]`` of a project's pyproject.toml, as options of commands.

It is the nearest one from the working directory upwards.
"""

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from conformance.cli.errors import UsageError

FILE = "pyproject.toml"
TABLE = "tool.harbor-conformance"

COMMANDS = frozenset({"certify", "smoke", "fuzz", "expected"})
"""The commands that read the table."""


type _Text = Annotated[str, Field(min_length=1, pattern=r"^[^\x00]*$")]

_TEXT = "a string", _Text
_TEXTS = "an array of strings", Annotated[list[_Text], Field(min_length=1)]
_SWITCH = "true or false", bool
_SECONDS = "a number of seconds", Annotated[float, Field(gt=0, allow_inf_nan=False)]
_LEVEL = "common, rare or extreme", Literal["common", "rare", "extreme"]
_PROFILE = "quick, default or deep", Literal["quick", "default", "deep"]

KEYS: dict[str, tuple[str, Any]] = {
    "candidate": _TEXT,
    "command": _TEXT,
    "python": _TEXT,
    "env": _TEXTS,
    "allow-harbor": _SWITCH,
    "expected": _TEXT,
    "operations": _TEXTS,
    "level": _LEVEL,
    "exact": _SWITCH,
    "timeout": _SECONDS,
    "profile": _PROFILE,
}
"""Every key of the table: its type, in words and in Python."""

_NAMING = frozenset({"candidate", "command", "release"})
"""Parameters that name a candidate on the command line."""


@dataclass(frozen=True, slots=True)
class Project:
    """The table of a project: its keys, and the folder that its paths are relative to."""

    folder: Path
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
            return Project(folder, keys)
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
    if wrong := next(filter(None, (_mistake(key, value) for key, value in keys.items())), ""):
        raise UsageError(f"{file}: {TABLE}{wrong}")
    if {"candidate", "command"} <= keys.keys():
        raise UsageError(f"{file}: {TABLE}: give either candidate or command")
    return keys


def _mistake(key: str, value: object) -> str:
    """Return what is wrong with a key and its value, or an empty text."""
    from conformance.operations import EVERY_OPERATION
    from conformance.protocol.show import unknown

    if key not in KEYS:
        return f": {unknown('key', key, KEYS)}; there are {', '.join(KEYS)}"
    due, kind = KEYS[key]
    try:
        TypeAdapter(kind).validate_python(value, strict=True)
    except ValidationError:
        return f".{key}: {due} is expected"
    named = value if key == "operations" and isinstance(value, list) else ()
    strange = next((one for one in named if one not in EVERY_OPERATION), None)
    if strange is not None:
        return f".{key}: {unknown('operation', strange, EVERY_OPERATION)}"
    return ""
