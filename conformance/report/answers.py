"""Answers to one input, harbor's and the candidates', in words and as JSON."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conformance.operations import HARBOR, authority, messages
from conformance.operations.comparing import Agreement, Comparison, compare, diverges
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import Answer, Case, Failure, Fault, Misshapen


@dataclass(frozen=True, slots=True)
class CandidateAnswer:
    """A candidate's answer, or in ``not_run`` why there is none."""

    name: str
    answer: Answer | None = None
    not_run: str = ""


@dataclass(frozen=True, slots=True)
class OracleAnswer:
    """harbor's answer, and the releases that give it."""

    releases: str
    answer: Answer


def differs(case: Case, one: CandidateAnswer, told: OracleAnswer) -> bool:
    """Return whether a candidate's answer differs from harbor's."""
    return one.answer is not None and diverges(case, told.answer, one.answer)


def of_oracle(
    case: Case, told: OracleAnswer, *, with_input: bool = True
) -> Iterator[tuple[str, str]]:
    """Yield the input and harbor's answer, each with a label."""
    if with_input:
        yield "input", show.case(case, longest=1000)
    yield authority(case.operation), _words(case, told)
    yield "  as JSON", json.dumps(_json(case, told.answer))


def of_candidate(
    case: Case, one: CandidateAnswer, told: Sequence[OracleAnswer]
) -> Iterator[tuple[str, str]]:
    """Yield a candidate's answer in words and, if it is not harbor's, as JSON."""
    label, actual = show.printable(one.name), one.answer
    if actual is None:
        yield label, f"not run: {one.not_run}"
        return
    found = [compare(case, by.answer, actual) for by in told]
    for by, comparison in zip(told, found, strict=True):
        whom = f" as harbor {by.releases}" if len(told) > 1 else ""
        yield label, f"{_how(comparison, actual)}{whom}"
    is_same = all(one.agreement is Agreement.EXACT for one in found)
    if not is_same and not isinstance(actual, Fault | Misshapen):
        yield "  as JSON", json.dumps(_json(case, actual))


def _how(comparison: Comparison, actual: Answer) -> str:
    match comparison.agreement:
        case Agreement.EXACT:
            return "the same, exactly"
        case Agreement.DIVERGENT:
            how = f"DIVERGES ({show.safe(comparison.difference)})"
        case _:
            how = f"equal, not exactly alike ({comparison.difference})"
    return f"{how}: {show.answer(actual, with_message=True)}"


def document(case: Case, told: Sequence[OracleAnswer], given: Sequence[CandidateAnswer]) -> Json:
    """Return all answers as JSON; those of further releases in ``others``."""
    first, *others = (
        {
            "answer": _json(case, by.answer),
            "candidates": [_of_candidate(case, one, by) for one in given],
            **({"releases": by.releases} if len(told) > 1 else {}),
        }
        for by in told
    )
    return {
        "op": case.operation,
        "input": messages.input_to_json(case),
        "authority": authority(case.operation),
        **first,
        **({"others": [*others]} if others else {}),
    }


def _of_candidate(case: Case, one: CandidateAnswer, told: OracleAnswer) -> Json:
    if one.answer is None:
        return {"name": one.name, "not_run": one.not_run}
    comparison = compare(case, told.answer, one.answer)
    return {
        "name": one.name,
        "agreement": comparison.agreement.name.lower(),
        "difference": comparison.difference,
        "answer": _json(case, one.answer),
    }


def _words(case: Case, told: OracleAnswer) -> str:
    answer = told.answer
    if authority(case.operation) != HARBOR:
        return f"the text gives {show.answer(answer, longest=1000)}"
    whom = f"harbor {told.releases}"
    if isinstance(answer, Failure):
        return f"{whom} raises {answer.error}: {show.printable(answer.message)}"
    return f"{whom} returns {show.answer(answer, longest=1000)}"


def _json(case: Case, answer: Answer) -> Json:
    if isinstance(answer, Fault | Misshapen):
        return {"fault": answer.reason}
    return messages.answer_to_json(case.operation, answer)
