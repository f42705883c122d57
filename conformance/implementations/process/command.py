"""What is started for a candidate, and the surroundings that it gets."""

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

TIMEOUT = 10.0
"""Seconds that a candidate may take for one answer, unless told otherwise."""

GUARD = Path(__file__).parent.parent / "guard"
"""On the import path of candidates in Python; it keeps harbor out."""


type Variables = tuple[tuple[str, str], ...]
"""Names and values of environment variables."""


class CommandError(Exception):
    """The command cannot be started as it is given."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command line, variables on top of the minimal environment, and a time limit."""

    argv: tuple[str, ...]
    env: Variables = ()
    timeout: float = TIMEOUT


def external(argv: Sequence[str], env: Variables, timeout: float) -> Command:
    """Return the command that a user typed, its program and files found from here.

    The process gets a folder of its own to work in, so words that name a file here are
    made absolute. Raises CommandError where the program does not exist or cannot be run.
    """
    if not argv:
        raise CommandError("the command is empty")
    program = shutil.which(argv[0])
    if program is None:
        why = "is not executable" if Path(argv[0]).exists() else "is not a program on the PATH"
        raise CommandError(f"{argv[0]!r} {why}")
    words = (str(Path(word).absolute()) if Path(word).is_file() else word for word in argv[1:])
    return Command((str(Path(program).absolute()), *words), env, timeout)


def python_object(name: str, env: Variables, timeout: float) -> Command:
    """Return the command that serves ``module:attribute``, found from this folder."""
    argv = (sys.executable, "-m", "candidates.serve", name)
    return Command(argv, (("PYTHONPATH", _path_from_here()), *env), timeout)


def predicting(function: str) -> Command:
    """Return the command that serves a ledger's prediction, found from this folder."""
    argv = (sys.executable, "-m", "candidates.predict", function)
    return Command(argv, (("PYTHONPATH", _path_from_here()),))


def _path_from_here() -> str:
    return os.pathsep.join([str(GUARD), str(Path.cwd()), *_inherited("PYTHONPATH")])


def misbehaving(name: str, timeout: float) -> Command:
    """Return the command of one of the candidates that misbehave."""
    return Command((sys.executable, "-m", "candidates.misbehaving", name), (), timeout)


def environment(command: Command, folder: str) -> dict[str, str]:
    """Return the whole environment of a candidate's process.

    It holds the search path for programs, a home and a place for temporary files in
    the process's own folder, a UTF-8 locale, UTC, and the guard against harbor.
    """
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": folder,
        "TMPDIR": folder,
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "PYTHONPATH": str(GUARD),
        **dict(command.env),
    }


def parse_env(assignments: Sequence[str]) -> Variables:
    """Return the variables of ``NAME=VALUE``, or of ``NAME`` as it is set here.

    Raises CommandError for anything else.
    """
    variables = {}
    for assignment in assignments:
        name, separator, value = assignment.partition("=")
        if not name or "\0" in assignment:
            raise CommandError(f"{assignment!r} is neither NAME=VALUE nor NAME")
        if not separator and name not in os.environ:
            raise CommandError(f"{name!r} is not set here, and has no value")
        variables[name] = value if separator else os.environ[name]
    return tuple(variables.items())


def _inherited(name: str) -> list[str]:
    return [os.environ[name]] if os.environ.get(name) else []
