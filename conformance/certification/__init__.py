"""A run: its cases, the processes that run them, its verdict and its exit status."""

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit statuses of the command."""

    CONFORMANT = 0
    DIVERGES = 1
    USAGE = 2
    CANDIDATE = 3
    ORACLE = 4
    INTERRUPTED = 130


MEANINGS = {
    ExitCode.CONFORMANT: "as it should be: conformant, not worse, unchanged, agrees",
    ExitCode.DIVERGES: "something differs: a divergence, a change, a run that is worse",
    ExitCode.USAGE: "usage error: invalid command line or input file",
    ExitCode.CANDIDATE: "the candidate could not be run, or breaks the protocol",
    ExitCode.ORACLE: "no verdict: harbor could not be trusted or run, or there was no room",
    ExitCode.INTERRUPTED: "interrupted before a verdict",
}
"""The meaning of each status, in a line."""

INTERRUPTED = "interrupted"
"""The reason why a run was cut off that the user interrupted."""


STOPPED = "stopped at the first divergence"
"""What cut off a run for a single divergence."""


def count_of(count: int, noun: str) -> str:
    """Return ``1 clause`` or ``2,000 clauses``."""
    return f"1 {noun}" if count == 1 else f"{count:,} {noun}s"
