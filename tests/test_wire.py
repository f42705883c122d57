"""What the protocol carries reads back to the same value, and rubbish is refused with its place."""

import json
import math
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.comparison.agreement import Agreement
from conformance.operations import messages
from conformance.operations.comparing import compare
from conformance.protocol import lines
from conformance.protocol.shapes import Number, ShapeError
from conformance.protocol.values import Case, Failure, Result, Unsupported

CASE = Case("verifier", {})
NUMBERS = st.one_of(st.integers(), st.floats())
REWARDS = st.none() | st.dictionaries(st.text(st.characters()), NUMBERS, max_size=3)


@given(NUMBERS)
def test_a_number_reads_back_to_the_same_number(number: float) -> None:
    sent = json.loads(json.dumps(Number().encode(number)))
    read = Number().decode(sent)
    assert compare(CASE, Result(number), Result(read)).agreement is Agreement.EXACT
    jsonschema.validate(sent, Number().schema())


def test_an_integer_longer_than_pythons_digit_limit_reads_back() -> None:
    number = 10**5000 + 7
    assert Number().decode(Number().encode(number)) == number


@pytest.mark.parametrize(
    "text", ["", "1_0", " 1", "+1", "0x1", "Infinity", "NaN", "1e", "٣", "--1"]
)
def test_text_that_is_no_decimal_number_is_refused(text: str) -> None:
    with pytest.raises(ShapeError):
        Number().decode({"float": text})


@pytest.mark.parametrize("sent", [1, 1.5, "1", None, {}, {"int": 1}, {"int": "1", "float": "1"}])
def test_only_the_two_forms_are_numbers(sent: Any) -> None:  # noqa: ANN401 - any JSON
    with pytest.raises(ShapeError):
        Number().decode(sent)


@given(st.lists(REWARDS, max_size=3), st.sampled_from(["mean", "max", "min", "sum"]))
def test_a_metric_case_reads_back(rewards: list[Any], name: str) -> None:
    case = Case("metric", {"metric": name, "rewards": rewards})
    line = lines.to_line({"id": 1, "op": "metric", "input": messages.input_to_json(case)})
    read = messages.case_from_json("metric", lines.from_line(line)["input"])
    assert compare(case, Result(case.input), Result(read.input)).agreement is Agreement.EXACT


@given(st.none() | st.binary(), st.none() | st.binary())
def test_a_verifier_case_reads_back(text: bytes | None, json_: bytes | None) -> None:
    case = Case("verifier", {"reward.txt": text, "reward.json": json_})
    assert messages.case_from_json("verifier", messages.input_to_json(case)) == case


def test_a_lone_surrogate_survives_the_wire() -> None:
    result = Result({"rewards": {"\ud800": 1}})
    line = lines.to_line(messages.answer_to_json("verifier", result))
    assert messages.answer_from_json("verifier", lines.from_line(line)) == result


@pytest.mark.parametrize("answer", [Result({"mean": 1.5}), Failure("ValueError"), Unsupported()])
def test_an_answer_reads_back(answer: Any) -> None:  # noqa: ANN401 - any of the answers
    sent = lines.from_line(lines.to_line(messages.answer_to_json("metric", answer)))
    assert messages.answer_from_json("metric", sent) == answer


@pytest.mark.parametrize(
    ("response", "place"),
    [
        ({"result": {"mean": 1.5}}, "where .* is due at /mean"),
        ({"result": None}, "null where an object of numbers is due"),
        ({"error": 3}, "a bare number where a string is due"),
        ({}, "exactly one"),
        ({"result": {}, "error": "ValueError"}, "exactly one"),
        ({"unsupported": False}, "exactly one"),
    ],
)
def test_a_malformed_response_is_refused_with_its_place(
    response: dict[str, Any], place: str
) -> None:
    with pytest.raises(ShapeError, match=place):
        messages.answer_from_json("metric", response)


@pytest.mark.parametrize("line", [b"", b"{", b"\xff", b"[]", b"1", b"[" * 100_000])
def test_a_line_that_is_no_json_object_is_refused(line: bytes) -> None:
    with pytest.raises(ShapeError):
        lines.from_line(line)


def test_k_is_canonical_decimal_text() -> None:
    with pytest.raises(ShapeError):
        messages.answer_from_json("pass_at_k", {"result": {"a": {"02": {"float": "1.0"}}}})


def test_nan_is_one_value() -> None:
    assert Number().encode(-math.nan) == Number().encode(math.nan) == {"float": "nan"}
