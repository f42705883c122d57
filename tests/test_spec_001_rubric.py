"""How scores of a rubric's dimensions become one reward, and what is rounded where."""

from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from candidates.spec_001.result import ValidationError
from candidates.spec_001.rubric import Dimension, Rollup, reward_of

STEP = Fraction(1, 10_000)
PARTS = st.floats(0, 1)
DIMENSIONS = st.builds(
    Dimension,
    score=st.floats(-2, 12),
    max_score=st.floats(0.5, 10),
    weight=st.floats(0.01, 100),
)
RUBRICS = st.dictionaries(st.text(max_size=3), DIMENSIONS, min_size=1, max_size=5)


def rounded(value: float) -> str:
    """Return the reward of one dimension of this score, as Python writes it."""
    return repr(reward_of({"only": Dimension(value)}))


def steps_below(value: float) -> tuple[int, Fraction]:
    """Return how many steps of 0.0001 fit below the exact value, and the part of one left over."""
    exact = Fraction(value) / STEP
    whole = exact.numerator // exact.denominator
    return whole, exact - whole


def nearest(value: float) -> float:
    """Return the exact value rounded to steps of 0.0001, a tie to the even number of them."""
    whole, rest = steps_below(value)
    up = rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole % 2 == 1)
    return float((whole + up) * STEP)


# Decimal text, whether the binary64 that it becomes is a tie, and what it is rounded to.
HALVES = [
    ("0.00005", "above", "0.0001"),
    ("0.00015", "below", "0.0001"),
    ("0.00025", "above", "0.0003"),
    ("0.00035", "below", "0.0003"),
    ("0.00045", "below", "0.0004"),
    ("0.12345", "above", "0.1235"),
    ("0.33335", "below", "0.3333"),
    ("0.66665", "below", "0.6666"),
    ("0.99995", "above", "1.0"),
    ("0.03125", "tie", "0.0312"),
    ("0.09375", "tie", "0.0938"),
    ("0.15625", "tie", "0.1562"),
    ("0.21875", "tie", "0.2188"),
    ("0.90625", "tie", "0.9062"),
    ("0.96875", "tie", "0.9688"),
]


@pytest.mark.parametrize(("text", "side", "expected"), HALVES)
def test_a_half_in_decimal_is_a_tie_only_if_binary64_holds_it(
    text: str, side: str, expected: str
) -> None:
    exact, written = Decimal(float(text)), Decimal(text)
    assert side == ("tie" if exact == written else "above" if exact > written else "below")
    assert (steps_below(float(text))[1] == Fraction(1, 2)) is (side == "tie")
    assert Decimal(expected) == exact.quantize(Decimal("0.0001"), ROUND_HALF_EVEN)
    assert rounded(float(text)) == expected


def test_the_ties_are_the_sixteen_odd_thirty_seconds() -> None:
    # A tie is an odd number of half steps; in lowest terms that is a binary64 only where 625,
    # the odd part of 20,000 half steps, has gone out of the denominator.
    halves = [Fraction(odd, 20_000) for odd in range(1, 20_000, 2)]
    ties = [half for half in halves if Fraction(float(half)) == half]
    assert ties == [Fraction(odd, 32) for odd in range(1, 32, 2)]
    assert {Decimal(rounded(float(tie))) * 10_000 % 2 for tie in ties} == {0}


@given(PARTS | st.integers(0, 10_000).map(lambda k: k / 20_000) | st.just(1 - 2**-53))
def test_a_reward_is_its_exact_value_rounded_half_to_even(value: float) -> None:
    assert reward_of({"only": Dimension(value)}) == nearest(value)


@given(PARTS)
def test_rounding_again_changes_nothing(value: float) -> None:
    once = reward_of({"only": Dimension(value)})
    assert reward_of({"only": Dimension(once)}) == once


@given(st.sampled_from(range(10_001)), st.sampled_from((-1, 1)))
def test_a_reward_of_four_decimals_is_kept_and_its_neighbours_join_it(k: int, side: int) -> None:
    reward = float(k * STEP)
    neighbour = min(max(reward + side * 1e-16, 0.0), 1.0)
    assert reward_of({"only": Dimension(reward)}) == reward
    assert reward_of({"only": Dimension(neighbour)}) == reward


@pytest.mark.parametrize(
    ("score", "max_score", "expected"),
    [
        (0.95, 1.0, 0.95),
        (3, 4, 0.75),
        (1, 3, 0.3333),
        (2, 3, 0.6667),
        (5, 4, 1.0),
        (-1, 4, 0.0),
        (0, 4, 0.0),
        (1e308, 1e-308, 1.0),
        (float("inf"), 1.0, 1.0),
        (float("-inf"), 1.0, 0.0),
        (1.0, float("inf"), 0.0),
    ],
)
def test_a_score_is_a_part_of_its_maximum_clamped_to_0_and_1(
    score: float, max_score: float, expected: float
) -> None:
    for rollup in Rollup:
        assert reward_of({"only": Dimension(score, max_score)}, rollup) == expected


def test_one_wrong_field_fails_the_task_by_min_and_costs_its_weight_by_mean() -> None:
    dimensions = {
        "voltage_drop_v": Dimension(0.95),
        "voltage_drop_pct": Dimension(1.0, weight=2.0),
        "compliance": Dimension(0.0),
    }
    assert reward_of(dimensions, Rollup.MIN) == 0.0
    assert reward_of(dimensions) == reward_of(dimensions, Rollup.WEIGHTED_MEAN) == 0.7375


def test_a_dimension_is_clamped_before_it_is_weighed() -> None:
    dimensions = {"over": Dimension(30, 10), "under": Dimension(-10, 10)}
    assert reward_of(dimensions) == 0.5
    assert reward_of(dimensions, Rollup.MIN) == 0.0


@given(RUBRICS)
def test_min_is_never_more_than_the_mean_and_ignores_weights(
    dimensions: dict[str, Dimension],
) -> None:
    worst = reward_of(dimensions, Rollup.MIN)
    assert worst == min(nearest(one.normalised()) for one in dimensions.values())
    assert 0.0 <= worst <= reward_of(dimensions) <= 1.0


@given(RUBRICS)
def test_the_mean_is_the_weighted_sum_over_the_weights(dimensions: dict[str, Dimension]) -> None:
    weights = sum(one.weight for one in dimensions.values())
    weighed = sum(one.normalised() * one.weight for one in dimensions.values())
    assert reward_of(dimensions) == nearest(weighed / weights)


@pytest.mark.parametrize(
    ("dimensions", "rollups", "said"),
    [
        ({}, Rollup, "a rubric has at least one dimension"),
        ({"a": Dimension(1, 0)}, Rollup, "max_score must be greater than 0"),
        ({"a": Dimension(1, -1)}, Rollup, "max_score must be greater than 0"),
        ({"a": Dimension(1, float("nan"))}, Rollup, "max_score must be greater than 0"),
        ({"a": Dimension(0.5), "b": Dimension(float("nan"))}, Rollup, "nan of 1.0 is no number"),
        ({"a": Dimension(float("nan")), "b": Dimension(0.5)}, Rollup, "nan of 1.0 is no number"),
        ({"a": Dimension(float("inf"), float("inf"))}, Rollup, "inf of inf is no number"),
        ({"a": Dimension(1, weight=0)}, [Rollup.WEIGHTED_MEAN], "weights must add up to more"),
        ({"a": Dimension(1, weight=float("nan"))}, [Rollup.WEIGHTED_MEAN], "weights must add up"),
        (
            {"a": Dimension(1, weight=3), "b": Dimension(0, weight=-2)},
            [Rollup.WEIGHTED_MEAN],
            "a reward is from 0 to 1, not 3.0",
        ),
    ],
)
def test_a_rubric_without_a_number_is_refused(
    dimensions: dict[str, Dimension], rollups: list[Rollup], said: str
) -> None:
    for rollup in rollups:
        with pytest.raises(ValidationError, match=said):
            reward_of(dimensions, rollup)
