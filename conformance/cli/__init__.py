"""The command ``harbor-conformance``.

What it is made of is imported within, so that an interrupt is heard from the first moment on.
"""

import signal
import sys

INTERRUPTED = 130
"""The exit status of a command that was interrupted before it had anything to say."""


def main() -> None:
    """Run the command; a hang-up and a request to end interrupt it as Ctrl-C does."""
    try:
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.default_int_handler)
        from conformance.cli.app import run  # noqa: PLC0415 - it takes half a second

        status = run()
    except KeyboardInterrupt:
        status = INTERRUPTED
    sys.exit(status)
