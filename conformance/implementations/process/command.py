"""The command of a candidate, and its environment."""

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

TIMEOUT = 10.0
"""The default time limit for one answer, in seconds."""

GUARD = Path(__file__).parent.parent / "guard"
"""The folder on the import path of candidates in Python that keeps harbor out."""

SHIM = Path(__file__).parent.parent / "shim" / "harbor_conformance_shim.py"
"""The program that serves the functions of a module, under any interpreter."""

ROOT = Path(__file__).parents[3]
"""The folder of our packages."""

_RUN = (
    "import harbor_conformance, runpy, sys; "
    "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
)
"""Serves a prediction; given by path, since a user's package ``candidates`` may come first."""

type Variables = tuple[tuple[str, str], ...]
"""Names and values of environment variables."""


class CommandError(Exception):
    """The command cannot be started."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command line, variables in addition to the minimal environment, and two time limits.

    ``grace`` is that for a process to exit after its input ended, and again after SIGTERM.
    With ``from_sources``, Python reads no old bytecode, since it may differ from the sources, whose
    digests a certificate has. ``guarded``: the import path starts with the guard against harbor.
    """

    argv: tuple[str, ...]
    env: Variables = ()
    timeout: float = TIMEOUT
    grace: float = 2.0
    from_sources: bool = False
    guarded: bool = True


def external(
    argv: Sequence[str], env: Variables, timeout: float, *, allow_harbor: bool = False
) -> Command:
    """Return the command that a user typed, with absolute paths of its program and files.

    The process works in its own folder, so words that name an existing file are made absolute.
    Raises CommandError if the program does not exist or cannot be run.
    """
    if not argv:
        raise CommandError("the command is empty")
    words = (os.path.abspath(word) if os.path.isfile(word) else word for word in argv[1:])  # noqa: PTH100, PTH113 - a word may be too long for a path
    whole = (program(argv[0]), *words)
    return Command(whole, env, timeout, from_sources=True, guarded=not allow_harbor)


def program(word: str) -> str:
    """Return the absolute path of a program; raises CommandError if it is not found."""
    found = shutil.which(word)
    if found is None:
        exists = os.path.exists(word)  # noqa: PTH110 - as above
        why = "is not executable" if exists else "is not a program on the PATH"
        raise CommandError(f"{word[:200]!r} {why}")
    # Not resolved: Python finds its virtual environment by the path of the link.
    return str(Path(found).absolute())


def python_object(
    name: str, env: Variables, timeout: float, *, python: str = "", allow_harbor: bool = False
) -> Command:
    """Return the command that serves an object, which ``located`` finds.

    ``python`` is the interpreter, by default this one. The shim imports none of the suite's
    packages, so the runner's may have the same names.
    """
    folder, object_ = located(name)
    path = dict(env).get("PYTHONPATH", os.environ.get("PYTHONPATH", ""))
    variables = (*env, ("PYTHONPATH", _joined(str(folder), path)))
    argv = python or sys.executable, str(SHIM), object_
    return Command(argv, variables, timeout, from_sources=True, guarded=not allow_harbor)


def names_object(name: str) -> bool:
    """Return whether a name is ``module:attribute``, a file of Python, or a module found here."""
    if ":" in name or name.endswith(".py"):
        return True
    path = name.replace(".", "/")
    here = os.path.isfile(f"{path}.py") or os.path.isfile(f"{path}/__init__.py")  # noqa: PTH113 - a name may be too long for a path
    return here and all(map(str.isidentifier, name.split(".")))


def located(name: str) -> tuple[Path, str]:
    """Return the folder that an object is imported from, and its ``module:attribute``.

    Modules are imported from the working directory, a file from its own folder. Raises CommandError
    if there is no such file.
    """
    module, _, attribute = name.partition(":")
    file = Path(module)
    if file.suffix == ".py" and file.is_file():
        return file.parent.absolute(), f"{file.stem}:{attribute}"
    if file.suffix == ".py" and ":" not in name:
        raise CommandError(f"{name}: no such file")
    return Path.cwd(), f"{module}:{attribute}"


def _own_module(name: str, *arguments: str) -> tuple[str, ...]:
    """Return the words that run the suite's module, even if the path has another of that name."""
    return (sys.executable, "-P", "-c", _RUN, name, *arguments)


def own_harbor(env: Variables, timeout: float) -> Command:
    """Return the command that serves the installed harbor, without the guard."""
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    path = os.environ.get("PYTHONPATH", "")
    variables = (("PYTHONPATH", path), ("PYTHONHASHSEED", seed), *env)
    argv = _own_module("conformance.implementations.harbor")
    # A minute is enough to import harbor on a busy machine.
    return Command(argv, variables, max(timeout, 60), guarded=False)


def predicting(function: str, file: Path) -> Command:
    """Return the command that serves a prediction from its file alone."""
    apart = (sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, sys.argv.pop(1)); {_RUN}")
    return Command((*apart, str(ROOT), "candidates.predict", function, str(file)))


def misbehaving(name: str, timeout: float) -> Command:
    """Return the command of a misbehaving candidate."""
    return Command(_own_module("candidates.misbehaving", name), (), timeout)


def environment(command: Command, folder: str) -> dict[str, str]:
    """Return the whole environment of a candidate's process.

    It has the search path for programs, home and temporary files in the process's own folder, a
    UTF-8 locale, UTC, and the guard against harbor.
    """
    bytecode = {"PYTHONPYCACHEPREFIX": str(Path(folder, ".bytecode"))}
    given = dict(command.env)
    guard = str(GUARD) if command.guarded else ""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": folder,
        "TMPDIR": folder,
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        **given,
        "PYTHONPATH": _joined(guard, given.get("PYTHONPATH", "")),
        **(bytecode if command.from_sources else {}),
    }


def parse_env(assignments: Sequence[str]) -> Variables:
    """Return the variables of ``NAME=VALUE``, or of ``NAME`` as it is here; raises CommandError."""
    variables = {}
    for assignment in assignments:
        name, separator, value = assignment.partition("=")
        if not name or "\0" in assignment:
            raise CommandError(f"{assignment!r} is neither NAME=VALUE nor NAME")
        if not separator and name not in os.environ:
            raise CommandError(f"{name!r} is not set here, and has no value")
        variables[name] = value if separator else os.environ[name]
    return tuple(variables.items())


def _joined(*folders: str) -> str:
    return os.pathsep.join(filter(None, folders))
