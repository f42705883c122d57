"""Two answers agree at ε = 0 with nan equal to nan; exactly alike is reported as well."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.operations.comparing import Agreement, compare
from conformance.protocol.differences import Kind
from conformance.protocol.values import Answer, Case, Failure, Fault, Result, Unsupported

CASE = Case("verifier", {})
NUMBERS = st.one_of(st.integers(-(2**70), 2**70), st.floats(allow_nan=False))


@given(NUMBERS, NUMBERS)
def test_numbers_agree_only_if_python_holds_them_equal(first: float, second: float) -> None:
    agreement = compare(CASE, Result({"x": first}), Result({"x": second})).agreement
    assert (agreement > Agreement.DIVERGENT) == (first == second)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_neighbouring_double_diverges(number: float) -> None:
    neighbour = math.nextafter(number, math.inf)
    assert compare(CASE, Result(number), Result(neighbour)).agreement is Agreement.DIVERGENT


@pytest.mark.parametrize(
    ("expected", "actual", "agreement"),
    [
        (Result(math.nan), Result(math.nan), Agreement.EXACT),
        (Result(math.nan), Result(0.0), Agreement.DIVERGENT),
        (Result(1), Result(1.0), Agreement.EQUAL),
        (Result(2**53 + 1), Result(float(2**53)), Agreement.DIVERGENT),
        (Result(0.0), Result(-0.0), Agreement.EQUAL),
        (Result({"a": 1, "b": 2}), Result({"b": 2, "a": 1}), Agreement.EQUAL),
        (Result({"a": 1}), Result({"a": 1, "b": 2}), Agreement.DIVERGENT),
        (Result({"a": 1, "b": 2}), Result({"a": 1.0, "b": 3}), Agreement.DIVERGENT),
        (Result(None), Result({"rewards": None}), Agreement.DIVERGENT),
        (Result({"rewards": None}), Result({"rewards": {}}), Agreement.DIVERGENT),
        (Result([1, 2]), Result([1]), Agreement.DIVERGENT),
        (Result(True), Result(1), Agreement.DIVERGENT),
        (Failure("ValueError", "one"), Failure("ValueError", "two"), Agreement.EXACT),
        *((*answers, Agreement.DIVERGENT) for answers in [
            (Failure("ValueError"), Failure("TypeError")), (Failure("ValueError"), Result(0)),
            (Result(0), Failure("ValueError")), (Result(0), Unsupported()),
            (Unsupported(), Unsupported()), (Result(0), Fault("it died")),
            (Fault("it died"), Fault("it died")),
        ]),
    ],
)  # fmt: skip
def test_agreement(expected: Answer, actual: Answer, agreement: Agreement) -> None:
    assert compare(CASE, expected, actual).agreement is agreement


LINE = 'BASE_BENCHMARK_RESULT={"score": 0.5}'


@pytest.mark.parametrize(
    ("expected", "actual", "agreement"),
    [
        ('{"a": 0.1}', '{"a": 0.1}', Agreement.EXACT), (LINE, LINE, Agreement.EXACT),
        *((*texts, Agreement.EQUAL) for texts in [
            ('{"a": 0.1}', '{"a":0.10000000000000001}'), ('{"a": 1}', '{"a": 1.0}'),
            ('{"a": 1, "b": 2}', '{"b": 2, "a": 1}'), ('{"a": NaN}', '{"a":  NaN}'),
            ('{"a": 1, "a": 2}', '{"a":1,  "a": 2}'),
            (LINE, 'BASE_BENCHMARK_RESULT={"score":0.5}'),
        ]),
        *((*texts, Agreement.DIVERGENT) for texts in [
            ('{"a": 0.1}', '{"a": 0.10000000000000002}'), ('{"a": NaN}', '{"a": null}'),
            ('{"a": "1"}', '{"a": 1}'), ('{"a": 1, "a": 2}', '{"a": 2}'), ("{}", "{"),
            ('{"a": 1, "a": 2}', '{"a": 2, "a": 1}'), ('{"a": 1, "a": 2}', '{"a": 1, "a#2": 2}'),
            ("{}", "[" * 100_000), (LINE, 'BASE_BENCHMARK_RESULT={"score": 0.4}'),
            (LINE, '{"score": 0.5}'), (LINE, 'RESULT={"score": 0.5}'),
        ]),
    ],
)  # fmt: skip
def test_text_that_holds_json_is_compared_as_json(
    expected: str, actual: str, agreement: Agreement
) -> None:
    """The line of outcome has its JSON behind a name."""
    operation, member = ("outcome", "line") if expected == LINE else ("job", "stats")
    answers = (Result({member: text}) for text in (expected, actual))
    assert compare(Case(operation, {}), *answers).agreement is agreement


@pytest.mark.parametrize(
    ("strategy", "b", "agreement"),
    [
        ("mean", 2.0, Agreement.EXACT), (None, 2.0, Agreement.EXACT),
        ("final", 2.0, Agreement.EQUAL), ("mean", 2, Agreement.EQUAL),
        ("mean", 3.0, Agreement.DIVERGENT),
    ],
)  # fmt: skip
def test_the_order_of_names_counts_but_where_it_follows_the_hash_seed(
    strategy: str | None, b: float, agreement: Agreement
) -> None:
    asked = Case("multi_step", {"strategy": strategy, "steps": []})
    answers = Result({"rewards": {"a": 1.0, "b": 2.0}}), Result({"rewards": {"b": b, "a": 1.0}})
    assert compare(asked, *answers).agreement is agreement


def test_a_wrong_number_is_graver_than_an_error_or_a_spelling_and_its_place_is_named() -> None:
    expected, actual = Result({"a": {"2": 0.5, "4": 1.0}}), Result({"a": {"2": 0.5, "4": 0.9}})
    assert compare(CASE, expected, actual).difference == "another number at /a/4"
    assert Kind.NUMBER < Kind.ROUNDING < Kind.RESULT_FOR_ERROR < Kind.ERROR < Kind.TEXT
    assert Kind.TEXT < Kind.SPELLING
