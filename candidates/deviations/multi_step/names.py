"""Other ways to treat the reward names of steps."""

import unicodedata
from collections.abc import Callable

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    after,
    around,
    before,
    instead,
)
from candidates.deviations.means import Values
from candidates.deviations.numbers import read_number
from candidates.reference.multi_step import Rows, Steps, VerifierResult, names_of
from candidates.reference.summation import Number

type Columns = dict[str, Values]


def _of_first_row(rows: Rows) -> list[str]:
    """Return the names of the first row that has any."""
    return list(next(row for row in rows if row))


def _named_by_the_first(average: Step) -> Step:
    """Have no result where the first result has no name."""

    def averaged(steps: Steps) -> VerifierResult | None:
        first = next((step for step in steps if step is not None), None)
        return average(steps) if first and first["rewards"] else None

    return averaged


def _common(names: Step) -> Step:
    """Leave out the names that some row with names lacks."""

    def common(rows: Rows) -> list[str]:
        shared = set.intersection(*(set(row) for row in rows if row))
        return [name for name in names(rows) if name in shared]

    return common


def _pooled(rows: Rows) -> Columns:
    """Make one reward of the values of all names."""
    return {"reward": [value for row in rows for value in row.values()]}


def _named_mean(columns: Columns) -> Columns:
    """Name a mean of one name as the metric does."""
    return dict(zip(["mean"], columns.values(), strict=True)) if len(columns) == 1 else columns


def _prefixed(columns: Columns) -> Columns:
    """Put the strategy in front of each of several names."""
    if len(columns) <= 1:
        return columns
    return {f"mean_{name}": values for name, values in columns.items()}


def _by_position(columns: Step) -> Step:
    """Take the first row's names for those of all rows, in its order."""

    def positioned(rows: Rows) -> Columns:
        names = names_of(rows)
        if any(len(row) != len(names) for row in rows):
            return columns(rows)  # type: ignore[no-any-return] # a step
        return dict(zip(names, zip(*(row.values() for row in rows), strict=True), strict=True))

    return positioned


def _renaming(rename: Callable[[str], str]) -> Changes:
    """Return the change of every name; of two alike in a step the last stays."""
    return before(
        {
            "average.columns": lambda rows: [
                {rename(name): value for name, value in row.items()} for row in rows
            ]
        }
    )


def _present_values(columns: Step) -> Step:
    """Give each name the values of the rows that have it."""
    return lambda rows: {name: [row[name] for row in rows if name in row] for name in columns(rows)}


def _filled_with(missing: Number) -> Changes:
    return instead({"average.columns.value": lambda row, name: row.get(name, missing)})


DEVIATIONS = (
    Deviation(
        "names-of-the-first-step",
        "multi_step.mean-by-name",
        "all steps are thought to have the names of the first",
        instead({"average.columns.names": _of_first_row}),
    ),
    Deviation(
        "names-of-the-first-result",
        "multi_step.mean-by-name",
        "the names are those of the first step that has a result, be they none",
        (
            *instead({"average.columns.names": lambda rows: list(rows[0])}),
            *around(average=_named_by_the_first),
        ),
    ),
    Deviation(
        "names-common-to-all-steps",
        "multi_step.mean-by-name",
        "only names that every step has are averaged",
        around({"average.columns.names": _common}),
    ),
    Deviation(
        "pools-the-names-of-steps",
        "multi_step.mean-by-name",
        "a trial is thought to have one reward",
        instead({"average.columns": _pooled}),
    ),
    Deviation(
        "means-of-steps-named-mean",
        "multi_step.names-stay",
        "the metric's mean is used for steps as well",
        after({"average.columns": _named_mean}),
    ),
    Deviation(
        "means-of-steps-prefixed",
        "multi_step.names-stay",
        "names are made to say how they came about",
        after({"average.columns": _prefixed}),
    ),
    Deviation(
        "names-by-position",
        "multi_step.order-of-names",
        "steps are rows of a table with one head",
        around({"average.columns": _by_position}),
    ),
    Deviation(
        "folds-case-of-names",
        "multi_step.names-are-code-points",
        "names are compared without case",
        _renaming(str.casefold),
    ),
    Deviation(
        "normalizes-names-of-steps",
        "multi_step.names-are-code-points",
        "names are brought to one normal form",
        _renaming(lambda name: unicodedata.normalize("NFKC", name)),
    ),
    Deviation(
        "trims-names-of-steps",
        "multi_step.names-are-code-points",
        "white space around names is dropped",
        _renaming(str.strip),
    ),
    Deviation(
        "cuts-names-of-steps-at-nul",
        "multi_step.names-are-code-points",
        "names are C strings",
        _renaming(lambda name: name.partition("\0")[0]),
    ),
    Deviation(
        "replaces-surrogates-of-steps",
        "multi_step.names-are-code-points",
        "text is held as UTF-8",
        _renaming(lambda name: name.encode("utf-8", "replace").decode()),
    ),
    Deviation(
        "averages-present-values",
        "multi_step.missing-name-counts-zero",
        "each name is averaged over the steps that have it",
        around({"average.columns": _present_values}),
    ),
    Deviation(
        "missing-at-a-step-is-a-float",
        "multi_step.missing-is-integer-zero",
        "what is missing is filled with 0.0",
        parameter=Parameter("value", "0.0", read_number, _filled_with),
    ),
)
"""Each breaks one clause about names."""
