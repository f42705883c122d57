"""The exit statuses of a run, and words that verdicts share."""

from enum import IntEnum


class ExitCode(IntEnum):
    """What the command's exit status says."""

    CONFORMANT = 0
    DIVERGES = 1
    USAGE = 2
    CANDIDATE = 3
    ORACLE = 4
    INTERRUPTED = 130


INTERRUPTED = "interrupted"
"""What cut a run off where whoever started it did."""


def count_of(count: int, noun: str) -> str:
    """Return ``1 clause`` or ``2,000 clauses``."""
    return f"1 {noun}" if count == 1 else f"{count:,} {noun}s"
