"""Other ways to treat the reward names of steps."""

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    after,
    around,
    family,
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


def _present_values(columns: Step) -> Step:
    """Give each name the values of the rows that have it."""
    return lambda rows: {name: [row[name] for row in rows if name in row] for name in columns(rows)}


def _filled_with(missing: Number) -> Changes:
    return instead({"average.columns.value": lambda row, name: row.get(name, missing)})


DEVIATIONS = (
    family(
        "keys-of-steps",
        "multi_step.mean-by-name",
        "only the keys of {} are averaged",
        {
            "the-first-step": ("the first step", instead({"average.columns.names": _of_first_row})),
            "the-first-result": (
                "the first step with a result",
                (
                    *instead({"average.columns.names": lambda rows: list(rows[0])}),
                    *around(average=_named_by_the_first),
                ),
            ),
            "all-steps": ("all steps in common", around({"average.columns.names": _common})),
        },
        advice="Average every key that any step has.",
    ),
    family(
        "means-of-steps-keyed",
        "multi_step.names-stay",
        "means of steps are keyed {}",
        {
            "mean": ('"mean" where there is a single key', after({"average.columns": _named_mean})),
            "prefixed": (
                'by "mean" and the reward key together',
                after({"average.columns": _prefixed}),
            ),
            "by-position": (
                "by position: the keys of the first step apply to all",
                around({"average.columns": _by_position}),
                "multi_step.order-of-names",
            ),
            "pooled": (
                "as one reward, over the values of all keys",
                instead({"average.columns": _pooled}),
                "multi_step.mean-by-name",
            ),
        },
        advice="Key each mean by the reward key, in the order in which the keys first occur.",
    ),
    Deviation(
        "averages-present-values",
        "multi_step.missing-name-counts-zero",
        "each key is averaged over the steps that have it",
        around({"average.columns": _present_values}),
        advice="Count a key as 0 in each step that lacks it.",
    ),
    Deviation(
        "missing-at-a-step-is-a-float",
        "multi_step.missing-is-integer-zero",
        "a missing value counts as {} instead of the integer 0",
        parameter=Parameter("value", "0.0", read_number, _filled_with),
        advice="Fill missing values with the integer 0.",
    ),
)
"""Each breaks one clause about names."""
