"""Other ways to add integers, and integers to floats."""

from candidates.deviations import sums
from candidates.deviations.deviation import Changes, Deviation, family, instead
from candidates.deviations.numbers import to_float
from candidates.reference.summation import neumaier


def limits(least: int, widest: int) -> Changes:
    """Return the changes that correct a sum of integers from ``least`` to ``widest`` alone."""

    def fit(*values: int) -> bool:
        return all(least <= value <= widest for value in values)

    return instead({"sum.leading_fit": fit, "sum.joining_fits": fit})


def _always(*_: int) -> bool:
    return True


DEVIATIONS = (
    family(
        "integers-added",
        "metric.integer-sums-exact",
        "integers {} in a sum",
        {
            "are-floats": (
                "are binary64s, as in JavaScript",
                instead(sum=sums.of_integers(sums.as_floats)),
            ),
            "wrap": ("wrap around at 64 bits", instead(sum=sums.of_integers(sums.wrapped))),
            "saturate": (
                "stay at the limits of 64 bits",
                instead(sum=sums.of_integers(sums.saturated_integers)),
            ),
            "corrected": (
                "are corrected for their rounding",
                instead({"sum.integer_loss": neumaier}),
                "metric.integers-join-uncorrected",
            ),
            "apart": (
                "are added exactly wherever they occur",
                instead(sum=sums.integers_apart),
                "metric.integers-join-uncorrected",
            ),
            "converted-first": (
                "are converted from the start, before any float occurs",
                instead(sum=sums.from_a_float),
                "metric.leading-integers-exact",
            ),
            "correct-first-float": (
                "before the first float correct its rounding",
                instead({"sum.first_loss": neumaier}),
                "metric.first-float-uncorrected",
            ),
            "large-infinite": (
                "that exceed binary64 become infinite",
                instead({"sum.convert": to_float}),
                "metric.integer-too-large-for-float",
            ),
        },
        advice="Add leading integers exactly, and convert an integer to binary64 when it is"
        " added to a float.",
    ),
    Deviation(
        "goes-on-correcting",
        "metric.wide-integer-ends-correction",
        "compensation continues after an integer beyond 64 bits",
        instead({"sum.joining_fits": _always}),
        advice=(
            "Add an integer beyond 64 bits, the correction and all later values without"
            " compensation."
        ),
    ),
    family(
        "wide-integers-added",
        "metric.wide-integer-ends-correction",
        "{}",
        {
            "correction-lost": (
                "an integer beyond 64 bits discards the correction so far",
                instead({"sum.before_wide": lambda total, _correction: total}),
            ),
            "limit-53": ("integers beyond 2**53 end the compensation", limits(-(2**53), 2**53)),
            "limit-symmetric": (
                "the integer -2**63 ends the compensation",
                limits(-(2**63) + 1, 2**63 - 1),
            ),
            "limit-float": (
                "the integer 2**63 does not end the compensation",
                limits(-(2**63), 2**63),
            ),
            "corrected-after-wide": (
                "floats that follow a sum beyond 64 bits are compensated",
                instead({"sum.leading_fit": _always}),
                "metric.wide-sum-is-uncorrected",
            ),
        },
        advice="End the compensation at an integer that does not fit a C long of 64 bits, and"
        " add the correction first.",
    ),
)
"""Each breaks one clause about integers in sums."""
