"""What the page of a run marks and shows of numbers; test_pages.py has the rest."""

import math
import struct

import pytest

from conformance.protocol.values import Case, Failure, Result, Value
from conformance.report.side_by_side import lookalikes, marked

type Pieces = list[tuple[str, bool]]

METRIC = Case("metric", {"metric": "mean", "rewards": []})


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (
            "0.5",
            "0.25",
            ([("0.", False), ("5", False)], [("0.", False), ("2", True), ("5", False)]),
        ),
        ("1.0", "1.0", ([("1.0", False)], [("1.0", False)])),
        ("", "a", ([], [("a", True)])),
        ("aa", "a", ([("a", False), ("a", True)], [("a", False)])),
        (
            '{"a": 0.30000000000000004, "b": 1}',
            '{"a": 0.3, "b": 2}',
            (
                [
                    ('{"a": 0.3', False),
                    ("0000000000000004", True),
                    (', "b": ', False),
                    ("1", True),
                    ("}", False),
                ],
                [('{"a": 0.3, "b": ', False), ("2", True), ("}", False)],
            ),
        ),
    ],
)
def test_what_differs_is_marked(one: str, other: str, expected: tuple[Pieces, Pieces]) -> None:
    for pieces, text, whole in zip(marked(one, other), (one, other), expected, strict=True):
        assert "".join(part for part, _ in pieces) == text
        differing = [part for part, differs in pieces if differs]
        assert differing == [part for part, differs in whole if differs]


def test_a_long_text_is_marked_from_its_first_to_its_last_difference() -> None:
    one, other = "[" * 5000 + "a" + "]" * 5000, "[" * 5000 + "b" + "]" * 5000
    (_, middle, _), _ = marked(one, other)
    assert middle == ("a", True)


def bits(number: float) -> str:
    return f"{struct.unpack('>Q', struct.pack('>d', number))[0]:064b}"


@pytest.mark.parametrize(
    ("one", "other", "what"),
    [
        (0.1 + 0.2, 0.3, "1 ulp apart"),
        (1.0, 1.0 + 3 * math.ulp(1.0), "3 ulps apart"),
        (0.0, -0.0, "equal, and of another sign"),
        (5e-324, 0.0, "1 ulp apart"),
    ],
)
def test_floats_that_look_alike_are_shown_with_their_bits(
    one: float, other: float, what: str
) -> None:
    (pair,) = lookalikes(METRIC, Result({"mean": one}), Result({"mean": other}))
    assert (pair.at, pair.what) == ("/mean", what)
    for shown, number in ((pair.expected, one), (pair.candidate, other)):
        assert shown.text == repr(number)
        text = "".join(part for field in shown.bits for part, _ in field)
        assert text == bits(number)
        assert [len("".join(part for part, _ in field)) for field in shown.bits] == [1, 11, 52]
        assert any(differs for field in shown.bits for _, differs in field)


def test_an_integer_and_a_float_of_one_value_are_told_apart() -> None:
    (pair,) = lookalikes(METRIC, Result([1]), Result([1.0]))
    assert (pair.at, pair.expected.kind, pair.candidate.kind) == ("/0", "integer", "float")


def test_numbers_in_text_that_holds_json_are_found() -> None:
    texts = [Result({"stats": f'{{"mean": {number}}}'}) for number in (0.1 + 0.2, 0.3)]
    (pair,) = lookalikes(Case("job", {}), *texts)
    assert (pair.at, pair.what) == ("/stats/mean", "1 ulp apart")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1.0, 2.0),
        (math.nan, math.nan),
        (math.nan, 1.0),
        (math.inf, -math.inf),
        (10**400, 1.0),
        (True, 1),
        ("{", "{}"),
        ([1.0], []),
    ],
)
def test_numbers_that_do_not_look_alike_have_no_bits(one: Value, other: Value) -> None:
    assert lookalikes(METRIC, Result(one), Result(other)) == []
    assert lookalikes(METRIC, Result(one), Failure("Error")) == []
