"""Starts programs that hear Ctrl-C, also where the shell that runs the tests ignores it."""

import signal


def hear_interrupts() -> None:
    """Take Ctrl-C as a program does that is started by hand; runs before the program's start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
