"""Questions about means of integers and about the greatest and the least value."""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.strategies.metric import Cases, Number, of_values

NAN = float("nan")
INFINITY = float("inf")

_EXTREMES = ("max", "min")

TOO_LARGE = 2**1024 - 2**970
"""The least integer that is too large for binary64: halfway to 2**1024, and ties go to even."""

_WIDE = (2**53 + 1, 2**53 + 2, 2**53 + 5, 2**53 + 6, 2**54 + 1)
_HUGE = (10**308, 2**1023, 17 * 10**307, TOO_LARGE - 1, 1, 10**300, -(10**308), 2**1024)


def _lists(
    metrics: Sequence[str], values: Sequence[Number], *, least: int = 2, most: int = 6
) -> Cases:
    return st.builds(
        of_values,
        st.sampled_from(metrics),
        st.lists(st.sampled_from(values), min_size=least, max_size=most),
    )


def means_of_fractions() -> Cases:
    """Means of what scores are usually made of."""
    values = 0.1, 0.2, 0.7, 1 / 3, 0.3, 0.9, 1.0, 2 / 3, 0.05
    return _lists(("mean",), values, least=3, most=9)


def means_of_wide_integers() -> Cases:
    """Means of integers that binary64 cannot hold, some of them with small ones."""
    wide = _lists(("mean",), (*_WIDE, 2**62 + 1), most=4)
    return st.one_of(wide, wide, _lists(("mean",), (*_WIDE[:3], 1, 0, -1), most=3))


def means_of_huge_integers() -> Cases:
    """Means of integers near the end of binary64, whose sum is mostly beyond it."""
    return _lists(("mean",), _HUGE, most=5)


def means_beyond_floats() -> Cases:
    """Means of integers on both sides of the least quotient that is too large."""
    values = (
        TOO_LARGE,
        TOO_LARGE - 1,
        2**1024,
        10**400,
        -(10**400),
        TOO_LARGE + 1,
        -TOO_LARGE,
        10**308,
    )
    return _lists(("mean",), values, least=1, most=4)


def extremes_of_one_sign() -> Cases:
    """The greatest of negative and the least of positive values."""
    negative = -1, -0.5, -2, -INFINITY, -5e-324, -(10**400)
    positive = 2, 1.5, 0.5, 3, INFINITY, 10**400
    return st.one_of(
        _lists(("max",), negative, least=1, most=4), _lists(("min",), positive, least=1, most=3)
    )


def extremes_with_nan() -> Cases:
    """A nan before, between or after other values."""
    return _lists(_EXTREMES, (NAN, 0, 1, 0.5, -1, INFINITY, -INFINITY))


def extremes_of_close_values() -> Cases:
    """Integers and floats that differ by less than binary64 resolves."""
    near = 2**53, 2**53 + 1, float(2**53), 2**53 - 1, 2**53 + 2, float(2**53 + 2)
    far = 2**64 + 1, float(2**64), 2**64 - 1, 2**64
    large = 10**22 + 1, 1e22, 10**22 - 1, 10**23, 1e23
    return st.one_of(*(_lists(_EXTREMES, values, most=4) for values in (near, far, large)))


def extremes_beyond_floats() -> Cases:
    """Integers beyond binary64 beside floats and infinities."""
    values = 10**400, 1.0, INFINITY, -(10**400), -INFINITY, 10**400 + 1, 1.7976931348623157e308
    return _lists(_EXTREMES, (*values, TOO_LARGE, 0), most=4)
