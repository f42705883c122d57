"""A quick run and its diagnosis in this process: the reference stands for harbor.

The reference gives harbor's answer to every case of the suite, and takes less time to.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from candidates.deviations.catalogue import functions
from conformance.certification.diagnosing import work_for
from conformance.certification.plan import EXAMPLES, Profile, examples_of
from conformance.diagnosis.diagnosis import NOTHING_WRONG, Diagnosis, diagnose
from conformance.diagnosis.experiments import Experiment
from conformance.examination import corpus
from conformance.examination.examination import explore
from conformance.examination.findings import Observation
from conformance.operations.catalogue import checks
from conformance.operations.comparing import diverges
from conformance.operations.functions import LocalCandidate
from conformance.protocol.values import Fault, Misshapen

SEED = 1


@dataclass(frozen=True, slots=True)
class Measured:
    """A diagnosis, and the CPU seconds of it and of the run before it."""

    diagnosis: Diagnosis
    cases: int
    of_run: float
    of_diagnosis: float


def measured(
    operation: str, implementation: Mapping[str, Any], *, generated: bool = True
) -> Measured:
    """Run one operation's quick profile, and return what its diagnosis says.

    Unless cases are to be generated, the run is of recorded cases alone.
    """
    candidate = LocalCandidate("wrong", dict(implementation))
    right = LocalCandidate("reference", functions(()))
    start = time.process_time()
    seen, cases = _observations(operation, right, candidate, generated=generated)
    between = time.process_time()
    sides: tuple[list[Observation], list[Observation]] = [], []
    for one in seen:
        if not isinstance(one.candidate, Fault | Misshapen):
            sides[not diverges(one.case, one.expected, one.candidate)].append(one)
    experiment = Experiment(right, candidate, SEED, cases)
    diagnosis = NOTHING_WRONG
    if sides[0]:
        diagnosis = diagnose(operation, *sides, experiment=experiment, work=work_for(seen, cases))
    return Measured(diagnosis, cases, between - start, time.process_time() - between)


def _observations(
    operation: str, right: LocalCandidate, candidate: LocalCandidate, *, generated: bool
) -> tuple[list[Observation], int]:
    seen = [
        Observation(one.clause, one.case, one.answer, candidate.answer(one.case))
        for one in corpus.load(operation)
    ]
    cases = len(seen)
    for check in checks([operation]) if generated else ():
        examples = examples_of(check, EXAMPLES[Profile.QUICK])
        result = explore(check, right, candidate, seed=SEED, examples=examples, shares={})
        seen += result.observations
        cases += result.cases
    return seen, cases
