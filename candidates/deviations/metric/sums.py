"""Other ways to add floats, at the limits of binary64 too, and other orders."""

import math

from candidates.deviations import descriptions, sums
from candidates.deviations.deviation import Deviation, instead
from candidates.deviations.metric.values import on_values

DEVIATIONS = (
    Deviation(
        "naive-sum",
        "metric.compensated-sum",
        descriptions.LEFT_TO_RIGHT,
        instead(sum=sums.naive),
    ),
    Deviation(
        "pairwise-sum",
        "metric.compensated-sum",
        "halves are added on their own, as vector code does",
        instead(sum=sums.pairwise),
    ),
    Deviation(
        "kahan-sum",
        "metric.correction-joins-last",
        "Kahan's algorithm is taken for Neumaier's",
        instead(sum=sums.of_floats(sums.kahan)),
    ),
    Deviation(
        "corrects-at-each-step",
        "metric.correction-joins-last",
        "the correction is added to the sum as soon as it is known",
        instead(sum=sums.of_floats(sums.corrected_at_each_step)),
    ),
    Deviation(
        "corrects-without-a-look",
        "metric.correction-joins-last",
        "the sum is always thought to be greater than the value",
        instead(sum=sums.of_floats(sums.neumaier_by_value)),
    ),
    Deviation(
        "fsum",
        "metric.sum-is-not-exact",
        "the exact sum is rounded once",
        instead(sum=sums.of_floats(math.fsum)),
    ),
    Deviation(
        "fraction-sum",
        "metric.sum-is-not-exact",
        "fractions are added, as in statistics.mean",
        instead(sum=sums.exact),
    ),
    Deviation(
        "decimal-sum",
        "metric.sum-is-not-exact",
        "the decimal texts of the floats are added with 28 digits",
        instead(sum=sums.of_floats(sums.decimal)),
    ),
    Deviation(
        "corrects-twice",
        "metric.sum-is-not-exact",
        "the correction is corrected as well, as in Klein's algorithm",
        instead(sum=sums.of_floats(sums.corrected_twice)),
    ),
    Deviation(
        "sorts-values",
        "metric.trial-order",
        "values are sorted before they are aggregated",
        on_values(sorted),
    ),
    Deviation(
        "last-trial-first",
        "metric.trial-order",
        "values are folded from the right",
        on_values(lambda values: values[::-1]),
    ),
    Deviation(
        "always-corrected",
        "metric.correction-is-finite",
        "the correction is added without a look at it",
        instead(sum=sums.always_corrected),
    ),
    Deviation(
        "flushes-subnormals",
        "metric.subnormals",
        "the processor flushes subnormal numbers to zero",
        instead(sum=sums.flushing),
    ),
    Deviation(
        "refuses-overflow",
        "metric.float-overflow-is-infinite",
        "a sum beyond binary64 is an error, as in math.fsum",
        instead(sum=sums.refusing_overflow),
    ),
    Deviation(
        "saturates-floats",
        "metric.float-overflow-is-infinite",
        "a sum beyond binary64 stays at the greatest float",
        instead(sum=sums.saturated_floats),
    ),
    Deviation(
        "refuses-infinities",
        "metric.infinities-and-nan",
        "infinities of both signs are an error, as in math.fsum",
        instead(sum=sums.refusing_infinities),
    ),
    Deviation(
        "skips-nan",
        "metric.infinities-and-nan",
        "a nan is left out of the sum, as by nansum",
        instead(sum=sums.without_nan),
    ),
    Deviation(
        "nan-for-infinity",
        "metric.infinities-and-nan",
        "everything that is not finite is one value",
        instead(sum=sums.nan_for_infinity),
    ),
)
"""Each breaks one clause about sums of floats, or about their order."""
