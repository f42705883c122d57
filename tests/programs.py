"""Programs as a user runs them, to their end."""

import io
import re
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

from conformance.cli import app

BIN = Path(sys.executable).parent
COMMAND = str(BIN / "harbor-conformance")


def run_program(*words: str, **given: Any) -> subprocess.CompletedProcess[str]:  # noqa: ANN401 - as subprocess.run has them
    """Return how a program ended, and what it printed."""
    return subprocess.run(words, check=False, capture_output=True, text=True, **given)


def command(*words: str, **given: Any) -> subprocess.CompletedProcess[str]:  # noqa: ANN401 - as above
    """Return how our command ended, and what it printed."""
    return run_program(COMMAND, *words, **given)


def command_here(*words: str, cwd: Path | str = ".") -> subprocess.CompletedProcess[str]:
    """Return the same of our command, run by this process, which has imported it already."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with (
        patch.object(sys, "argv", [COMMAND, *words]),
        chdir(cwd),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        status = app.run()
    printed = []
    for stream in (out, err):
        stream.seek(0)
        printed.append(stream.read())
    return subprocess.CompletedProcess(words, status, *printed)


def typed(page: str) -> list[str]:
    """Return the lines that a page has its reader type."""
    blocks = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]
