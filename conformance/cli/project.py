"""The table ``[tool.harbor-conformance]`` of a project's pyproject.toml, as options of commands.

It is looked for from the working directory upwards, and the nearest file that has it counts.
"""

import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from conformance.cli.errors import UsageError

FILE = "pyproject.toml"
TABLE = "tool.harbor-conformance"

COMMANDS = frozenset({"certify", "smoke", "fuzz", "expected"})
"""The commands that the table is for."""


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value) and "\0" not in value


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_text, value))


def _is_seconds(value: object) -> bool:
    return (
        isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < float("inf")
    )


def _is_switch(value: object) -> bool:
    return isinstance(value, bool)


def _is_profile(value: object) -> bool:
    return value in {"quick", "default", "deep"}


type Kind = tuple[str, Callable[[object], bool], str]
"""The option that a key stands for, whether a value is one, and what is due."""

KEYS: dict[str, Kind] = {
    "candidate": ("", _is_text, "a string"),
    "command": ("--command", _is_text, "a string"),
    "python": ("--python", _is_text, "a string"),
    "env": ("--env", _is_texts, "an array of strings"),
    "allow-harbor": ("--allow-harbor", _is_switch, "true or false"),
    "expected": ("--expected", _is_text, "a string"),
    "operations": ("--operation", _is_texts, "an array of strings"),
    "exact": ("--exact", _is_switch, "true or false"),
    "timeout": ("--timeout", _is_seconds, "a number of seconds"),
    "profile": ("--profile", _is_profile, "quick, default or deep"),
}
"""Every key of the table."""

OF_ANY_CANDIDATE = frozenset({"timeout", "profile"})
"""Keys that count as well where the command line names another candidate."""


@dataclass(frozen=True, slots=True)
class Project:
    """The table of a project: its keys, and the folder that its paths start from."""

    folder: Path
    keys: Mapping[str, object]

    @property
    def has_candidate(self) -> bool:
        """Whether the table names a candidate or a command."""
        return not {"candidate", "command"}.isdisjoint(self.keys)

    def words(self, options: Collection[str], given: Collection[str], *, named: bool) -> list[str]:
        """Return the table as words for a command with these options.

        ``given`` are options of the command line, which win; where a candidate is ``named`` there,
        only what counts for any candidate is left.
        """
        words = []
        for key, value in self.keys.items():
            option = KEYS[key][0]
            if (named and key not in OF_ANY_CANDIDATE) or option in given:
                continue
            if key == "operations" and "--clause" in given:
                continue
            if not option or option in options:
                words += _words(option, value)
        return words


def _words(option: str, value: object) -> list[str]:
    if isinstance(value, bool):
        return [option] if value else []
    values = value if isinstance(value, list) else [value]
    return [word for one in values for word in ((option, str(one)) if option else (str(one),))]


def project(start: Path | None = None) -> Project | None:
    """Return the nearest table, or None; raises UsageError where it cannot be read."""
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
        raise UsageError(f"{file}: {TABLE}: a table is due")
    for key, value in keys.items():
        _refuse_unlike(file, key, value)
    if {"candidate", "command"} <= keys.keys():
        raise UsageError(f"{file}: {TABLE}: give either candidate or command")
    return keys


def _refuse_unlike(file: Path, key: str, value: object) -> None:
    from conformance.protocol.show import unknown

    if key not in KEYS:
        raise UsageError(
            f"{file}: {TABLE}: {unknown('key', key, KEYS)}; there are {', '.join(KEYS)}"
        )
    _, is_one, due = KEYS[key]
    if not is_one(value):
        raise UsageError(f"{file}: {TABLE}.{key}: {due} is due")
    if key == "operations":
        from conformance.operations import EVERY_OPERATION

        for operation in value if isinstance(value, list) else ():
            if operation not in EVERY_OPERATION:
                what = unknown("operation", operation, EVERY_OPERATION)
                raise UsageError(f"{file}: {TABLE}.{key}: {what}")
