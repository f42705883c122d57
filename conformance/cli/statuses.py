"""What each exit status says: one table, for every command."""

from conformance.certification.verdict import ExitCode

STATUSES: dict[ExitCode, str] = {
    ExitCode.CONFORMANT: "as it should be: conformant, not worse, unchanged, agrees",
    ExitCode.DIVERGES: "something differs: a divergence, a change, a run that is worse",
    ExitCode.USAGE: "the command line, or a file that it names, has to be mended",
    ExitCode.CANDIDATE: "the candidate could not be run, or breaks the protocol",
    ExitCode.ORACLE: "no verdict: harbor could not be trusted or asked, or there was no room",
    ExitCode.INTERRUPTED: "interrupted before a verdict",
}
"""1 is never anything but a difference that was seen, and 0 never a run without one."""


def lines() -> list[str]:
    """Return the table as plain text."""
    return [f"{int(code):>3}  {meaning}" for code, meaning in STATUSES.items()]


def markdown_lines() -> list[str]:
    """Return the table as Markdown."""
    rows = [f"| {int(code)} | {meaning} |" for code, meaning in STATUSES.items()]
    return ["| exit status | says |", "|---|---|", *rows]
