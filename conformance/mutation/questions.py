"""What a run of ``certify`` asks the reference, with harbor's answers, to be asked again.

The questions of a check are a matter of its seed as long as the candidate agrees, since a check
goes on from harbor's answer. So whoever asks them in this order ends at the very question at
which ``certify`` of the same profile and seed finds its first divergence.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from conformance.certification import plan
from conformance.certification.plan import Profile, Step, Terms
from conformance.examination.findings import RECORDED
from conformance.implementations.start import open_candidate, open_harbor
from conformance.operations.comparing import in_order
from conformance.protocol.implementation import Implementation
from conformance.protocol.values import Answer, Case, Failure


class NotConformantError(Exception):
    """The reference itself diverges, so that a mutant's divergence would mean nothing."""


@dataclass(frozen=True, slots=True)
class Question:
    """A case of a step, and what harbor answers."""

    step: Step
    case: Case
    answer: Answer

    @property
    def recorded(self) -> bool:
        """Whether it is a recorded case; otherwise it was generated."""
        return self.step.check == RECORDED


@dataclass
class _Listening:
    """harbor, and all that it was asked."""

    harbor: Implementation
    heard: list[tuple[Case, Answer]] = field(default_factory=list)

    def answer(self, case: Case) -> Answer:
        answer = self.harbor.answer(case)
        self.heard.append((case, answer))
        return answer


def questions(operations: Sequence[str], profile: Profile, seed: int) -> list[Question]:
    """Return what is asked of these operations: of each the recorded cases, then the generated.

    Raises NotConformantError where the reference does not agree with harbor.
    """
    harbor = open_harbor()
    try:
        steps = plan.steps(operations)
        asked = [each for step in steps for each in _asked(step, harbor, profile, seed)]
        harbor.verify()
    finally:
        harbor.close()
    return sorted(asked, key=lambda question: not question.recorded)


def _asked(step: Step, harbor: Implementation, profile: Profile, seed: int) -> Iterator[Question]:
    listening = _Listening(harbor)
    examples = plan.EXAMPLES[profile]
    reference = open_candidate("reference")
    result = step.take(listening, reference, Terms(seed, examples))
    if result.findings or result.problem:
        raise NotConformantError(f"{step.id} of the reference: {result.findings or result.problem}")
    for case, answer in listening.heard:
        yield Question(step, case, answer)


def digest(asked: Sequence[Question]) -> str:
    """Return what changes with the questions and with the answers that are compared."""
    hashed = hashlib.sha256()
    for question in asked:
        answer = in_order(question.case, question.answer)
        said = answer.error if isinstance(answer, Failure) else repr(answer)
        hashed.update(f"{question.step.id} {question.case!r} {said}\n".encode(errors="replace"))
    return hashed.hexdigest()
