"""What spec/002 says about the folder of a task, point by point.

A point is checked in a folder and says that it holds, or what was found instead. It
says so of any folder: what cannot be read is what was found.
"""

import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

HOLDS = "holds"

REWARD = "/logs/verifier/reward.txt"
"""Where the test script writes the reward, in the container."""

TESTS_TARGET, SOLUTION_TARGET = "/tests", "/oracle"
"""Where the folders of the tests and of the solution are in the container."""

_SIZE = re.compile(r"[0-9]+[KMG]")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_size(value: object) -> bool:
    return isinstance(value, str) and _SIZE.fullmatch(value) is not None


MEMBERS: dict[str, dict[str, Callable[[object], bool]]] = {
    "verifier": {"timeout_sec": _is_number},
    "agent": {"timeout_sec": _is_number},
    "environment": {
        "build_timeout_sec": _is_number,
        "docker_image": _is_text,
        "cpus": _is_whole,
        "memory": _is_size,
        "storage": _is_size,
    },
}
"""The members that the sections of task.toml are shown with; metadata has any."""

_OLD_FILES = ("task.yaml", "docker-compose.yaml", "Dockerfile", "solution.sh", "run-tests.sh")
_NOT_IN_THE_IMAGE = ("task.yaml", "tests")


@dataclass(frozen=True, slots=True)
class Point:
    """One statement about a task's folder, and the function that checks it.

    ``look`` returns what was found instead, or nothing; it raises OSError, ValueError or
    RecursionError for what cannot be read.
    """

    name: str
    statement: str
    look: Callable[[Path], str]

    def held_against(self, folder: Path) -> str:
        """Return ``holds``, or what was found instead."""
        try:
            return self.look(folder) or HOLDS
        except OSError as error:
            return f"cannot be read: {error.strerror}"
        except (ValueError, RecursionError) as error:
            return f"cannot be read: {error}"


def _file(name: str) -> Callable[[Path], str]:
    return lambda folder: "" if (folder / name).is_file() else f"no file {name}"


def _environment(folder: Path) -> str:
    return "" if (folder / "environment").is_dir() else "no folder environment"


def _reward(folder: Path) -> str:
    script = (folder / "tests" / "test.sh").read_bytes()
    return "" if REWARD.encode() in script else f"tests/test.sh does not name {REWARD}"


def _present(*names: str) -> Callable[[Path], str]:
    """Return a test that finds which of these exist, broken links included."""
    return lambda folder: _listed(name for name in names if os.path.lexists(folder / name))


def _config(folder: Path) -> dict[str, object]:
    return tomllib.loads((folder / "task.toml").read_text(encoding="utf-8"))


def _is_toml(folder: Path) -> str:
    _config(folder)
    return ""


def _version(folder: Path) -> str:
    config = _config(folder)
    if "version" not in config:
        return "no member version"
    return "" if _is_text(config["version"]) else "version is no text"


def _sections(folder: Path) -> str:
    """Find members outside a section, and sections that the text does not have."""
    rest = {name: value for name, value in _config(folder).items() if name != "version"}
    flat = [name for name, value in rest.items() if not isinstance(value, dict)]
    known = ("metadata", *MEMBERS)
    return _listed([*flat, *(f"[{n}]" for n in rest if n not in flat and n not in known)])


def _members(folder: Path) -> str:
    return _listed(f"[{s}] {n}" for s, n, _ in _shown(folder) if n not in MEMBERS[s])


def _values(folder: Path) -> str:
    known = ((s, n, value) for s, n, value in _shown(folder) if n in MEMBERS[s])
    return _listed(f"[{s}] {n} = {value!r}" for s, n, value in known if not MEMBERS[s][n](value))


def _shown(folder: Path) -> Iterator[tuple[str, str, object]]:
    """Yield section, name and value of the members whose names are not the task's to choose."""
    config = _config(folder)
    for section in MEMBERS:
        members = config.get(section)
        if isinstance(members, dict):
            yield from ((section, name, value) for name, value in members.items())


def _listed(found: Iterable[str]) -> str:
    return ", ".join(found)


POINTS = (
    Point("instruction", "The instruction is a file instruction.md.", _file("instruction.md")),
    Point("configuration", "The configuration is a TOML file task.toml.", _is_toml),
    Point("version", "task.toml has a version.", _version),
    Point("sections", "Everything else is in one of four sections.", _sections),
    Point("members", "All sections but metadata have the members of the example.", _members),
    Point("values", "Those members are what they are in the example.", _values),
    Point("environment", "What the environment is made of is in environment/.", _environment),
    Point("dockerfile", "For docker, that is a Dockerfile.", _file("environment/Dockerfile")),
    Point("solution", "The solution is run by solve.sh.", _file("solution/solve.sh")),
    Point("tests", "The tests are run by test.sh.", _file("tests/test.sh")),
    Point("reward", "The test script writes the reward itself.", _reward),
    Point("clutter", "No file of the old format is left in the folder.", _present(*_OLD_FILES)),
    Point(
        "image",
        "Neither the tests nor task.yaml lie where the image is built from.",
        _present(*(f"environment/{name}" for name in _NOT_IN_THE_IMAGE)),
    ),
)
