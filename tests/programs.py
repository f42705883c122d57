"""Programs as a user runs them, to their end."""

import io
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

from conformance.cli import app

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
COMMAND = str(BIN / "harbor-conformance")

type Ended = subprocess.CompletedProcess[str]


def run_program(*words: str, status: int | None = None, **given: Any) -> Ended:  # noqa: ANN401 - as subprocess.run has them
    """Return how a program ended, with this exit status if one is given, and what it printed."""
    ended = subprocess.run(words, check=False, capture_output=True, text=True, **given)
    return with_status(ended, status)


def command(*words: str, **given: Any) -> Ended:  # noqa: ANN401 - as above
    """Return the same of our command."""
    return run_program(COMMAND, *words, **given)


def command_here(*words: str, cwd: Path | str = ".", status: int | None = None) -> Ended:
    """Return the same of our command, run by this process, which has imported it already."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with (
        patch.object(sys, "argv", [COMMAND, *words]),
        chdir(cwd),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = app.run()
    printed = []
    for stream in (out, err):
        stream.seek(0)
        printed.append(stream.read())
    return with_status(subprocess.CompletedProcess(words, code, *printed), status)


def with_status(ended: Ended, status: int | None) -> Ended:
    """Return a program that has ended as it should; print what it printed if it has not."""
    assert status in {None, ended.returncode}, f"{ended.returncode}: {ended.stdout}{ended.stderr}"
    return ended


def start_program(*words: str, **given: Any) -> subprocess.Popen[str]:  # noqa: ANN401 - as Popen has them
    """Start a program that hears Ctrl-C as one does that is started by hand."""
    return subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - any other way is later
        **given,
    )


def wait_until(happened: Callable[[], object], otherwise: str, seconds: float = 60) -> None:
    """Wait until something is so; fail with these words if it is not in time."""
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.05)


def shell_program(file: Path, script: str) -> Path:
    """Write a program of the shell's, with the folders above it; return it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return file


def last_line(ended: Ended) -> str:
    return ended.stdout.rstrip().rpartition("\n")[2]


def page(name: str) -> str:
    """Return the text of a page of the docs."""
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def typed(page: str) -> list[str]:
    """Return the lines that a page has its reader type."""
    blocks = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]
