"""Other ways to choose among results of steps, to treat their keys, and to average their values."""

import math
from collections.abc import Callable
from functools import partial
from itertools import takewhile

from candidates.deviations import adding, means, sums
from candidates.deviations.deviation import Changes, Step, Table, after, before, calling, instead
from candidates.deviations.forms import refusing
from candidates.deviations.means import Values, of_quotients
from candidates.deviations.numbers import to_float
from candidates.deviations.parameters import taking_name, taking_number
from candidates.reference.metric import Rewards
from candidates.reference.multi_step import Rows, Steps, VerifierResult

type Columns = dict[str, Values]
type Result = VerifierResult | None

_ROWS, _COLUMNS, _NAMES = "average.rows", "average.columns", "average.columns.names"
"""Steps: the rewards of each step, the values of each name, and the names."""


def _common(names: Step, rows: Rows) -> list[str]:
    shared = set.intersection(*(set(row) for row in rows if row))
    return [name for name in names(rows) if name in shared]


def _named_mean(columns: Columns) -> Columns:
    return dict(zip(["mean"], columns.values(), strict=True)) if len(columns) == 1 else columns


def _prefixed(columns: Columns) -> Columns:
    """Put the strategy in front of each of several names."""
    if len(columns) <= 1:
        return columns
    return {f"mean_{name}": values for name, values in columns.items()}


def _pooled(rows: Rows) -> Columns:
    return {"reward": [value for row in rows for value in row.values()]}


def _present_values(columns: Step, rows: Rows) -> Columns:
    return {name: [row[name] for row in rows if name in row] for name in columns(rows)}


def _best_last(steps: Steps) -> Steps:
    return sorted(steps, key=lambda step: sum(((step and step["rewards"]) or {}).values()))


def _never(unwanted: VerifierResult) -> Callable[[Result], Result]:
    return lambda result: None if result == unwanted else result


def _of_no_results(result: VerifierResult) -> Changes:
    """Return the change to another result where there are steps but none has a result."""

    def guarded(average: Step, steps: Steps) -> object:
        return result if steps and not [*filter(None, steps)] else average(steps)

    return calling(average=guarded)


def _of_no_names(average: Step, steps: Steps) -> object:
    results = [step for step in steps if step is not None]
    nameless = results and not any(step["rewards"] for step in results)
    return {"rewards": {}} if nameless else average(steps)


on_values = partial(before, "average.mean")
"""Returns the change of the values of each name."""

of_mean = partial(instead, "average.mean")
"""Returns the change to another mean of the values of a name."""


def _rows(change: Callable[[Rewards], Rewards]) -> Changes:
    """Return the change of the rewards of each step."""
    return before("average.columns", lambda rows: [change(row) for row in rows])


def _final_or_mean(multi_step: Step, case: dict[str, object]) -> object:
    last: VerifierResult | None = multi_step(case)
    is_final = case["strategy"] == "final"
    return multi_step({**case, "strategy": "mean"}) if last is None and is_final else last


ROWS: Table = {
    "keys-of-steps": {
        "the-first-step": instead(_NAMES, lambda rows: list(next(row for row in rows if row))),
        "all-steps": calling(_NAMES, _common),
    },
    "means-of-steps-keyed": {
        "mean": after(_COLUMNS, _named_mean),
        "prefixed": after(_COLUMNS, _prefixed),
        "pooled": instead(_COLUMNS, _pooled),
    },
    "averages-present-values": calling(_COLUMNS, _present_values),
    "missing-at-a-step-is-a-float": taking_number(
        lambda zero: instead("average.columns.value", lambda row, name: row.get(name, zero)), "0.0"
    ),
    "unset-is-final": before(strategy=lambda strategy: strategy or "final"),
    "final-is": {
        "the-best": before(final=_best_last),
        "the-last-with-names": after(final=_never({"rewards": {}})),
        "the-last-without-null": after(final=_never({"rewards": None})),
    },
    "of-no-steps": {
        "refused": before(multi_step=refusing(IndexError, lambda case: not case["steps"])),
        "zero": calling(
            multi_step=lambda multi_step, case: (
                multi_step(case) if case["steps"] else {"rewards": {"reward": 0.0}}
            )
        ),
    },
    "of-no-results": {
        "counted-as-zero": before(_ROWS, lambda steps: [step or {"rewards": {}} for step in steps]),
        "empty-rewards": after(
            average=lambda result: {"rewards": {}} if result is None else result
        ),
        "zero": _of_no_results({"rewards": {"reward": 0.0}}),
        "no-empty": before(
            _ROWS, lambda steps: [step for step in steps if step != {"rewards": {}}]
        ),
    },
    "no-names-give-empty-rewards": calling(average=_of_no_names),
    "steps-reduced": {
        "product": of_mean(lambda values, _: math.prod(values)),
        "quotients": of_mean(lambda values, _: of_quotients(values, sums.reduced)),
        "sorted": on_values(sorted),
        "until-one-breaks": before(
            _ROWS, lambda steps: [*takewhile(lambda step: step is not None, steps)]
        ),
        "all-or-none": before(_ROWS, lambda steps: [] if None in steps else steps),
        "last-rewards": before(
            final=lambda steps: [one for one in steps if one and one["rewards"] is not None]
        ),
    },
    "takes-the-last-names": before(
        final=lambda steps: [step for step in steps if step and step["rewards"]]
    ),
    "means-of-steps-divide": {
        "of-a-set": on_values(means.distinct),
        "integers-truncated": of_mean(means.truncated),
        "integers-floored": of_mean(means.floored),
        "single-value-kept": of_mean(means.single_kept),
        "too-large-infinite": of_mean(means.infinite),
    },
    "naive-sum-of-steps": instead("average.sum", sums.naive),
    "sums-of-steps-added": {
        "integers-converted": instead("average.sum", sums.from_a_float),
        "large-infinite": instead("average.sum.convert", to_float),
    },
    "corrected-of-steps": adding.corrected("average.sum"),
    "sums-of-steps-by": adding.sum_by("average.sum"),
    "means-of-steps-by": adding.mean_by("average.mean"),
    "one-name-of-every-step": taking_name(
        lambda name: after("average.rows", lambda rows: [{name: row.get(name, 0)} for row in rows]),
        ("reward", "score", "accuracy"),
    ),
    "first-name-of-steps": _rows(lambda row: {"reward": next(iter(row.values()))} if row else row),
    "final-or-mean": calling(multi_step=_final_or_mean),
}
