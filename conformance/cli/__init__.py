"""The command ``harbor-conformance``.

What it is made of is imported within, so that an interrupt is heard from the first moment on.
"""

import gc
import os
import signal
import sys
from collections.abc import Sequence

INTERRUPTED = 130
"""The exit status of a command that was interrupted before it had anything to say."""

NO_VERDICT = 4
"""The exit status of a command that failed by a defect of ours: 1 is a verdict."""


def main() -> None:
    """Run the command; a hang-up and a request to end interrupt it as Ctrl-C does."""
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
"""Commands with workers, and the options with which these import something else, or are none."""


def _begin(words: Sequence[str]) -> None:
    """Have workers' modules imported while this process imports what the command is made of."""
    command = words[0] if words else ""
    if command not in _OTHERWISE or any(word.startswith(_OTHERWISE[command]) for word in words):
        return
    from conformance.executor.local import OF_GATES, import_ahead, modules_for

    import_ahead(OF_GATES if command == "gate" else modules_for())


def _open_streams() -> None:
    """Discard what is written to a closed stream, and not into a file opened in its place."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != number:
                os.dup2(nowhere, number)
            setattr(sys, name, open(number, "w" if number else "r", closefd=False))  # noqa: SIM115 - a descriptor


def _tell(error: Exception) -> None:
    """Tell of a defect of ours, in one line, and print nothing more."""
    what = " ".join(f"{type(error).__name__}: {error}".split())
    how = "PYTHONDEVMODE=1 shows where"
    message = f"harbor-conformance: no verdict, by a defect of its own: {what} ({how})"
    print(message, file=sys.stderr)  # noqa: T201 - the command line
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
