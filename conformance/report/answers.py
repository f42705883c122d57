"""Answers to one input: harbor's, and candidates' next to it, in words and as JSON."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conformance.operations import HARBOR, authority, messages
from conformance.protocol import show
from conformance.protocol.agreement import Agreement, Comparison
from conformance.protocol.shapes import Json
from conformance.protocol.values import HARBOR_VERSION, Answer, Case, Failure, Fault, Misshapen
from conformance.report.rendering import safe


@dataclass(frozen=True, slots=True)
class CandidateAnswer:
    """A candidate's answer, compared with harbor's; ``not_run`` says why there is none."""

    name: str
    answer: Answer | None = None
    comparison: Comparison | None = None
    not_run: str = ""

    @property
    def diverges(self) -> bool:
        """Whether it differs from harbor's."""
        return self.comparison is not None and self.comparison.agreement is Agreement.DIVERGENT


def of_oracle(
    case: Case, expected: Answer, release: str = HARBOR_VERSION
) -> Iterator[tuple[str, str]]:
    """Yield the input and harbor's answer, each with a label."""
    yield "input", show.case(case, longest=1000)
    yield authority(case.operation), _words(case, expected, release)
    yield "  as JSON", json.dumps(_json(case, expected))


def of_candidate(case: Case, one: CandidateAnswer) -> Iterator[tuple[str, str]]:
    """Yield what a candidate says, in words and, where it is not harbor's, as JSON."""
    label, actual, comparison = show.printable(one.name), one.answer, one.comparison
    if actual is None or comparison is None:
        yield label, f"not run: {one.not_run}"
    elif comparison.agreement is Agreement.EXACT:
        yield label, "the same, exactly"
    else:
        how = f"equal, not exactly alike ({comparison.difference})"
        if one.diverges:
            how = f"DIVERGES ({safe(comparison.difference)})"
        yield label, f"{how}: {show.answer(actual)}"
        if not isinstance(actual, Fault | Misshapen):
            yield "  as JSON", json.dumps(_json(case, actual))


def document(case: Case, expected: Answer, given: Sequence[CandidateAnswer]) -> Json:
    """Return all answers as JSON."""
    return {
        "op": case.operation,
        "input": messages.input_to_json(case),
        "authority": authority(case.operation),
        "answer": _json(case, expected),
        "candidates": [_of_candidate(case, one) for one in given],
    }


def _of_candidate(case: Case, one: CandidateAnswer) -> Json:
    if one.answer is None or one.comparison is None:
        return {"name": one.name, "not_run": one.not_run}
    return {
        "name": one.name,
        "agreement": one.comparison.agreement.name.lower(),
        "difference": one.comparison.difference,
        "answer": _json(case, one.answer),
    }


def _words(case: Case, answer: Answer, release: str) -> str:
    if authority(case.operation) != HARBOR:
        return f"the text gives {show.answer(answer, longest=1000)}"
    whom = f"harbor {release}"
    if isinstance(answer, Failure):
        return f"{whom} raises {answer.error}: {show.printable(answer.message)}"
    return f"{whom} returns {show.answer(answer, longest=1000)}"


def _json(case: Case, answer: Answer) -> Json:
    if isinstance(answer, Fault | Misshapen):
        return {"fault": answer.reason}
    return messages.answer_to_json(case.operation, answer)
