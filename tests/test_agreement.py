"""Two answers agree at ε = 0 with nan equal to nan; exactly alike is said beside it."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.agreement import compare
from conformance.model import Agreement, Answer, Failure, Fault, Result, Unsupported

NUMBERS = st.one_of(st.integers(-(2**70), 2**70), st.floats(allow_nan=False))


@given(NUMBERS, NUMBERS)
def test_numbers_agree_only_if_python_holds_them_equal(first: float, second: float) -> None:
    agreement = compare(Result({"x": first}), Result({"x": second})).agreement
    assert (agreement > Agreement.DIVERGENT) == (first == second)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_neighbouring_double_diverges(number: float) -> None:
    neighbour = math.nextafter(number, math.inf)
    assert compare(Result(number), Result(neighbour)).agreement is Agreement.DIVERGENT


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
        (Result(None), Result({"rewards": None}), Agreement.DIVERGENT),
        (Result({"rewards": None}), Result({"rewards": {}}), Agreement.DIVERGENT),
        (Result([1, 2]), Result([1]), Agreement.DIVERGENT),
        (Result(True), Result(1), Agreement.DIVERGENT),
        (Failure("ValueError", "one"), Failure("ValueError", "two"), Agreement.EXACT),
        (Failure("ValueError"), Failure("TypeError"), Agreement.DIVERGENT),
        (Failure("ValueError"), Result(0), Agreement.DIVERGENT),
        (Result(0), Failure("ValueError"), Agreement.DIVERGENT),
        (Result(0), Unsupported(), Agreement.DIVERGENT),
        (Unsupported(), Unsupported(), Agreement.DIVERGENT),
        (Result(0), Fault("it died"), Agreement.DIVERGENT),
        (Fault("it died"), Fault("it died"), Agreement.DIVERGENT),
    ],
)
def test_agreement(expected: Answer, actual: Answer, agreement: Agreement) -> None:
    assert compare(expected, actual).agreement is agreement


def test_the_first_place_that_differs_is_named() -> None:
    expected, actual = Result({"a": {"2": 0.5, "4": 1.0}}), Result({"a": {"2": 0.5, "4": 0.9}})
    assert compare(expected, actual).difference == "another number at /a/4"


def test_a_divergence_outweighs_an_inexactness() -> None:
    expected, actual = Result({"a": 1, "b": 2}), Result({"a": 1.0, "b": 3})
    assert compare(expected, actual).agreement is Agreement.DIVERGENT
