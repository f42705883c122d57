"""Runs a program that is not a candidate; it ends with us, and its children with it."""

import subprocess
from collections.abc import Mapping, Sequence

from conformance.implementations.process.reaper import kill_group, reap_group


def run_tool(
    argv: Sequence[str],
    *,
    folder: str | None = None,
    env: Mapping[str, str] | None = None,
    stdin: str = "",
    seconds: float | None = None,
) -> subprocess.CompletedProcess[str]:
    """Return a program's output and exit status.

    Its process group ends when the waiting or this process ends. Raises OSError if it cannot be
    started, UnicodeError if its output is not text, and TimeoutError, which is an OSError, if it
    takes longer than ``seconds``.
    """
    process = subprocess.Popen(  # noqa: S603 - our own programs
        argv,
        cwd=folder,
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    reap_group(process.pid)
    with process:  # which waits for it, and closes its streams
        try:
            printed, log = process.communicate(stdin, timeout=seconds)
        except subprocess.TimeoutExpired as error:
            raise TimeoutError(f"it took longer than {seconds:g} s") from error
        finally:
            kill_group(process.pid)
    return subprocess.CompletedProcess(argv, process.returncode, printed, log)
