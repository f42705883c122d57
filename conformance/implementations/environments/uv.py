"""Runs uv, which resolves and installs releases of harbor and of other packages."""

import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from conformance.implementations.process.reaper import reaped_tempdir, run_tool


class UvError(Exception):
    """uv is not installed, or failed, as the message says."""


def run(arguments: Sequence[str], *, stdin: str = "") -> str:
    """Return uv's output; raises UvError with the cause that it names.

    It runs in its own folder, so that the user's project does not configure it.
    """
    with reaped_tempdir("uv-") as folder:
        completed = run_tool([program(), *arguments], folder=folder, stdin=stdin)
    if completed.returncode:
        raise UvError(_cause(completed.stderr))
    return completed.stdout


type Pins = dict[str, str]
"""Versions by package."""


def compile_pins(
    requirements: Sequence[str],
    *options: str,
    preferred: Mapping[str, str] | None = None,
    python: str = sys.executable,
) -> Pins:
    """Return the version of each package that requirements need, for an interpreter.

    ``preferred`` versions are taken if they fit. Raises UvError if nothing fits.
    """
    pins = "".join(f"{name}=={version}\n" for name, version in (preferred or {}).items())
    with reaped_tempdir("uv-") as folder:
        file = Path(folder) / "pins.txt"
        file.write_text(pins, encoding="utf-8")
        # uv keeps the pins of the file that it overwrites, if they fit.
        to_file = ("--output-file", str(file), "--python", python)
        quiet = ("--quiet", "--no-header", "--no-annotate")
        run(["pip", "compile", "-", *to_file, *quiet, *options], stdin="\n".join(requirements))
        lines = file.read_text(encoding="utf-8").splitlines()
    parts = (line.partition(";")[0].strip().partition("==") for line in lines)
    return {name: version for name, _, version in parts if version}


def program() -> str:
    """Return the path of uv; raises UvError if it is not installed."""
    beside = Path(sys.executable).parent / "uv"
    path = str(beside) if beside.is_file() else shutil.which("uv")
    if path is None:
        raise UvError(
            "uv is not installed: in the checkout of harbor-conformance, pip install -e '.[gate]'"
        )
    return path


def _cause(log: str) -> str:
    """Return the cause in uv's output, as one line; older versions draw arrows and boxes."""
    words = log.translate(_DRAWING).split()
    cause = " ".join(words).partition(" hint: ")[0]
    for mark in ("cause: ", "error: "):
        if mark in cause:
            cause = cause.partition(mark)[2]
            break
    cause = re.sub(r"^Because (.*?),? (?:and you require|we can conclude).*", r"\1", cause.strip())
    return cause or "uv failed without a word"


_DRAWING = str.maketrans(dict.fromkeys("\u00d7\u2570\u2500\u25b6\u251c\u2502", " "))
