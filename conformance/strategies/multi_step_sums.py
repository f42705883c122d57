"""Questions about means over steps, built to tell one way of adding from another.

How Python adds is examined for ``metric``; these are the questions whose answers show
that a mean over steps is made in the same way.
"""

from hypothesis import strategies as st

from conformance.model import Case
from conformance.strategies import metric_numbers, metric_sums
from conformance.strategies.multi_step import MEANS, Cases, Number, of_values, question


def _of_metrics(cases: Cases) -> Cases:
    """Return the questions about a metric as questions about steps of the same rewards."""
    return st.builds(_as_steps, st.sampled_from(MEANS), cases)


def _as_steps(strategy: str | None, case: Case) -> Case:
    rewards = case.input["rewards"]
    trials = rewards if isinstance(rewards, list) else []
    return question(strategy, [{"rewards": trial} for trial in trials])


def _lists(*values: Number, least: int = 1, most: int = 5) -> Cases:
    numbers = st.lists(st.sampled_from(values), min_size=least, max_size=most)
    return st.builds(of_values, st.sampled_from(MEANS), numbers)


def fractions() -> Cases:
    """Means of what scores are usually made of."""
    return _of_metrics(metric_numbers.means_of_fractions())


def scales() -> Cases:
    """Floats of very different sizes that mostly cancel each other, or lose the smallest."""
    return _of_metrics(st.one_of(metric_sums.scales(), metric_sums.layers()))


def in_an_order_that_counts() -> Cases:
    """Values whose order decides about the mean, in one order or in the opposite one."""
    ends = (
        ((1e16,), ()),
        ((1e308, 1e308), (-1e308,)),
        ((0.5, 10**400), (-(10**400),)),
        ((0.1, 0.2, 0.3), (2**53,)),
    )
    return st.builds(
        _enclosed,
        st.sampled_from(MEANS),
        st.sampled_from(ends),
        st.lists(st.sampled_from((1, 3, 5)), min_size=2, max_size=4),
        st.booleans(),
    )


def _enclosed(
    strategy: str | None,
    ends: tuple[tuple[Number, ...], tuple[Number, ...]],
    values: list[Number],
    backwards: bool,  # noqa: FBT001 - st.builds draws it
) -> Case:
    enclosed = [*ends[0], *values, *ends[1]]
    return of_values(strategy, enclosed[::-1] if backwards else enclosed)


def reversed_steps(case: Case) -> Case:
    """Return the same question with its steps in the opposite order."""
    steps = case.input["steps"]
    kept = steps[::-1] if isinstance(steps, list) else steps
    return Case(case.operation, {**case.input, "steps": kept})


def plain_values() -> Cases:
    """Numbers beyond 0 to 1 and with many digits, as verifiers that measure write them."""
    return _lists(0.5, 1, 100, -3, 1 / 3, 2 / 3, 1e-9, -0.125, 12345.678, 1e300, 7, most=4)


def equal_values() -> Cases:
    """Few different values in many steps."""
    return _lists(1, 0.5, -1, 0, least=2, most=6)


def wide_integers() -> Cases:
    """Integers that binary64 cannot hold, some of them with small ones."""
    return _of_metrics(metric_numbers.means_of_wide_integers())


def huge_integers() -> Cases:
    """Integers near the end of binary64, whose sum is mostly beyond it."""
    return _of_metrics(metric_numbers.means_of_huge_integers())


def integers_beyond_floats() -> Cases:
    """Integers on both sides of the least quotient that is too large."""
    return _of_metrics(metric_numbers.means_beyond_floats())


def integers_among_floats() -> Cases:
    """Integers before and after floats that swallow them, within 64 bits and beyond."""
    return _of_metrics(
        st.one_of(
            metric_sums.integers_among_floats(),
            metric_sums.integers_before_floats(),
            metric_sums.integers_at_64_bits(),
        )
    )


def integers_too_large_for_floats() -> Cases:
    """Integers on either side of the end of binary64, before and after floats."""
    return _of_metrics(metric_sums.integers_too_large_for_floats())


def floats_that_overflow() -> Cases:
    """Floats whose sum leaves binary64, for good or to come back, and infinities."""
    largest = 1.7976931348623157e308
    return _lists(1e308, largest, -1e308, -largest, 1.0, 9.9e291, 1, least=2)


def infinities_and_nan() -> Cases:
    """Floats that are not finite among others."""
    return _lists(float("inf"), float("-inf"), 1.0, float("nan"), 1, most=4)


def subnormals() -> Cases:
    """Values at the lower end of binary64, whose means may be halfway to nothing."""
    return _lists(5e-324, 0, 1e-323, -5e-324, 2.2250738585072014e-308, 1.5e-323, 0.0)
