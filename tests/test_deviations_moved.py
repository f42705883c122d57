"""Deviations answer as they did before they became steps of the reference, to the last byte.

``tests/moved`` holds, from the release before, the digests of the answers of each to all recorded
cases of its operation and to 2,000 generated ones, and these cases. The generated ones take a
minute and are asked by ``tox -e moved``. What ``reason_code`` must answer has changed since, and
whole jobs, which harbor answers, were compared when they were moved.
"""

import gzip
import hashlib
import json
import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from candidates import reference
from candidates.deviations.catalogue import CATALOGUE, functions
from conformance.operations import messages
from conformance.operations.comparing import in_order
from conformance.operations.functions import LocalCandidate
from conformance.protocol.values import Answer, Case, Failure
from conformance.recorded import corpus

FOLDER = Path(__file__).parent / "moved"
BEFORE = json.loads((FOLDER / "answers.json").read_text())
DIGESTS: dict[str, dict[str, list[str]]] = BEFORE["digests"]
OPERATIONS = pytest.mark.parametrize("operation", DIGESTS)


def digest(candidate: LocalCandidate, cases: Iterable[Case]) -> str:
    digested = hashlib.sha256()
    for case in cases:
        answer = in_order(case, candidate.answer(case))
        body = messages.answer_to_json(case.operation, without_message(answer))
        digested.update(f"{json.dumps(body)}\n".encode())
    return digested.hexdigest()


def without_message(answer: Answer) -> Answer:
    return Failure(answer.error) if isinstance(answer, Failure) else answer


def candidates(operation: str) -> dict[str, LocalCandidate]:
    """Return the deviations of an operation that there were before, and the reference."""
    named = {name: functions([CATALOGUE[name]]) for name in DIGESTS[operation] if name in CATALOGUE}
    named["reference"] = reference.pipelines()
    return {name: LocalCandidate(name, made) for name, made in named.items()}


def generated(operation: str) -> list[Case]:
    inputs = json.loads(gzip.decompress((FOLDER / f"cases-{operation}.json.gz").read_bytes()))
    return [messages.case_from_json(operation, body) for body in inputs]


@OPERATIONS
def test_no_deviation_is_lost(operation: str) -> None:
    assert candidates(operation).keys() == DIGESTS[operation].keys()


@OPERATIONS
def test_recorded_cases_are_answered_as_before(operation: str) -> None:
    recorded = {entry.id: entry.case for entry in corpus.load(operation)}
    cases = [recorded[id_] for id_ in BEFORE["recorded"][operation]]
    moved = [
        name
        for name, candidate in candidates(operation).items()
        if digest(candidate, cases) != DIGESTS[operation][name][0]
    ]
    assert moved == []


if "HARBOR_CONFORMANCE_MOVED" in os.environ:

    @OPERATIONS
    def test_generated_cases_are_answered_as_before(operation: str) -> None:
        cases = generated(operation)
        assert len(cases) == 2_000
        moved = [
            name
            for name, candidate in candidates(operation).items()
            if digest(candidate, cases) != DIGESTS[operation][name][1]
        ]
        assert moved == []
