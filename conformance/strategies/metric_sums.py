"""Questions about sums, built to tell one way of adding from another."""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.model import Case
from conformance.strategies.metric import METRICS, Cases, Number, of_values
from conformance.strategies.metric_numbers import INFINITY, NAN, TOO_LARGE

_SUMS = st.sampled_from(("sum", "mean"))

_FRACTIONS = (0.1, 0.2, 0.3, 0.7, 1.0, 0.6, 1 / 3, 2 / 3, 0.05, 0.9)
_SCALES = (1.0, 1e16, -1e16, 0.1, 1e32, -1e32, 3.0, 1e100, -1e100)
_LARGEST = 1.7976931348623157e308


def _numbers(
    values: Sequence[Number], *, least: int = 0, most: int = 4
) -> st.SearchStrategy[list[Number]]:
    return st.lists(st.sampled_from(values), min_size=least, max_size=most)


def _sums(values: Sequence[Number], *, least: int, most: int) -> Cases:
    return st.builds(of_values, _SUMS, _numbers(values, least=least, most=most))


def _in_parts(*parts: st.SearchStrategy[list[Number]]) -> Cases:
    """Return sums of the parts, one after the other."""
    return st.builds(
        lambda metric, *drawn: of_values(metric, [value for part in drawn for value in part]),
        _SUMS,
        *parts,
    )


def _among(*runs: tuple[Number, ...]) -> st.SearchStrategy[list[Number]]:
    return st.sampled_from(runs).map(list)


def fractions() -> Cases:
    """What scores are usually made of."""
    return _sums(_FRACTIONS, least=3, most=12)


def scales() -> Cases:
    """Floats of very different sizes that mostly cancel each other."""
    return _sums(_SCALES, least=3, most=10)


def layers() -> Cases:
    """Floats of three sizes, so that the correction itself loses the smallest."""
    small = _numbers((1.0, 0.1, 3.0, 0.7, 0.2), least=1, most=3)
    return st.builds(
        lambda metric, arrange, sizes, first, second: of_values(
            metric, arrange(*sizes, first, second)
        ),
        _SUMS,
        st.sampled_from((_smallest_inside, _smallest_between)),
        st.sampled_from(((1e32, 1e16), (1e32, -1e16), (1e100, 1e16), (1e32, 2.0**53))),
        small,
        small,
    )


def _smallest_inside(
    large: float, middle: float, first: list[Number], second: list[Number]
) -> list[Number]:
    return [large, middle, *first, -large, *second, -middle]


def _smallest_between(
    large: float, middle: float, first: list[Number], second: list[Number]
) -> list[Number]:
    return [middle, *first, large, *second, -middle, -large]


def any_order() -> Cases:
    """Values whose order decides about the answer, in one order or in the opposite one."""
    ends = st.sampled_from(
        (
            ((1e16,), ()),
            ((1e308, 1e308), (-1e308,)),
            ((0.5, 10**400), (-(10**400),)),
            ((0.1, 0.2, 0.3), (2**53,)),
        )
    )
    sums = st.builds(_enclosed, _SUMS, ends, _numbers((1, 3, 5), least=2, most=4), st.booleans())
    first = st.just(((NAN,), ()))
    rest = _numbers((1, 2, NAN, -1), least=1, most=5)
    extremes = st.builds(_enclosed, st.sampled_from(METRICS[1:3]), first, rest, st.booleans())
    return st.one_of(sums, sums, extremes)


def _enclosed(
    metric: str,
    ends: tuple[tuple[Number, ...], tuple[Number, ...]],
    values: list[Number],
    backwards: bool,  # noqa: FBT001 - st.builds draws it
) -> Case:
    enclosed = [*ends[0], *values, *ends[1]]
    return of_values(metric, reversed(enclosed) if backwards else enclosed)


def integers() -> Cases:
    """Integers beyond 2**53, beyond 64 bits and beyond binary64."""
    values = 2**53, 1, 2**63 - 1, 2**63, 2**64, -(2**63), 10**30 + 1, 10**400, -(10**400), -1
    return st.builds(of_values, st.just("sum"), _numbers(values, least=2, most=5))


def integers_among_floats() -> Cases:
    """Integers of 64 bits after floats that swallow them."""
    return _in_parts(
        _numbers((1e16, 2.0**53, 1e18), least=1, most=2),
        _numbers((1, 3, 2, 1.0, 2**53 + 1, -1), least=1, most=4),
        _among((), (-1e16,), (-(2.0**53),), (-1e18,)),
    )


def integers_before_floats() -> Cases:
    """Integers whose sum binary64 holds and which it does not hold one by one."""
    return _in_parts(
        _among((2**53,), (2**53 + 1,), (2**60,), (-(2**53),), (2**53, 2**53)),
        _numbers((1, 3, 2**53 + 1, -1, 5), least=1, most=4),
        _numbers((0.5, 1.0, -(2.0**53)), least=1, most=2),
    )


def first_floats() -> Cases:
    """An integer that swallows the float after it."""
    return _in_parts(
        _among((2**53,), (2**53 + 2,), (-(2**53),), (10**16,), (2**60,)),
        _numbers((1.0, 0.5, 1.5, 3.0, 100.0), least=1, most=4),
        _among((), (-(2.0**53),), (2.0**53,), (-1e16,)),
    )


def integers_at_64_bits() -> Cases:
    """One integer on either side of what 64 bits hold, after and before floats."""
    edge = (2**63, 2**63 - 1, -(2**63), -(2**63) - 1, 2**53 + 1, 2**31)
    return _in_parts(
        # The correction is 0 after the first of these, and very large after the others.
        _among((0.5,), (1e32, 1e19, -1e32), (1e35, 3e18, -1e35), (1e34, -5e18, -1e34)),
        st.sampled_from(edge).map(lambda value: [value]),
        _numbers((600.0, 300.0, 0.7, 900.0, 0.1), least=2, most=6),
    )


def sums_at_64_bits() -> Cases:
    """Integers whose running sum leaves 64 bits or just does not, and then floats."""
    return _in_parts(
        _among(
            *((2**63,), (2**63 - 1, 1), (2**63 - 1,), (-(2**63),), (-(2**63), -1)),
            *((2**64, -(2**64)), (2**62, 2**62, -(2**63)), (2**62, -(2**62)), (10**30, -(10**30))),
            *((1, 2**63 - 1, -(2**63)), (2**63, -1, -(2**63) + 1)),
        ),
        _numbers((0.1, 0.2, 0.3, 1e16, 1.0, -1e16, 600.0, -(2.0**63)), least=3, most=7),
    )


def integers_too_large_for_floats() -> Cases:
    """Integers on either side of the end of binary64, before and after floats."""
    ends = 10**400, TOO_LARGE, TOO_LARGE - 1, -TOO_LARGE, -(10**400), 2**1024
    return _in_parts(
        _numbers((0.5, 0, INFINITY, 1.0), most=2),
        st.one_of(
            _numbers(ends, least=1, most=2),
            _among((10**400, -(10**400)), (TOO_LARGE, -TOO_LARGE), (-(10**309), 10**309)),
        ),
        _numbers((0.5, 1, NAN, 1.0), most=2),
    )


def floats_that_overflow() -> Cases:
    """Floats whose sum leaves binary64, for good or to come back."""
    values = 1e308, _LARGEST, -1e308, -_LARGEST, 1.0, 9.9e291, 1
    return _sums(values, least=2, most=5)


def infinities_and_nan() -> Cases:
    """Floats that are not finite among others."""
    return _sums((INFINITY, -INFINITY, 1.0, NAN, 1), least=1, most=4)


def overflow_after_rounding() -> Cases:
    """An infinity beside values that leave a correction behind."""
    return _in_parts(
        _numbers((0.1, 0.2, 1e16, 1.0), most=3),
        _among((INFINITY,), (-INFINITY,), (_LARGEST, _LARGEST), (1e308, 1e308)),
        _numbers((0.1, 1.0, 1e16, 1), most=3),
    )


def subnormals() -> Cases:
    """Values at the lower end of binary64."""
    values = 5e-324, 1e-323, -5e-324, 2.2250738585072014e-308, 2.225073858507201e-308, 1.5e-323, 0
    return st.builds(
        of_values,
        st.sampled_from(METRICS),
        _numbers((*values, -2.2250738585072014e-308), least=1, most=5),
    )


def reversed_trials(case: Case) -> Case:
    """Return the same question with its trials in the opposite order."""
    rewards = case.input["rewards"]
    kept = rewards[::-1] if isinstance(rewards, list) else rewards
    return Case(case.operation, {**case.input, "rewards": kept})
