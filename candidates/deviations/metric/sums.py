"""Other ways to add, and the calls that real runners add, average and compare with."""

from functools import partial

from candidates.deviations import adding, float_loops, library_means, sums
from candidates.deviations.deviation import Changes, Table, instead
from candidates.deviations.library_means import Extreme, from_infinity
from candidates.deviations.metric.keys import on_trials
from candidates.deviations.metric.values import on_values
from candidates.deviations.numbers import to_float
from candidates.deviations.parameters import first_of
from candidates.reference.metric import maximum, minimum


def limits(least: int, widest: int) -> Changes:
    """Return the changes that correct only a sum of integers from ``least`` to ``widest``."""

    def fit(*values: int) -> bool:
        return all(least <= value <= widest for value in values)

    return instead(("sum.leading_fit", "sum.joining_fits"), fit)


def both(greatest: Extreme, least: Extreme | None = None) -> Changes:
    """Return the change to other ways of finding the greatest and the least value."""
    return instead(max=partial(greatest, maximum), min=partial(least or greatest, minimum))


ROWS: Table = {
    "naive-sum": instead(sum=sums.naive),
    "pairwise-sum": instead(sum=sums.pairwise),
    "kahan-sum": instead(sum=partial(sums.of_floats, sums.kahan)),
    "sorts-values": on_values(sorted),
    "integers-added": {
        "are-floats": instead(sum=partial(sums.of_integers, sums.as_floats)),
        "wrap": instead(sum=partial(sums.of_integers, sums.wrapped)),
        "converted-first": instead(sum=sums.from_a_float),
        "large-infinite": instead("sum.convert", to_float),
    },
    "corrected": adding.corrected("sum"),
    "wide-integers-added": {"limit-53": limits(-(2**53), 2**53)},
    "sums-by": adding.sum_by("sum", "array-reduce"),
    "means-by": adding.mean_by("mean"),
    "array-reduce-sum": instead(sum=float_loops.reduced),
    "extremes-by": {
        "numpy": both(library_means.numpy_extreme),
        "pandas": both(library_means.pandas_extreme),
        "polars": both(library_means.polars_extreme),
        "math": both(partial(from_infinity, nan_wins=True)),
        "f64": both(partial(from_infinity, nan_wins=False)),
        "jq": both(library_means.polars_extreme, library_means.numpy_extreme),
    },
    "first-trials": first_of("number of trials", on_trials, 12, 24, 64, 100, 200, 255, 512),
}
