"""Other ways to choose among results of steps, and to treat their keys."""

import math
import statistics
from collections.abc import Callable
from itertools import takewhile

from candidates.deviations.deviation import Changes, Step, after, around, before, instead
from candidates.deviations.forms import refusing
from candidates.deviations.means import Values
from candidates.deviations.multi_step.means import of_mean, on_values
from candidates.deviations.numbers import read_number
from candidates.deviations.parameters import taking, taking_number
from candidates.deviations.rows import Table
from candidates.reference.multi_step import Rows, Steps, VerifierResult
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


def _named_mean(columns: Columns) -> Columns:
    """Name a mean of one name as the metric does."""
    return dict(zip(["mean"], columns.values(), strict=True)) if len(columns) == 1 else columns


def _prefixed(columns: Columns) -> Columns:
    """Put the strategy in front of each of several names."""
    if len(columns) <= 1:
        return columns
    return {f"mean_{name}": values for name, values in columns.items()}


def _present_values(columns: Step) -> Step:
    """Give each name the values of the rows that have it."""
    return lambda rows: {name: [row[name] for row in rows if name in row] for name in columns(rows)}


def _filled_with(missing: Number) -> Changes:
    return instead({"average.columns.value": lambda row, name: row.get(name, missing)})


type Result = VerifierResult | None


def _with_result(steps: Steps) -> Steps:
    return [step for step in steps if step is not None]


def _best_last(steps: Steps) -> Steps:
    return sorted(steps, key=lambda step: sum(((step and step["rewards"]) or {}).values()))


def _never(unwanted: VerifierResult) -> Callable[[Result], Result]:
    return lambda result: None if result == unwanted else result


def _without(unwanted: VerifierResult) -> Callable[[Steps], Steps]:
    return lambda steps: [step for step in steps if step != unwanted]


def _zero_for_no_steps(multi_step: Step) -> Step:
    zero = {"rewards": {"reward": 0.0}}
    return lambda case: multi_step(case) if case["steps"] else zero


def _of_no_results(result: VerifierResult) -> Changes:
    """Return the change to another result where there are steps but none has a result."""

    def guarded(average: Step) -> Step:
        return lambda steps: result if steps and not _with_result(steps) else average(steps)

    return around(average=guarded)


def _of_no_names(result: VerifierResult) -> Changes:
    """Return the change to another result where there are results but no name."""

    def guarded(average: Step) -> Step:
        def guard(steps: Steps) -> Result:
            results = [step for step in steps if step is not None]
            nameless = results and not any(step["rewards"] for step in results)
            return result if nameless else average(steps)

        return guard

    return around(average=guarded)


def _until_one_breaks(steps: Steps) -> Steps:
    return list(takewhile(lambda step: step is not None, steps))


def _of_complete(steps: Steps) -> Steps:
    return [] if None in steps else steps


def _with_rewards(steps: Steps) -> Steps:
    return [step for step in steps if step and step["rewards"] is not None]


ROWS: Table = {
    "keys-of-steps": {
        "the-first-step": instead({"average.columns.names": _of_first_row}),
        "the-first-result": (
            *instead({"average.columns.names": lambda rows: list(rows[0])}),
            *around(average=_named_by_the_first),
        ),
        "all-steps": around({"average.columns.names": _common}),
    },
    "means-of-steps-keyed": {
        "mean": after({"average.columns": _named_mean}),
        "prefixed": after({"average.columns": _prefixed}),
        "pooled": instead(
            {
                "average.columns": lambda rows: {
                    "reward": [value for row in rows for value in row.values()]
                }
            }
        ),
    },
    "averages-present-values": around({"average.columns": _present_values}),
    "missing-at-a-step-is-a-float": taking_number(_filled_with, "0.0"),
    "unset-is-final": before(strategy=lambda strategy: strategy or "final"),
    "final-is": {
        "the-best": before(final=_best_last),
        "the-last-with-names": after(final=_never({"rewards": {}})),
        "the-last-without-null": after(final=_never({"rewards": None})),
    },
    "of-no-steps": {
        "refused": before(multi_step=refusing(IndexError, lambda case: not case["steps"])),
        "null-rewards": after(
            multi_step=lambda result: {"rewards": None} if result is None else result
        ),
        "zero": around(multi_step=_zero_for_no_steps),
    },
    "of-no-results": {
        "counted-as-zero": before(
            {"average.rows": lambda steps: [step or {"rewards": {}} for step in steps]}
        ),
        "empty-rewards": after(
            average=lambda result: {"rewards": {}} if result is None else result
        ),
        "zero": _of_no_results({"rewards": {"reward": 0.0}}),
        "no-empty": before({"average.rows": _without({"rewards": {}})}),
    },
    "no-names-give-empty-rewards": _of_no_names({"rewards": {}}),
    "steps-reduced": {
        "median": of_mean(lambda values, _: statistics.median(values)),
        "product": of_mean(lambda values, _: math.prod(values)),
        "sorted": on_values(sorted),
        "until-one-breaks": before({"average.rows": _until_one_breaks}),
        "all-or-none": before({"average.rows": _of_complete}),
        "last-rewards": before(final=_with_rewards),
    },
    "steps-in-percent": taking(
        "factor",
        read_number,
        lambda factor: after({"average.mean": lambda mean: mean * factor}),
        ("100", "100.0"),
    ),
    "takes-the-last-names": before(
        final=lambda steps: [step for step in steps if step and step["rewards"]]
    ),
}
