"""Prints harbor's answer to a question, and what candidates say beside it."""

import json

import typer
from rich.console import Console
from rich.text import Text

from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.comparison.agreement import Agreement
from conformance.implementations.start import CandidateSpec, ToolchainError, open_harbor, start
from conformance.operations import HARBOR, authority, messages
from conformance.operations.comparing import compare
from conformance.protocol import show
from conformance.protocol.values import HARBOR_VERSION, Answer, Case, Failure, Fault, Misshapen


def show_answers(case: Case, candidates: list[CandidateSpec]) -> None:
    """Ask harbor and the candidates, print what they say, and exit: status 1 if one diverges."""
    console = output.console()
    harbor = open_harbor()
    try:
        expected = harbor.answer(case)
    finally:
        harbor.close()
    _print(console, "asked", show.case(case, longest=1000))
    _print(console, authority(case.operation), _words(case, expected))
    _print(console, "  as JSON", _json(case.operation, expected))
    agreements = [_show_beside(console, case, expected, spec) for spec in candidates]
    diverges = Agreement.DIVERGENT in agreements
    raise typer.Exit(ExitCode.DIVERGES if diverges else ExitCode.CONFORMANT)


def _show_beside(
    console: Console, case: Case, expected: Answer, spec: CandidateSpec
) -> Agreement | None:
    label = show.printable(spec.name)
    try:
        candidate = start(spec)
    except ToolchainError as error:
        _print(console, label, f"not run: {error}")
        return None
    try:
        actual = candidate.answer(case)
    finally:
        candidate.close()
    comparison = compare(case, expected, actual)
    match comparison.agreement:
        case Agreement.EXACT:
            text = "the same, exactly"
        case Agreement.EQUAL:
            text = f"equal, not exactly alike ({comparison.difference}): {show.answer(actual)}"
        case Agreement.DIVERGENT:
            text = f"DIVERGES ({show.printable(comparison.difference)}): {show.answer(actual)}"
    _print(console, label, text)
    if comparison.agreement is not Agreement.EXACT and not isinstance(actual, Fault | Misshapen):
        _print(console, "  as JSON", _json(case.operation, actual))
    return comparison.agreement


def _words(case: Case, answer: Answer) -> str:
    if authority(case.operation) != HARBOR:
        return f"the text gives {show.answer(answer, longest=1000)}"
    whom = f"harbor {HARBOR_VERSION}"
    if isinstance(answer, Failure):
        return f"{whom} raises {answer.error}: {show.printable(answer.message)}"
    return f"{whom} returns {show.answer(answer, longest=1000)}"


def _json(operation: str, answer: Answer) -> str:
    return json.dumps(messages.answer_to_json(operation, answer))


def _print(console: Console, label: str, text: str) -> None:
    console.print(Text(f"{label:<10} {text}"), soft_wrap=True, highlight=False)
