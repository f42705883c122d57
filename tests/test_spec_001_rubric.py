"""How scores of a rubric's dimensions become one reward, and what is rounded where."""

from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from candidates.spec_001.result import ValidationError
from candidates.spec_001.rubric import Dimension, Rollup, reward_of

DIMENSIONS = st.builds(
    Dimension,
    score=st.floats(-2, 12),
    max_score=st.floats(0.5, 10),
    weight=st.floats(0.01, 100),
)
RUBRICS = st.dictionaries(st.text(max_size=3), DIMENSIONS, min_size=1, max_size=5)


def rounded(value: float) -> float:
    """Return the reward of one dimension of this score."""
    return reward_of({"only": Dimension(value)})


def nearest(value: float) -> float:
    """Return the exact value rounded to steps of 0.0001, a tie to the even number of them."""
    return float(round(Fraction(value) * 10_000) / Fraction(10_000))


# Decimal text, whether the binary64 that it becomes is a tie, and what it is rounded to.
HALVES = [
    ("0.00005", "above", "0.0001"), ("0.00015", "below", "0.0001"), ("0.00025", "above", "0.0003"),
    ("0.00035", "below", "0.0003"), ("0.00045", "below", "0.0004"), ("0.12345", "above", "0.1235"),
    ("0.33335", "below", "0.3333"), ("0.66665", "below", "0.6666"), ("0.99995", "above", "1.0"),
    ("0.03125", "tie", "0.0312"), ("0.09375", "tie", "0.0938"), ("0.15625", "tie", "0.1562"),
    ("0.21875", "tie", "0.2188"), ("0.90625", "tie", "0.9062"), ("0.96875", "tie", "0.9688"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "side", "expected"), HALVES)
def test_a_half_in_decimal_is_a_tie_only_if_binary64_holds_it(
    text: str, side: str, expected: str
) -> None:
    exact, written = Decimal(float(text)), Decimal(text)
    assert side == ("tie" if exact == written else "above" if exact > written else "below")
    assert Decimal(expected) == exact.quantize(Decimal("0.0001"), ROUND_HALF_EVEN)
    assert repr(rounded(float(text))) == expected


def test_the_ties_are_the_sixteen_odd_thirty_seconds() -> None:
    # A tie is an odd number of half steps; in lowest terms that is a binary64 only where 625,
    # the odd part of 20,000 half steps, has gone out of the denominator.
    halves = [Fraction(odd, 20_000) for odd in range(1, 20_000, 2)]
    ties = [half for half in halves if Fraction(float(half)) == half]
    assert ties == [Fraction(odd, 32) for odd in range(1, 32, 2)]
    assert {round(rounded(float(tie)) * 10_000) % 2 for tie in ties} == {0}


@given(st.integers(0, 10_000), st.sampled_from((-1, 1)))
def test_a_reward_of_four_decimals_is_kept_and_its_neighbours_join_it(k: int, side: int) -> None:
    reward = k / 10_000
    neighbour = min(max(reward + side * 1e-16, 0.0), 1.0)
    assert rounded(reward) == rounded(neighbour) == reward


@given(
    st.floats(0, 1)
    | st.integers(0, 20_000).map(lambda k: k / 20_000)
    | st.integers(0, 32).map(lambda k: k / 32)
    | st.just(1 - 2**-53)
)
def test_a_reward_is_its_exact_value_rounded_half_to_even_once(value: float) -> None:
    once = rounded(value)
    assert once == nearest(value)
    assert rounded(once) == once


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


@pytest.mark.parametrize(
    ("dimensions", "mean", "least"),
    [
        ([Dimension(0.95), Dimension(1.0, weight=2.0), Dimension(0.0)], 0.7375, 0.0),
        ([Dimension(30, 10), Dimension(-10, 10)], 0.5, 0.0),
    ],
    ids=["one wrong field fails by min and costs its weight by mean", "clamped before weighed"],
)
def test_dimensions_roll_up(dimensions: list[Dimension], mean: float, least: float) -> None:
    rubric = {str(place): one for place, one in enumerate(dimensions)}
    assert reward_of(rubric) == reward_of(rubric, Rollup.WEIGHTED_MEAN) == mean
    assert reward_of(rubric, Rollup.MIN) == least


@given(RUBRICS)
def test_min_ignores_weights_and_the_mean_is_the_weighted_sum_over_them(
    dimensions: dict[str, Dimension],
) -> None:
    worst, mean = reward_of(dimensions, Rollup.MIN), reward_of(dimensions)
    assert worst == min(nearest(one.normalised()) for one in dimensions.values())
    assert 0.0 <= worst <= mean <= 1.0
    weights = sum(one.weight for one in dimensions.values())
    weighed = sum(one.normalised() * one.weight for one in dimensions.values())
    assert mean == nearest(weighed / weights)


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
