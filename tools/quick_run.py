"""The inputs of a quick run, as a conformant candidate gets them, with harbor's answers."""

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from conformance.certification.plan import EXAMPLES, Profile, examples_of
from conformance.examination import corpus
from conformance.examination.findings import RECORDED
from conformance.examination.generating import generate, seed_of
from conformance.implementations.installed_harbor import RecordingOracle
from conformance.operations.catalogue import checks
from conformance.protocol.values import Answer, Case, Implementation

PROFILE, SEED = Profile.QUICK, 0


class UnreliableCheckError(Exception):
    """The inputs of a check could not be generated."""


@dataclass(frozen=True, slots=True)
class Input:
    """A case, harbor's answer, and the id of its check or clause."""

    sender: str
    case: Case
    answer: Answer

    @property
    def recorded(self) -> bool:
        """Whether the case is recorded or generated."""
        return self.sender.endswith(f"/{RECORDED}")


def inputs(
    operations: Sequence[str], harbor: Implementation, longer: Collection[str] = ()
) -> Iterator[Input]:
    """Yield the recorded cases of these operations, then what their checks generate.

    The checks of the ids in ``longer`` generate as much as in the default profile.

    What a check generates follows from its seed as long as the candidate agrees, so no candidate
    is needed. Raises UnreliableCheckError.
    """
    for operation in operations:
        for one in corpus.load(operation):
            yield Input(f"{one.clause}/{RECORDED}", one.case, harbor.answer(one.case))
    for check in checks(operations):
        oracle = RecordingOracle(harbor)
        profile = Profile.DEFAULT if check.id in longer else PROFILE
        examples = math.ceil(examples_of(check, EXAMPLES[profile]) * check.effort)
        if problem := generate(check, oracle, seed_of(check, SEED), examples):
            raise UnreliableCheckError(f"{check.id}: {problem}")
        for exchange in oracle.exchanges:
            yield Input(check.id, exchange.case, exchange.answer)
