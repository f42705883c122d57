"""Errors that a user can fix, as one line and an exit status."""

from errno import E2BIG, ENAMETOOLONG

from conformance.certification import ExitCode


class UsageError(Exception):
    """The command line names something that does not exist or cannot be read."""


type Ending = tuple[ExitCode, str]
"""An exit status, and a line or its beginning."""

_USAGE = (
    *("AddressError", "AuditError", "CommandError", "ExtraError", "FuzzError"),
    *("NothingToAskError", "ReaderError", "ReleaseError", "ReportError"),
    *("UnknownCandidateError", "UsageError"),
)
_NOT_RUN = ("CandidateError", "ShapeError", "ToolchainError")
_NO_VERDICT = ("BrokenExecutor", "OSError", "UnknownHypothesisError")

ENDINGS: dict[str, Ending] = {
    **dict.fromkeys(_USAGE, (ExitCode.USAGE, "")),
    **dict.fromkeys(_NOT_RUN, (ExitCode.CANDIDATE, "the candidate could not be run: ")),
    **dict.fromkeys(_NO_VERDICT, (ExitCode.ORACLE, "no verdict: ")),
    **dict.fromkeys(("AbsentReleaseError", "UvError"), (ExitCode.ORACLE, "")),
    "CorpusError": (ExitCode.ORACLE, "the corpus cannot be read: "),
    "BrokenProcessPool": (
        ExitCode.ORACLE,
        "no verdict, since a process of the suite was ended from outside: ",
    ),
    "ExpectedFileError": (ExitCode.USAGE, "the expected deviations cannot be read: "),
    "UntrustedOracleError": (ExitCode.ORACLE, "the oracle cannot be trusted: "),
}
"""The exit status of each class of errors by its name, and what its line begins with.

A look-up by name imports nothing.
"""

_HOMES = frozenset({"builtins", "concurrent", "conformance", "oracle"})
"""The modules that define the classes of the table."""


def ending_of(error: Exception) -> Ending | None:
    """Return the exit status of an error, and the reason; None for a bug."""
    from conformance.protocol.show import printable

    if isinstance(error, OSError) and error.errno in {ENAMETOOLONG, E2BIG}:
        return ExitCode.USAGE, f"{printable(str(error.filename)[:40])}…: {error.strerror}"
    for kind in type(error).__mro__:
        if kind.__name__ in ENDINGS and kind.__module__.partition(".")[0] in _HOMES:
            code, prefix = ENDINGS[kind.__name__]
            return code, f"{prefix}{printable(str(error))}"
    return None


def complaint(error: Exception) -> Ending | None:
    """Return the exit status and the whole line for an error, or None for a bug."""
    from typer.exceptions import TyperException

    if isinstance(error, TyperException):
        message = error.format_message()
        # A group without a command prints its help.
        help_ = "\n" in message
        return ExitCode.USAGE, message if help_ else f"harbor-conformance: {message} (see --help)"
    ending = ending_of(error)
    return None if ending is None else (ending[0], f"harbor-conformance: {ending[1]}")
