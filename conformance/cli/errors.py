"""Errors that a user can mend, as one line and an exit status."""

from errno import E2BIG, ENAMETOOLONG
from functools import cache

from conformance.certification.verdict import ExitCode


class UsageError(Exception):
    """The command line asks for something that does not exist or cannot be read."""


type Ending = tuple[ExitCode, str]
"""An exit status, and a line, or what one begins with."""


def expected() -> tuple[type[Exception], ...]:
    """Return the kinds of errors that have an exit status; any other is a defect of ours."""
    return tuple(_endings())


def reason(error: Exception) -> Ending:
    """Return the exit status of an expected error, and the sentence that says why."""
    from conformance.protocol.show import printable

    if isinstance(error, UsageError):
        return ExitCode.USAGE, printable(str(error))
    if isinstance(error, OSError) and error.errno in {ENAMETOOLONG, E2BIG}:
        return ExitCode.USAGE, f"{printable(str(error.filename)[:40])}…: {error.strerror}"
    code, prefix = next(found for kind, found in _endings().items() if isinstance(error, kind))
    return code, f"{prefix}{printable(str(error))}"


def complaint(error: Exception) -> Ending | None:
    """Return the exit status and the whole line for an error, or None for a defect of ours."""
    from typer.exceptions import TyperException

    if isinstance(error, TyperException):
        message = error.format_message()
        # A group that is called without a command answers with its help.
        help_ = "\n" in message
        return ExitCode.USAGE, message if help_ else f"harbor-conformance: {message} (see --help)"
    if not isinstance(error, UsageError) and not isinstance(error, expected()):
        return None
    code, why = reason(error)
    return code, f"harbor-conformance: {why}"


@cache
def _endings() -> dict[type[Exception], Ending]:
    """Return the exit status of each kind of error, and what its line begins with."""
    from concurrent.futures import BrokenExecutor

    from conformance.audit.folders import AuditError
    from conformance.certification.report_file import ReportError
    from conformance.certification.request import NothingToAskError
    from conformance.diagnosis.expected.deviations import ExpectedFileError
    from conformance.examination.drawing import UnknownHypothesisError
    from conformance.examination.recorded.corpus import CorpusError
    from conformance.executor.workers import EndedFromOutside
    from conformance.implementations.start import (
        CandidateError,
        ToolchainError,
        UnknownCandidateError,
        UntrustedOracleError,
    )
    from conformance.protocol.shapes import ShapeError

    not_run = ExitCode.CANDIDATE, "the candidate could not be run: "
    ended = "no verdict, since a process of the suite was ended from outside: "
    return {
        UsageError: (ExitCode.USAGE, ""),
        AuditError: (ExitCode.USAGE, ""),
        UnknownCandidateError: (ExitCode.USAGE, ""),
        CandidateError: not_run,
        ShapeError: not_run,
        ToolchainError: not_run,
        UntrustedOracleError: (ExitCode.ORACLE, "the oracle cannot be trusted: "),
        CorpusError: (ExitCode.ORACLE, "the corpus cannot be read: "),
        ExpectedFileError: (ExitCode.USAGE, "the expected deviations cannot be read: "),
        NothingToAskError: (ExitCode.USAGE, ""),
        ReportError: (ExitCode.USAGE, ""),
        UnknownHypothesisError: (ExitCode.ORACLE, "no verdict: "),
        EndedFromOutside: (ExitCode.ORACLE, ended),
        BrokenExecutor: (ExitCode.ORACLE, "no verdict: "),
        OSError: (ExitCode.ORACLE, "no verdict: "),
    }
