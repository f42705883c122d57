"""Errors that a user can mend, as one line and an exit status."""

from concurrent.futures import BrokenExecutor
from concurrent.futures.process import BrokenProcessPool

from typer.exceptions import TyperException

from conformance.certification.certifying import NothingToAskError
from conformance.certification.report_file import ReportError
from conformance.certification.verdict import ExitCode
from conformance.examination.drawing import UnknownHypothesisError
from conformance.implementations.start import (
    CandidateError,
    ToolchainError,
    UnknownCandidateError,
    UntrustedOracleError,
)
from conformance.ledger.ledger import LedgerError
from conformance.protocol.shapes import ShapeError
from conformance.protocol.show import printable
from conformance.recorded.corpus import CorpusError


class UsageError(Exception):
    """The command line asks for something that does not exist or cannot be read."""


_CODES: dict[type[Exception], ExitCode] = {
    UsageError: ExitCode.USAGE,
    UnknownCandidateError: ExitCode.USAGE,
    CandidateError: ExitCode.CANDIDATE,
    ShapeError: ExitCode.CANDIDATE,
    ToolchainError: ExitCode.CANDIDATE,
    UntrustedOracleError: ExitCode.ORACLE,
    CorpusError: ExitCode.ORACLE,
    LedgerError: ExitCode.USAGE,
    NothingToAskError: ExitCode.USAGE,
    ReportError: ExitCode.USAGE,
    UnknownHypothesisError: ExitCode.ORACLE,
    BrokenProcessPool: ExitCode.ORACLE,
    BrokenExecutor: ExitCode.ORACLE,
    OSError: ExitCode.ORACLE,
}

EXPECTED = tuple(_CODES)
"""The errors that have an exit status."""


def reason(error: Exception) -> tuple[ExitCode, str]:
    """Return the exit status and the sentence for one of the expected errors."""
    kind = next(kind for kind in _CODES if isinstance(error, kind))
    return _CODES[kind], f"{_PREFIXES.get(kind, '')}{printable(str(error))}"


def complaint(error: Exception) -> tuple[ExitCode, str] | None:
    """Return the exit status and the line for an error, or None for a defect of ours."""
    if isinstance(error, EXPECTED):
        code, why = reason(error)
        return code, f"harbor-conformance: {why}"
    if isinstance(error, TyperException):
        message = error.format_message()
        # A group that is called without a command answers with its help.
        help_ = "\n" in message
        return ExitCode.USAGE, message if help_ else f"harbor-conformance: {message} (see --help)"
    return None


_PREFIXES: dict[type[Exception], str] = {
    CandidateError: "the candidate could not be run: ",
    ShapeError: "the candidate could not be run: ",
    ToolchainError: "the candidate could not be run: ",
    UntrustedOracleError: "the oracle cannot be trusted: ",
    CorpusError: "the corpus cannot be read: ",
    LedgerError: "the ledger cannot be read: ",
    UnknownHypothesisError: "no verdict: ",
    BrokenProcessPool: "no verdict, since a process of the suite was ended from outside: ",
    BrokenExecutor: "no verdict: ",
    OSError: "no verdict: ",
}
