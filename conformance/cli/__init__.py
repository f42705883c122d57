"""The command ``harbor-conformance``.

Functions import what they need, so that an interrupt is handled from the start.
"""

import gc
import os
import signal
import sys
from collections.abc import Sequence

INTERRUPTED = 130
"""The exit status of a command that is interrupted before it has a result."""

NO_VERDICT = 4
"""The exit status after a bug of this program, since 1 is a verdict."""


def main() -> None:
    """Run the command; SIGHUP and SIGTERM interrupt it as Ctrl-C does."""
    try:
        _open_streams()
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.default_int_handler)
        _begin(sys.argv[1:])
        gc.disable()
        from conformance.cli.app import run

        gc.freeze()
        gc.enable()
        status = run()
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        _tell(error)
        status = NO_VERDICT
    sys.exit(status)


_OTHERWISE = {
    "certify": ("--operation", "--clause", "--scheduler", "--help"),
    "gate": ("--jobs", "--scheduler", "--help"),
}
"""Commands with workers, and the options that change what these import, or need none."""


def _begin(words: Sequence[str]) -> None:
    """Start to import the workers' modules while this process imports the command's."""
    command = words[0] if words else ""
    if command not in _OTHERWISE or any(word.startswith(_OTHERWISE[command]) for word in words):
        return
    from conformance.executor.local import WITHOUT_HARBOR, import_ahead, modules_for

    import_ahead(WITHOUT_HARBOR if command == "gate" else modules_for())


def _open_streams() -> None:
    """Open a closed standard stream on /dev/null, so that no other file takes its number."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != number:
                os.dup2(nowhere, number)
            setattr(sys, name, open(number, "w" if number else "r", closefd=False))  # noqa: SIM115 - a descriptor


def _tell(error: Exception) -> None:
    """Report a bug of this program in one line, and print nothing more."""
    what = " ".join(f"{type(error).__name__}: {error}".split())
    how = "PYTHONDEVMODE=1 shows where"
    message = f"harbor-conformance: no verdict, because of a bug: {what} ({how})"
    print(message, file=sys.stderr)  # noqa: T201 - the command line
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
