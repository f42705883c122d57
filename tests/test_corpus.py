"""The recorded cases: valid, distinct, readable, and compared with harbor once in every run."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import jsonschema
import pytest

from conformance.certification.plan import RunSettings, Step
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.examination import corpus
from conformance.examination.corpus import CheckedOracle, CorpusMismatchError, mismatches
from conformance.examination.examination import as_harbor
from conformance.examination.findings import RECORDED
from conformance.implementations.start import CandidateSpec, open_candidate
from conformance.operations import EVERY_OPERATION, messages
from conformance.protocol.values import Failure
from tools import corpus_schema

SCHEMA = corpus.root() / "schema.json"
VALIDATOR = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def test_the_schema_is_the_one_that_the_shapes_give() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == corpus_schema.to_text()


@pytest.mark.parametrize("file", corpus.files(), ids=lambda file: f"{file.parent.name}.{file.stem}")
def test_a_file_is_valid_and_says_what_its_inputs_and_answers_are(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    VALIDATOR.validate(json.loads(text))
    cases = list(corpus.read(file))
    assert corpus.file_of(cases[0].clause) == file
    assert corpus.to_text(cases[0].clause, cases) == text


def test_ids_are_unique_and_of_each_operation_are_100_cases_none_twice_for_a_clause() -> None:
    recorded = list(corpus.load())
    assert [i for i, n in Counter(r.id for r in recorded).items() if n > 1] == []
    inputs = Counter((r.clause, repr(messages.input_to_json(r.case))) for r in recorded)
    assert [case for case, n in inputs.items() if n > 1] == []
    counts = Counter(one.case.operation for one in recorded)
    assert set(counts) == set(EVERY_OPERATION)
    assert min(counts.values()) >= 100


CLAUSE = "metric.sum-of-nothing"
REFERENCE, SETTINGS = open_candidate("reference"), RunSettings(CandidateSpec("reference"), 1, 1)


def recording(other: str = "") -> Any:  # noqa: ANN401 - in place of an oracle
    """Return what answers as recorded, except one case, and counts the cases that it gets."""
    answers = {
        str(one.case): Failure("Other") if one.id == other else one.answer
        for one in corpus.load("metric")
    }
    return SimpleNamespace(answer=Mock(side_effect=lambda case: answers[str(case)]))


def ids(clause: str = CLAUSE) -> list[str]:
    return [one.id for one in corpus.read(corpus.file_of(clause))]


def test_a_step_of_recorded_cases_asks_harbor_each_once() -> None:
    harbor = recording()
    result = Step(CLAUSE, RECORDED).take(harbor, REFERENCE, SETTINGS, as_harbor)
    asked = {str(call.args[0]) for call in harbor.answer.mock_calls}
    assert result.cases == len(ids()) == len(asked) == harbor.answer.call_count


@pytest.mark.parametrize("other", ids())
def test_a_step_of_recorded_cases_ends_at_one_that_moved_though_not_meant_for_the_candidate(
    other: str,
) -> None:
    for declared in (SETTINGS.declared, ExpectedDeviations(only={"metric": ("max",)})):
        settings = replace(SETTINGS, declared=declared)
        with pytest.raises(CorpusMismatchError, match=f"{other} .* is recorded as"):
            Step(CLAUSE, RECORDED).take(recording(other), REFERENCE, settings, as_harbor)


def test_clauses_that_steps_hold_are_not_asked_again() -> None:
    harbor = recording()
    assert not list(mismatches(harbor, "metric", but={CLAUSE}))
    others = [one for one in corpus.load("metric") if one.clause != CLAUSE]
    assert harbor.answer.call_count == len(others) > 0


def test_only_the_cases_that_were_held_are_answered() -> None:
    recorded = list(corpus.read(corpus.file_of(CLAUSE)))
    held = CheckedOracle(recording(), recorded)
    assert [held.answer(one.case) for one in recorded] == [one.answer for one in recorded]
    with pytest.raises(KeyError):
        held.answer(replace(recorded[0].case))
