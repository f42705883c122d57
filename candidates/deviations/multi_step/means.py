"""Other ways to average the values of a key over steps."""

from collections.abc import Callable
from functools import partial

from candidates.deviations import adding, float_loops, means, sums
from candidates.deviations.deviation import Changes, Step, Table, after, before, calling, instead
from candidates.deviations.means import Values, of_quotients
from candidates.deviations.numbers import to_float
from candidates.deviations.parameters import nan_as, taking_name
from candidates.reference.metric import Aggregate, Rewards, maximum, minimum
from candidates.reference.multi_step import VerifierResult
from candidates.reference.summation import Number

on_values = partial(before, "average.mean")
"""Returns the change of the values of each name."""

of_mean = partial(instead, "average.mean")
"""Returns the change to another mean of the values of a name."""


def _by_floats(values: Values, add: Aggregate) -> Number:
    """Round a sum of integers to binary64 before it is divided."""
    result = add(values)
    return to_float(result) / len(values) if abs(result) < 2**1023 else result / len(values)


def _rows(change: Callable[[Rewards], Rewards]) -> Changes:
    """Return the change of the rewards of each step."""
    return before("average.columns", lambda rows: [change(row) for row in rows])


def _on_each_value(change: Callable[[Number], Number]) -> Changes:
    return _rows(lambda row: {name: change(value) for name, value in row.items()})


def _final_or_mean(multi_step: Step, case: dict[str, object]) -> object:
    """Average the steps where the last has no result."""
    last: VerifierResult | None = multi_step(case)
    is_final = case["strategy"] == "final"
    return multi_step({**case, "strategy": "mean"}) if last is None and is_final else last


ROWS: Table = {
    "means-of-steps-divide": {
        "of-a-set": on_values(means.distinct),
        "integers-truncated": of_mean(means.truncated),
        "integers-as-floats": of_mean(_by_floats),
        "single-value-kept": of_mean(means.single_kept),
        "large-refused": of_mean(means.of_convertible),
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
    "steps-joined": {
        "added": of_mean(lambda values, add: add(values)),
        "greatest": of_mean(lambda values, _: maximum(values)),
        "least": of_mean(lambda values, _: minimum(values)),
        "quotients": of_mean(lambda values, _: of_quotients(values, float_loops.reduced)),
    },
    "one-name-of-every-step": taking_name(
        lambda name: after("average.rows", lambda rows: [{name: row.get(name, 0)} for row in rows]),
        ("reward", "score", "accuracy"),
    ),
    "first-name-of-steps": _rows(lambda row: {"reward": next(iter(row.values()))} if row else row),
    "nan-of-steps-counts-as": nan_as(_on_each_value, "0", "0.0", "-1", "1"),
    "steps-without-names-are-left-out": after(
        "average.rows", lambda rows: [row for row in rows if row]
    ),
    "final-or-mean": calling(multi_step=_final_or_mean),
}
