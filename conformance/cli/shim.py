"""``harbor-conformance shim``: the file that serves a runner under an interpreter of its own."""

from conformance.cli import output
from conformance.implementations.process.command import SHIM


def shim() -> None:
    """Print the file that serves a Python runner, to copy: one file, from Python 3.8 on."""
    output.show(SHIM.read_text(encoding="utf-8"))
