"""What the protocol carries reads back to the same value, and rubbish is refused with its place."""

import json
import math
from collections import OrderedDict
from itertools import product
from typing import Any

import jsonschema
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conformance.operations import messages
from conformance.operations.comparing import differs
from conformance.protocol import lines
from conformance.protocol.shapes import LINE, NUMBER, ShapeError
from conformance.protocol.values import Case, Failure, Result, Unsupported, Value

CASE = Case("verifier", {})
NUMBERS = st.one_of(st.integers(), st.floats())
REWARDS = st.none() | st.dictionaries(st.text(st.characters()), NUMBERS, max_size=3)


@given(NUMBERS)
@example(10**5000 + 7)  # longer than Python's limit on digits
def test_a_number_reads_back_to_the_same_number(number: float) -> None:
    sent = json.loads(json.dumps(NUMBER.encode(number)))
    read = NUMBER.decode(sent)
    assert not differs(CASE, Result(number), Result(read))
    jsonschema.validate(sent, NUMBER.schema)


NO_NUMBERS = (
    *("", "1_0", " 1", "1 ", "1\n", "+1", "0x1", "٣", "１", "--1", "01", "-01", "0001"),  # noqa: RUF001 - full width
    *("Infinity", "NaN", "-nan", "+inf"),
)
NO_FLOATS = ("1e", ".5", "5.", "0_0.5", " 0.5 ", "00.5", "1,5", "1.e3")
"""A float has digits on both sides of its point."""


@pytest.mark.parametrize(
    ("kind", "text"), [*product(["int", "float"], NO_NUMBERS), *product(["float"], NO_FLOATS)]
)
def test_text_that_is_no_decimal_number_is_refused(kind: str, text: str) -> None:
    with pytest.raises(ShapeError, match=f"not JSON's form of a number in '{kind}'"):
        NUMBER.decode({kind: text})


def test_a_bare_number_in_place_of_its_text_is_shown_with_quotes() -> None:
    said = r'a bare number where text, as in \{"int": "1"\}, is expected'
    with pytest.raises(ShapeError, match=said):
        NUMBER.decode({"int": 0})


@pytest.mark.parametrize(
    ("sent", "number"),
    [
        ({"float": "1"}, 1.0),
        ({"float": "-0.0"}, -0.0),
        ({"float": "1E+02"}, 100.0),
        ({"float": "5e-324"}, 5e-324),
        ({"float": "-inf"}, -math.inf),
        ({"int": "-0"}, 0),
        ({"int": "10"}, 10),
    ],
)
def test_a_number_may_be_written_in_any_way_that_json_has(
    sent: dict[str, Any], number: float
) -> None:
    read = NUMBER.decode(sent)
    assert (repr(read), type(read)) == (repr(number), type(number))
    jsonschema.validate(sent, NUMBER.schema)


class Word(str):
    """A string of its own class."""

    __slots__ = ()


def test_objects_and_names_may_be_of_subclasses() -> None:
    rewards: OrderedDict[str, Value] = OrderedDict({Word("a"): 0.5})
    sent = lines.to_line(messages.answer_to_json("metric", Result(rewards)))
    assert sent == b'{"result":{"a":{"float":"0.5"}}}\n'


@pytest.mark.parametrize("text", ["a\n", "a\nb", "a\r\n", "\ra"])
def test_a_line_has_no_line_break(text: str) -> None:
    with pytest.raises(ShapeError, match=r"text where one line, .* is expected at /line"):
        messages.answer_from_json("outcome", {"result": {"line": text}})
    with pytest.raises(ShapeError, match="one line"):
        messages.answer_to_json("outcome", Result({"line": text}))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(f"x{text}x", LINE.schema)


@given(st.lists(REWARDS, max_size=3), st.sampled_from(["mean", "max", "min", "sum"]))
def test_a_metric_case_reads_back(rewards: list[Any], name: str) -> None:
    case = Case("metric", {"metric": name, "rewards": rewards})
    line = lines.to_line({"id": 1, "op": "metric", "input": messages.input_to_json(case)})
    read = messages.case_from_json("metric", lines.from_line(line)["input"])
    assert not differs(case, Result(case.input), Result(read.input))


@pytest.mark.parametrize(
    "answer",
    [Result({"mean": 1.5}), Result({"\ud800": 1}), Failure("ValueError"), Unsupported()],
)
def test_an_answer_reads_back(answer: Any) -> None:  # noqa: ANN401 - any of the answers
    sent = lines.from_line(lines.to_line(messages.answer_to_json("metric", answer)))
    assert messages.answer_from_json("metric", sent) == answer


@pytest.mark.parametrize(
    ("response", "place"),
    [
        ({"result": {"mean": 1.5}}, "where .* is expected at /mean"),
        ({"result": None}, "null where an object of numbers is expected"),
        ({"error": 3}, "a bare number where a string is expected"),
        ({}, "exactly one"),
        ({"result": {}, "error": "ValueError"}, '"result" and "error" where exactly one'),
        ({"result": {}, "error": None}, '"result" and "error" where exactly one'),
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
