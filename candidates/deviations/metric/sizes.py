"""Limits on trials, names and digits that a metric does not have."""

from candidates.deviations.deviation import Changes, after, before
from candidates.deviations.metric.names import on_trials, renaming
from candidates.deviations.metric.values import on_values
from candidates.deviations.numbers import first_digits
from candidates.deviations.sizes import limited


def _first_trials(limit: int) -> Changes:
    return before(metric=on_trials(lambda trials: trials[:limit]))


def _first_names(limit: int) -> Changes:
    return after({"columns.names": lambda names: names[:limit]})


def _names_cut(limit: int) -> Changes:
    return before(metric=renaming(lambda name: name[:limit]))


def _digits_kept(limit: int) -> Changes:
    return on_values(lambda values: [first_digits(value, limit) for value in values])


DEVIATIONS = (
    *limited(
        "first-@-trials",
        "metric.any-number-of-trials",
        "trials come in pages, and the first page is taken for all of them",
        parameter="number of trials",
        limits=(12, 24, 64, 100, 200, 255, 512),
        changes=_first_trials,
    ),
    *limited(
        "first-@-names",
        "metric.any-number-of-names",
        "a table has room for so many columns",
        parameter="number of names",
        limits=(8, 64, 255, 512),
        changes=_first_names,
    ),
    *limited(
        "names-of-@-characters",
        "metric.names-of-any-length",
        "names are kept in a column of a database",
        parameter="number of characters",
        limits=(64, 255, 1024),
        changes=_names_cut,
    ),
    *limited(
        "integers-of-@-digits",
        "metric.any-number-of-digits",
        "integers are kept as decimals of a fixed precision",
        parameter="number of digits",
        limits=(28, 1000, 4000),
        changes=_digits_kept,
    ),
)
"""Each has one limit that harbor does not have."""
