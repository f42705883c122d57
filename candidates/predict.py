"""Serves a prediction: ``predict.py module:function FILE``.

The function is called with a ``Case`` and the ``Answer`` expected so far, harbor's where nothing
else is declared, and returns the ``Answer`` that is expected instead (all of them from
``conformance.protocol.values``).

A prediction follows only from these two. So its module is executed from FILE, and may open and
import Python's standard library, the protocol, the reference and the deviations, and files of its
own working folder; it may start no process and open no connection. This keeps a prediction from
asking the candidate. It is no sandbox: a user who copies the candidate's code into the file gets
what it answers, which is why a verdict counts the cases that rest on predictions.
"""

import os
import sys
import sysconfig
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import cast

from conformance.operations import messages
from conformance.protocol.lines import from_line, to_line
from conformance.protocol.shapes import Json
from conformance.protocol.values import Answer, Case

type Function = Callable[[Case, Answer], Answer]

_ROOT = Path(__file__).resolve().parent.parent
_OURS = (
    *(_ROOT / "conformance" / part for part in ("__init__.py", "protocol", "comparison")),
    *(_ROOT / "conformance" / "operations" / part for part in ("__init__.py",)),
    *(_ROOT / "candidates" / part for part in ("__init__.py", "reference", "deviations")),
)
_STANDARD = tuple(Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib"))
_INSTALLED = {"site-packages", "dist-packages"}
"""Folders of the standard library that hold other people's packages, and maybe the candidate."""

_OPENING = {"open": 0, "import": 1, "os.listdir": 0, "os.scandir": 0}
"""Events of Python's auditing that name a file or a folder, and as which argument."""

_REFUSED = (
    *("subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "pty."),
    *("socket.", "ctypes.", "sqlite3.", "mmap.", "os.symlink", "os.link"),
)
_UNAUDITED = (
    *("subprocess", "_posixsubprocess", "_posixshmem", "_ctypes", "_socket", "_dbm", "_gdbm"),
    *("_sqlite3", "_tkinter", "readline"),
)
"""Modules that reach files or processes and tell Python's auditing nothing of it."""


def main() -> int:
    """Answer each line of standard input on standard output until the input ends."""
    # Standard output carries the answers; what the function prints must not get there.
    responses = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _, name, file = sys.argv
    sys.argv[1:] = []
    function = load(name, Path(file).read_bytes())
    for line in sys.stdin.buffer:
        request = from_line(line)
        given = cast("dict[str, Json]", request["input"])
        body = predicted(function, str(request["op"]), given)
        responses.write(to_line({"id": request["id"], **body}))
        responses.flush()
    return 0


def load(name: str, source: bytes) -> Function:
    """Return the function that ``module:function`` names, its module executed confined."""
    dotted, _, attribute = name.partition(":")
    module = sys.modules[dotted] = ModuleType(dotted)
    confine()
    exec(compile(source, f"<{dotted}>", "exec"), vars(module))  # noqa: S102 - the author's own code
    return cast("Function", attrgetter(attribute)(module))


def confine() -> None:
    """Keep this process, for good, from files and processes that a prediction has no use for."""
    roots = (*_OURS, Path.cwd())
    for name in _UNAUDITED:
        sys.modules[name] = None  # type: ignore[assignment]  # an import of it is refused
    sys.path[:] = [entry for entry in sys.path if _is_allowed(entry, roots)]
    sys.dont_write_bytecode = True

    def refuse(event: str, arguments: tuple[object, ...]) -> None:
        if event.startswith(_REFUSED):
            raise PermissionError(f"a prediction may not use {event}")
        if event in _OPENING and not _is_allowed(arguments[_OPENING[event]], roots):
            raise PermissionError(f"a prediction may not open {arguments[_OPENING[event]]}")

    sys.addaudithook(refuse)


def _is_allowed(place: object, roots: tuple[Path, ...]) -> bool:
    """Return whether a prediction may open a file or folder; what is no path is open already."""
    if not isinstance(place, str | bytes | os.PathLike):
        return True
    real = Path(os.path.realpath(os.fsdecode(place)))
    if any(real.is_relative_to(root) for root in roots):
        return True
    return any(map(real.is_relative_to, _STANDARD)) and _INSTALLED.isdisjoint(real.parts)


def predicted(function: Function, operation: str, given: dict[str, Json]) -> dict[str, Json]:
    """Return the members that carry the expected answer to an input and an answer."""
    case = messages.case_from_json(operation, given["input"])
    answer = messages.answer_from_json(operation, cast("dict[str, Json]", given["expected"]))
    return messages.answer_to_json(operation, function(case, answer))


if __name__ == "__main__":
    sys.exit(main())
