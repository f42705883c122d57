"""The commands, and the end of their help: examples and exit statuses."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from conformance.certification.verdict import ExitCode

PROGRAM = "harbor-conformance"

_COMMANDS = tomllib.loads(Path(__file__).with_name("commands.toml").read_text(encoding="utf-8"))

COMMANDS: Mapping[str, str] = {
    name: one["summary"] for name, one in _COMMANDS.items() if "summary" in one
}
"""Every command, with the first line of its help; a test compares them with the docstrings."""

EXAMPLES: Mapping[str, list[str]] = {
    name: one["examples"] for name, one in _COMMANDS.items() if "examples" in one
}
"""The command lines of each command, without the program's name."""


def epilog(command: str) -> str:
    """Return the text after the options in a command's help, whose lines are not wrapped.

    It is empty for a command without examples.
    """
    lines = [f"  {PROGRAM} {line}" for line in EXAMPLES.get(command, [])]
    return _unwrapped("Examples:", lines) if lines else ""


def of_the_program() -> str:
    """Return the text after the commands in the program's help."""
    first = ("certify", "compare", "ask")
    lines = [f"  {PROGRAM} {EXAMPLES[command][0]}" for command in first]
    table = [f"  {int(code):>3}  {code.meaning}" for code in ExitCode]
    return "\n\n".join(
        [_unwrapped("Examples:", lines), _unwrapped("Exit status of every command:", table)]
    )


def _unwrapped(heading: str, lines: list[str]) -> str:
    return "\n".join(["\b", heading, *lines])
