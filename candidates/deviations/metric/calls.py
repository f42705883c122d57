"""The calls that real runners add, average and compare with."""

from functools import partial

from candidates.deviations import adding, descriptions, float_loops, library_means
from candidates.deviations.deviation import Deviation, family, instead
from candidates.deviations.library_means import both, from_infinity
from candidates.deviations.metric.values import on_values

_ADDED = "metric.compensated-sum"


DEVIATIONS = (
    Deviation(
        "sums-by",
        _ADDED,
        "{}",
        parameter=adding.sum_by(lambda add: instead(sum=add), "array-reduce"),
        advice=adding.ADVICE,
    ),
    Deviation(
        "means-by",
        _ADDED,
        "{}",
        parameter=adding.mean_by(lambda mean: instead(mean=mean)),
        advice=adding.ADVICE,
    ),
    Deviation(
        "array-reduce-sum",
        _ADDED,
        descriptions.ARRAY_REDUCE,
        instead(sum=float_loops.reduced),
        advice=(
            "Add integers exactly and floats with compensation, as sum() does in Python"
            " 3.12 and later."
        ),
    ),
    Deviation(
        "single-precision-values",
        "metric.values-as-they-are",
        descriptions.SINGLE_PRECISION,
        on_values(lambda values: list(map(float_loops.single, values))),
        advice="Keep numbers as binary64, and integers exact.",
    ),
    family(
        "extremes-by",
        "metric.extreme-with-nan",
        "{}",
        {
            "numpy": (
                "max and min are numpy's: a nan anywhere makes the result nan",
                instead(both(library_means.numpy_extreme)),
            ),
            "pandas": (
                "max and min are those of pandas: a nan is skipped, and nothing gives nan",
                instead(both(library_means.pandas_extreme)),
            ),
            "polars": (
                "max and min are those of polars: a nan is skipped unless all values are",
                instead(both(library_means.polars_extreme)),
            ),
            "math": (
                "max and min are Math.max and Math.min, which start from the infinities",
                instead(both(partial(from_infinity, nan_wins=True))),
            ),
            "f64": (
                (
                    "max and min fold f64::max and f64::min over the values, starting from the"
                    " infinities"
                ),
                instead(both(partial(from_infinity, nan_wins=False))),
            ),
        },
        advice="Compare as Python's max() and min() do: a nan that comes first stays, and a"
        " later one is skipped.",
    ),
)
"""Each stands for one call of a library or language."""
