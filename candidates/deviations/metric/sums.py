"""Other ways to add floats, at the limits of binary64 too, and other orders."""

import math

from candidates.deviations import descriptions, sums
from candidates.deviations.deviation import Deviation, family, instead
from candidates.deviations.metric.values import on_values

DEVIATIONS = (
    Deviation(
        "naive-sum",
        "metric.compensated-sum",
        descriptions.LEFT_TO_RIGHT,
        instead(sum=sums.naive),
        advice="Add with compensation, as sum() does in Python 3.12 and later.",
    ),
    Deviation(
        "pairwise-sum",
        "metric.compensated-sum",
        "halves of the values are added separately, as by vectorised code",
        instead(sum=sums.pairwise),
        advice="Add from left to right with compensation, as sum() does in Python 3.12 and later.",
    ),
    Deviation(
        "kahan-sum",
        "metric.correction-joins-last",
        "floats are added by Kahan's algorithm instead of Neumaier's",
        instead(sum=sums.of_floats(sums.kahan)),
        advice="Compensate as Neumaier's algorithm does, which compares the sum with the value.",
    ),
    family(
        "floats-added",
        "metric.correction-joins-last",
        "floats are added {}",
        {
            "corrected-each-time": (
                "with the correction applied at each step",
                instead(sum=sums.of_floats(sums.corrected_at_each_step)),
            ),
            "without-comparison": (
                "as if the sum always exceeded the value",
                instead(sum=sums.of_floats(sums.neumaier_by_value)),
            ),
            "fsum": (
                "exactly and rounded once, as by math.fsum()",
                instead(sum=sums.of_floats(math.fsum)),
                "metric.sum-is-not-exact",
            ),
            "fractions": ("as fractions", instead(sum=sums.exact), "metric.sum-is-not-exact"),
            "decimals": (
                "as decimals of 28 digits",
                instead(sum=sums.of_floats(sums.decimal)),
                "metric.sum-is-not-exact",
            ),
            "klein": (
                "with a second correction, as by Klein's algorithm",
                instead(sum=sums.of_floats(sums.corrected_twice)),
                "metric.sum-is-not-exact",
            ),
            "always-corrected": (
                "with a correction that may be infinite or nan",
                instead(sum=sums.always_corrected),
                "metric.correction-is-finite",
            ),
        },
        advice="Add from left to right by Neumaier's algorithm, and add the correction once,"
        " at the end, if it is finite.",
    ),
    Deviation(
        "sorts-values",
        "metric.trial-order",
        "values are sorted before they are aggregated",
        on_values(sorted),
        advice="Aggregate values in the order of the trials.",
    ),
    family(
        "sums-at-limits",
        "metric.subnormals",
        "{} in a sum",
        {
            "subnormals-flushed": ("subnormal numbers become 0", instead(sum=sums.flushing)),
            "overflow-refused": (
                "an overflow raises OverflowError, as in math.fsum()",
                instead(sum=sums.refusing_overflow),
                "metric.float-overflow-is-infinite",
            ),
            "overflow-clamped": (
                "an overflow becomes the greatest binary64",
                instead(sum=sums.saturated_floats),
                "metric.float-overflow-is-infinite",
            ),
            "infinities-refused": (
                "infinities of both signs raise ValueError, as in math.fsum()",
                instead(sum=sums.refusing_infinities),
                "metric.infinities-and-nan",
            ),
            "nan-skipped": (
                "a nan is skipped, as by numpy.nansum()",
                instead(sum=sums.without_nan),
                "metric.infinities-and-nan",
            ),
            "infinity-is-nan": (
                "infinities become nan",
                instead(sum=sums.nan_for_infinity),
                "metric.infinities-and-nan",
            ),
        },
        advice="Follow IEEE 754: an overflow is infinite, subnormals stay, and nan and"
        " infinities are added like any value.",
    ),
)
"""Each breaks one clause about sums of floats, or about their order."""
