"""Questions about how numbers are written, as values and as names."""

from hypothesis import strategies as st

from conformance.strategies.job_trials import (
    INFINITY,
    NAN,
    Cases,
    Rewards,
    Usage,
    case,
    reward,
    some,
    trial,
    values,
)

_EDGES = (
    0.5,
    1.0,
    0.1,
    1e-5,
    9.999999999999999e-6,
    1e-6,
    1.5e-5,
    1.5e-6,
    1e-4,
    9.999999999999999e-5,
    0.00012345,
    1e15,
    9999999999999998.0,
    1e16,
    123456789012345680.0,
    1e22,
    1e100,
    1.5e300,
    5e-324,
    2.2250738585072014e-308,
    1.7976931348623157e308,
    0.30000000000000004,
    2 / 3,
    4503599627370497.5,
    -0.0,
    -1.0,
    -1e-6,
    -1e16,
)
"""Floats about the places where a way of writing begins or ends."""

_EQUAL = (
    (1, 1.0),
    (0, 0.0),
    (0, -0.0),
    (0.0, -0.0),
    (2**53, 2.0**53),
    (10**22, 1e22),
    (2**63, 2.0**63),
    (-(2**63), -(2.0**63)),
    (2**64, 2.0**64),
    (-1, -1.0),
)

_NEARLY_EQUAL = (
    (2**53, 2**53 + 1),
    (2.0**53, 2**53 + 1),
    (2**63 - 1, 2.0**63),
    (10**23, 1e23),
    (0.1 + 0.2, 0.3),
    (10**16 + 1, 1e16),
    (2**64, 2**64 + 1),
    (1, 1.0000000000000002),
    (0.0, 5e-324),
    (INFINITY, -INFINITY),
    (INFINITY, 1.7976931348623157e308),
)

_EXTREMES = st.sampled_from(("max", "min", "sum"))
_INTEGERS = (1, 0, -1, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64 + 1, 10**22 + 1, 10**300)
_DECADES = tuple(float(f"1e{power}") for power in range(-8, 19))


def floats() -> Cases:
    """One float, which is its own maximum: any bits, a few digits, or an edge."""
    few_digits = st.builds(
        lambda digits, decade: digits * decade / 1000,
        st.integers(1, 99_999),
        st.sampled_from(_DECADES),
    )
    edges = st.sampled_from(_EDGES)
    any_float = st.floats(allow_nan=False, allow_infinity=False)
    drawn = st.one_of(edges, few_digits, any_float)
    return st.builds(lambda metric, value: values([value], [metric]), _EXTREMES, drawn)


def not_finite() -> Cases:
    """A metric or a cost that is nan or infinite."""
    some_values = some((NAN, INFINITY, -INFINITY, 1.0), 1, 3)
    metric = st.sampled_from(("mean", "max", "min", "sum"))
    costs = st.sampled_from((None, NAN, INFINITY, -INFINITY))
    return st.builds(
        lambda name, drawn, cost: case(
            [
                trial({"reward": value}, usage=None if cost is None else Usage(cost_usd=cost))
                for value in drawn
            ],
            {"adhoc": [name]},
        ),
        metric,
        some_values,
        costs,
    )


def integers() -> Cases:
    """Integers of any size that a metric keeps, and as many tokens."""
    number = st.sampled_from(_INTEGERS)
    return st.builds(
        lambda metric, value, tokens: case(
            [trial({"reward": value}, usage=Usage(n_input_tokens=tokens))], {"adhoc": [metric]}
        ),
        _EXTREMES,
        number,
        st.sampled_from((None, *_INTEGERS)),
    )


def equal_values() -> Cases:
    """Values that are one number in two types or signs, and some that are nearly so."""
    pair = st.sampled_from(_EQUAL * 2 + _NEARLY_EQUAL)
    return st.builds(
        lambda drawn, order: values([drawn[i] for i in order]), pair, some((0, 1), 2, 4)
    )


def nans() -> Cases:
    """Several nans among other values, under one name or two."""
    names = st.sampled_from((("reward",), ("a", "b")))
    return st.builds(
        lambda keys, drawn: case([trial(dict.fromkeys(keys, value)) for value in drawn]),
        names,
        some((NAN, NAN, 1, INFINITY), 2, 4),
    )


def value_names() -> Cases:
    """One to three floats or integers, as names of the lists of their trials."""
    drawn = (*_EDGES, INFINITY, -INFINITY, 0, 1, -1, 2**53 + 1, 10**22, -(10**30))
    return st.builds(lambda chosen: values(chosen, ["max"]), some(drawn, 1, 3))


def reward_values() -> Cases:
    """Few values and few names over several trials."""
    kept: tuple[Rewards, ...] = (
        {"reward": 1},
        {"reward": 0},
        {"reward": 0.5},
        {"reward": 1, "a": 0},
        {"a": 0, "reward": 1},
        {"a": 1},
        {},
        None,
    )
    return st.builds(lambda drawn: case([trial(rewards) for rewards in drawn]), some(kept, 1, 5))


def binary_rewards() -> Cases:
    """Rewards of 0 and 1 in 1 to 10 attempts at each of a few tasks, or one that is neither."""
    return st.builds(
        lambda attempts, tasks, successes, odd: case(
            [
                trial({"reward": int(i % 7 < successes)}, task=task)
                for i in range(attempts)
                for task in "tuv"[:tasks]
            ]
            + ([] if odd is None else [reward(odd)])
        ),
        st.sampled_from((2, 1, 3, 4, 5, 8, 10)),
        st.sampled_from((1, 1, 2)),
        st.integers(0, 7),
        st.sampled_from((None, None, None, 0.5)),
    )
