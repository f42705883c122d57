"""The calls that real runners add, average and compare with."""

from functools import partial

from candidates.deviations import (
    descriptions,
    float_loops,
    library_means,
    library_sums,
    means,
    sums,
)
from candidates.deviations.deviation import Changes, Deviation, Parameter, after, instead
from candidates.deviations.library_means import both, from_infinity
from candidates.deviations.metric.values import of_some, on_values

_ADDED = "metric.compensated-sum"
_COMPARED = "metric.extreme-with-nan"


def _rounded_mean(digits: int) -> Changes:
    return after(mean=lambda mean: means.rounded(digits)([mean])[0])


DEVIATIONS = (
    Deviation(
        "array-reduce-sum",
        _ADDED,
        descriptions.ARRAY_REDUCE,
        instead(sum=float_loops.reduced),
    ),
    Deviation(
        "kahan-loop",
        "metric.correction-joins-last",
        descriptions.KAHAN,
        instead(sum=float_loops.kahan_of_all),
    ),
    Deviation(
        "neumaier-loop",
        "metric.integers-join-uncorrected",
        descriptions.NEUMAIER,
        instead(sum=float_loops.neumaier_of_all),
    ),
    Deviation(
        "double-stream-sum",
        "metric.correction-joins-last",
        descriptions.DOUBLE_STREAM,
        instead(sum=float_loops.double_stream),
    ),
    Deviation(
        "math-fsum",
        "metric.sum-is-not-exact",
        descriptions.FSUM,
        instead(sum=float_loops.of_binary64),
    ),
    Deviation("numpy-sum", _ADDED, descriptions.NUMPY, instead(sum=library_sums.numpy_sum)),
    Deviation("pandas-sum", _ADDED, descriptions.PANDAS, instead(sum=library_sums.pandas_sum)),
    Deviation("polars-sum", _ADDED, descriptions.POLARS, instead(sum=library_sums.polars_sum)),
    Deviation("numpy-mean", _ADDED, descriptions.NUMPY, instead(mean=library_means.numpy_mean)),
    Deviation("pandas-mean", _ADDED, descriptions.PANDAS, instead(mean=library_means.pandas_mean)),
    Deviation("polars-mean", _ADDED, descriptions.POLARS, instead(mean=library_means.polars_mean)),
    Deviation(
        "statistics-fmean",
        "metric.mean-of-integers",
        descriptions.FSUM,
        instead(mean=library_means.fmean),
    ),
    Deviation(
        "statistics-mean",
        "metric.mean-divides-the-sum",
        descriptions.STATISTICS_MEAN,
        instead(mean=library_means.exact_mean),
    ),
    Deviation(
        "adds-decimals",
        "metric.sum-is-not-exact",
        descriptions.DECIMALS,
        instead(sum=sums.of_decimals),
    ),
    Deviation(
        "averages-decimals",
        "metric.mean-divides-the-sum",
        descriptions.DECIMALS,
        of_some(means.of_decimals),
    ),
    Deviation(
        "rounds-means",
        "metric.mean-divides-the-sum",
        descriptions.ROUNDED_MEAN,
        parameter=Parameter(
            "number of digits", "4", int, _rounded_mean, usual=("2", "3", "6", "1")
        ),
    ),
    Deviation(
        "single-precision-values",
        "metric.values-as-they-are",
        descriptions.SINGLE_PRECISION,
        on_values(lambda values: list(map(float_loops.single, values))),
    ),
    Deviation(
        "numpy-extreme",
        _COMPARED,
        descriptions.NUMPY_EXTREME,
        instead(both(library_means.numpy_extreme)),
    ),
    Deviation(
        "pandas-extreme",
        _COMPARED,
        descriptions.PANDAS_EXTREME,
        instead(both(library_means.pandas_extreme)),
    ),
    Deviation(
        "polars-extreme",
        _COMPARED,
        descriptions.POLARS_EXTREME,
        instead(both(library_means.polars_extreme)),
    ),
    Deviation(
        "math-max",
        _COMPARED,
        descriptions.MATH_MAX,
        instead(both(partial(from_infinity, nan_wins=True))),
    ),
    Deviation(
        "f64-max",
        _COMPARED,
        descriptions.F64_MAX,
        instead(both(partial(from_infinity, nan_wins=False))),
    ),
)
"""Each stands for one call of a library or language."""
