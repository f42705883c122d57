"""Harbor's answer to a question, and what candidates say beside it: in words, and as JSON."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import typer
from rich.console import Console
from rich.text import Text

from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.formats import show_json
from conformance.comparison.agreement import Agreement, Comparison
from conformance.implementations.start import CandidateSpec, ToolchainError, open_harbor, start
from conformance.operations import HARBOR, authority, messages
from conformance.operations.comparing import compare
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import HARBOR_VERSION, Answer, Case, Failure, Fault, Misshapen


@dataclass(frozen=True, slots=True)
class Beside:
    """What a candidate says beside harbor; ``not_run`` is why it says nothing."""

    name: str
    answer: Answer | None = None
    comparison: Comparison | None = None
    not_run: str = ""

    @property
    def diverges(self) -> bool:
        """Whether it says something else."""
        return self.comparison is not None and self.comparison.agreement is Agreement.DIVERGENT


def show_answers(case: Case, candidates: list[CandidateSpec], *, as_json: bool = False) -> None:
    """Ask harbor and the candidates, print what they say, and exit: status 1 if one diverges."""
    console = output.console()
    harbor = open_harbor()
    try:
        expected = harbor.answer(case)
    finally:
        harbor.close()
    if not as_json:
        _print(console, "asked", show.case(case, longest=1000))
        _print(console, authority(case.operation), _words(case, expected))
        _print(console, "  as JSON", json.dumps(_json(case, expected)))
    beside = []
    for spec in candidates:
        beside.append(_asked(case, expected, spec))
        if not as_json:
            _print_beside(console, case, beside[-1])
    if as_json:
        show_json(_document(case, expected, beside))
    diverges = any(one.diverges for one in beside)
    raise typer.Exit(ExitCode.DIVERGES if diverges else ExitCode.CONFORMANT)


def _asked(case: Case, expected: Answer, spec: CandidateSpec) -> Beside:
    try:
        candidate = start(spec)
    except ToolchainError as error:
        return Beside(spec.name, not_run=str(error))
    try:
        actual = candidate.answer(case)
    finally:
        candidate.close()
    return Beside(spec.name, actual, compare(case, expected, actual))


def _print_beside(console: Console, case: Case, one: Beside) -> None:
    for label, text in _lines(case, one):
        _print(console, label, text)


def _lines(case: Case, one: Beside) -> Iterator[tuple[str, str]]:
    """Yield what a candidate says, in words and, where it is not harbor's, as JSON."""
    label, actual, comparison = show.printable(one.name), one.answer, one.comparison
    if actual is None or comparison is None:
        yield label, f"not run: {one.not_run}"
        return
    match comparison.agreement:
        case Agreement.EXACT:
            yield label, "the same, exactly"
            return
        case Agreement.EQUAL:
            how = f"equal, not exactly alike ({comparison.difference})"
        case Agreement.DIVERGENT:
            how = f"DIVERGES ({show.printable(comparison.difference)})"
    yield label, f"{how}: {show.answer(actual)}"
    if not isinstance(actual, Fault | Misshapen):
        yield "  as JSON", json.dumps(_json(case, actual))


def _document(case: Case, expected: Answer, beside: list[Beside]) -> Json:
    return {
        "op": case.operation,
        "input": messages.input_to_json(case),
        "authority": authority(case.operation),
        "answer": _json(case, expected),
        "candidates": [_of_candidate(case, one) for one in beside],
    }


def _of_candidate(case: Case, one: Beside) -> Json:
    if one.answer is None or one.comparison is None:
        return {"name": one.name, "not_run": one.not_run}
    return {
        "name": one.name,
        "agreement": one.comparison.agreement.name.lower(),
        "difference": one.comparison.difference,
        "answer": _json(case, one.answer),
    }


def _words(case: Case, answer: Answer) -> str:
    if authority(case.operation) != HARBOR:
        return f"the text gives {show.answer(answer, longest=1000)}"
    whom = f"harbor {HARBOR_VERSION}"
    if isinstance(answer, Failure):
        return f"{whom} raises {answer.error}: {show.printable(answer.message)}"
    return f"{whom} returns {show.answer(answer, longest=1000)}"


def _json(case: Case, answer: Answer) -> Json:
    if isinstance(answer, Fault | Misshapen):
        return {"fault": answer.reason}
    return messages.answer_to_json(case.operation, answer)


def _print(console: Console, label: str, text: str) -> None:
    console.print(Text(f"{label:<10} {text}"), soft_wrap=True, highlight=False)
