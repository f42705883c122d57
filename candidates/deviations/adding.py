"""Ways to add and to average that people use, for each operation that adds."""

import math
import operator
from collections.abc import Callable, Mapping
from itertools import chain

from candidates.deviations import library_sums, means, sums
from candidates.deviations.deviation import Changes, Parameter, instead, one_of
from candidates.deviations.means import Mean
from candidates.deviations.rows import sentences
from candidates.reference.metric import Aggregate
from candidates.reference.summation import Number, neumaier

_SUMS: Mapping[str, Aggregate] = {
    "kahan": sums.kahan_of_all,
    "neumaier": sums.neumaier_of_all,
    "double-stream": sums.double_stream,
    "fsum": math.fsum,
    "numpy": library_sums.numpy_sum,
    "pandas": library_sums.pandas_sum,
    "polars": library_sums.polars_sum,
    "decimals": sums.of_decimals,
    "array-reduce": sums.reduced,
    "loop": sums.naive_from_a_float,
}

_MEANS: Mapping[str, Mean] = {
    "loop": means.by_adding(sums.naive),
    "float-loop": means.by_adding(sums.naive_from_a_float),
    "numpy": means.numpy_mean,
    "pandas": means.pandas_mean,
    "polars": means.polars_mean,
    "fmean": means.fmean,
    "statistics": means.exact_mean,
    "decimals": means.of_some(means.of_decimals),
    "running": means.of_some(means.running),
    "quotients": means.of_some(means.of_quotients),
}


def corrected(step: str) -> Mapping[str, Changes]:
    """Return what those do who write the correction of Python's sum themselves."""
    ways = {
        "first-float": instead(f"{step}.first_loss", neumaier),
        "integers": instead(f"{step}.integer_loss", neumaier),
        "wide-integers": instead((f"{step}.leading_fit", f"{step}.joining_fits"), lambda *_: True),
        "not-finite": instead((f"{step}.before_wide", f"{step}.at_the_end"), operator.add),
    }
    return {"throughout": tuple(chain(*ways.values())), **ways}


def sum_by(step: str, *without: str) -> Parameter:
    """Return the parameter that is another sum in a step, one of all ways but these."""
    return _one_of("sums", _SUMS, lambda add: instead(step, add), without)


def mean_by(
    step: str, *without: str, of: Callable[[Mean], Callable[..., Number]] = lambda mean: mean
) -> Parameter:
    """Return the parameter that is another mean in a step, one of all ways but these.

    ``of`` returns what the step takes in the place of a mean.
    """
    return _one_of("means", _MEANS, lambda mean: instead(step, of(mean)), without)


def _one_of[T](
    kind: str, ways: Mapping[str, T], changes: Callable[[T], Changes], without: tuple[str, ...]
) -> Parameter:
    words, kept = sentences(kind), {way: one for way, one in ways.items() if way not in without}
    return one_of("way", {way: (words[way], changes(step)) for way, step in kept.items()})
