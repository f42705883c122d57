"""What the protocol carries reads back to the same value, and rubbish is refused with its place."""

import json
import math
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
from conformance.protocol.values import Case, Result

CASE = Case("verifier", {})
NUMBERS = st.one_of(st.integers(), st.floats())


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


@pytest.mark.parametrize("text", ["a\n", "a\nb", "a\r\n", "\ra"])
def test_a_line_has_no_line_break(text: str) -> None:
    with pytest.raises(ShapeError, match=r"text where one line, .* is expected at /line"):
        messages.answer_from_json("outcome", {"result": {"line": text}})
    with pytest.raises(ShapeError, match="one line"):
        messages.answer_to_json("outcome", Result({"line": text}))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(f"x{text}x", LINE.schema)


@pytest.mark.parametrize(
    ("operation", "response", "place"),
    [
        ("metric", {"result": {"mean": 1.5}}, "where .* is expected at /mean"),
        ("metric", {"result": {"mean": {"int": 0}}}, 'bare number where text, as in {"int": "1"'),
        ("metric", {"result": None}, "null where an object of numbers is expected"),
        ("metric", {"error": 3}, "a bare number where a string is expected"),
        ("metric", {}, "exactly one"),
        ("metric", {"result": {}, "error": None}, '"result" and "error" where exactly one'),
        ("metric", {"unsupported": False}, "exactly one"),
        ("pass_at_k", {"result": {"a": {"02": {"float": "1.0"}}}}, "02"),
    ],
)
def test_a_malformed_response_is_refused_with_its_place(
    operation: str, response: dict[str, Any], place: str
) -> None:
    with pytest.raises(ShapeError, match=place):
        messages.answer_from_json(operation, response)


@pytest.mark.parametrize("line", [b"", b"{", b"\xff", b"[]", b"1", b"[" * 100_000])
def test_a_line_that_is_no_json_object_is_refused(line: bytes) -> None:
    with pytest.raises(ShapeError):
        lines.from_line(line)
