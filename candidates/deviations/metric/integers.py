"""Other ways to add integers, and integers to floats."""

from candidates.deviations import sums
from candidates.deviations.deviation import Changes, Deviation, Parameter, instead
from candidates.deviations.numbers import to_float
from candidates.reference.summation import neumaier


def limits(least: int, widest: int) -> Changes:
    """Return the changes that correct a sum of integers from ``least`` to ``widest`` alone."""

    def fit(*values: int) -> bool:
        return all(least <= value <= widest for value in values)

    return instead({"sum.leading_fit": fit, "sum.joining_fits": fit})


def _limits_of_bits(bits: int) -> Changes:
    return limits(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def _always(*_: int) -> bool:
    return True


DEVIATIONS = (
    Deviation(
        "integers-as-floats",
        "metric.integer-sums-exact",
        "every number is a binary64, as in JavaScript",
        instead(sum=sums.of_integers(sums.as_floats)),
    ),
    Deviation(
        "wraps-at-64-bits",
        "metric.integer-sums-exact",
        "integers of 64 bits wrap around",
        instead(sum=sums.of_integers(sums.wrapped)),
    ),
    Deviation(
        "saturates-at-64-bits",
        "metric.integer-sums-exact",
        "integers of 64 bits stay at their limit",
        instead(sum=sums.of_integers(sums.saturated_integers)),
    ),
    Deviation(
        "corrects-integers",
        "metric.integers-join-uncorrected",
        "the correction takes in what the rounding of integers lost",
        instead({"sum.integer_loss": neumaier}),
    ),
    Deviation(
        "adds-integers-apart",
        "metric.integers-join-uncorrected",
        "integers are added exactly wherever they stand",
        instead(sum=sums.integers_apart),
    ),
    Deviation(
        "converts-leading-integers",
        "metric.leading-integers-exact",
        "the sum is a binary64 from the start",
        instead(sum=sums.from_a_float),
    ),
    Deviation(
        "corrects-the-first-float",
        "metric.first-float-uncorrected",
        "the correction starts with the float that ends the integers",
        instead({"sum.first_loss": neumaier}),
    ),
    Deviation(
        "goes-on-correcting",
        "metric.wide-integer-ends-correction",
        "an integer beyond 64 bits is added like any other",
        instead({"sum.joining_fits": _always}),
    ),
    Deviation(
        "forgets-the-correction",
        "metric.wide-integer-ends-correction",
        "the correction so far is dropped instead of added",
        instead({"sum.before_wide": lambda total, _correction: total}),
    ),
    Deviation(
        "limit-of-53-bits",
        "metric.wide-integer-ends-correction",
        "the limit is taken to be that of exact integers",
        limits(-(2**53), 2**53),
    ),
    Deviation(
        "limit-of-32-bits",
        "metric.wide-integer-ends-correction",
        "the limit is that of a C long on Windows",
        parameter=Parameter("number of bits", "32", int, _limits_of_bits),
    ),
    Deviation(
        "limit-without-the-least",
        "metric.wide-integer-ends-correction",
        "the limit is tested on the absolute value",
        limits(-(2**63) + 1, 2**63 - 1),
    ),
    Deviation(
        "limit-with-one-more",
        "metric.wide-integer-ends-correction",
        "the limit is the float 2**63, which 2**63 does not exceed",
        limits(-(2**63), 2**63),
    ),
    Deviation(
        "corrects-after-wide-sums",
        "metric.wide-sum-is-uncorrected",
        "the correction starts with the first float, whatever came before",
        instead({"sum.leading_fit": _always}),
    ),
    Deviation(
        "infinite-for-large-integers",
        "metric.integer-too-large-for-float",
        "a conversion gives an infinity instead of an error",
        instead({"sum.convert": to_float}),
    ),
    Deviation(
        "cancels-large-integers",
        "metric.integer-too-large-for-float",
        "integers are added before any of them is converted",
        instead(sum=sums.integers_apart),
    ),
)
"""Each breaks one clause about integers in sums."""
