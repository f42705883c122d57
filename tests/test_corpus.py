"""The recorded cases: valid, distinct and readable.

That they are still harbor's answers each step of recorded cases checks, in ``conformance/suite``.
"""

import json
from collections import Counter
from pathlib import Path

import jsonschema
import pytest

from conformance.examination.recorded import corpus
from conformance.operations import EVERY_OPERATION, messages
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


def test_ids_are_unique_and_no_case_is_recorded_twice_for_a_clause() -> None:
    recorded = list(corpus.load())
    assert [i for i, n in Counter(r.id for r in recorded).items() if n > 1] == []
    inputs = Counter((r.clause, repr(messages.input_to_json(r.case))) for r in recorded)
    assert [case for case, n in inputs.items() if n > 1] == []


def test_there_are_at_least_100_cases_of_each_operation() -> None:
    counts = Counter(recorded.case.operation for recorded in corpus.load())
    assert set(counts) == set(EVERY_OPERATION)
    assert min(counts.values()) >= 100
