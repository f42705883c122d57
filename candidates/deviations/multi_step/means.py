"""Other ways to average the values of a key over steps."""

from collections.abc import Callable

from candidates.deviations import adding, float_loops, means, sums
from candidates.deviations.deviation import Changes, Step, after, around, before, instead
from candidates.deviations.means import Mean, Values, of_quotients
from candidates.deviations.numbers import is_nan, to_float
from candidates.deviations.parameters import taking_name, taking_number
from candidates.deviations.rows import Table
from candidates.reference.metric import Aggregate, Rewards, maximum, minimum
from candidates.reference.multi_step import Rows, VerifierResult
from candidates.reference.summation import Number


def on_values(change: Callable[[Values], Values]) -> Changes:
    """Return the change of the values of each name."""
    return before({"average.mean": change})


def of_mean(mean: Mean) -> Changes:
    """Return the change to another mean of the values of a name."""
    return instead({"average.mean": mean})


def _sum(add: Aggregate) -> Changes:
    """Return the change to another sum."""
    return instead({"average.sum": add})


def _by_floats(values: Values, add: Aggregate) -> Number:
    """Round a sum of integers to binary64 before it is divided."""
    result = add(values)
    return to_float(result) / len(values) if abs(result) < 2**1023 else result / len(values)


def _rows(change: Callable[[Rewards], Rewards]) -> Changes:
    """Return the change of the rewards of each step."""
    return before({"average.columns": lambda rows: [change(row) for row in rows]})


def _only_with_a_default(name: str) -> Changes:
    """Return the change that reads one name even where no step has any."""
    return after({"average.rows": lambda rows: [{name: row.get(name, 0)} for row in rows]})


def _first_name(row: Rewards) -> Rewards:
    return {"reward": next(iter(row.values()))} if row else row


def _nan_as(value: Number) -> Changes:
    return _rows(lambda row: {n: value if is_nan(each) else each for n, each in row.items()})


def _steps_with_names(rows: Rows) -> Rows:
    return [row for row in rows if row]


def _final_or_mean(multi_step: Step) -> Step:
    """Average the steps where the last has no result."""

    def answer(case: dict[str, object]) -> VerifierResult | None:
        last: VerifierResult | None = multi_step(case)
        is_final = case["strategy"] == "final"
        return multi_step({**case, "strategy": "mean"}) if last is None and is_final else last

    return answer


ROWS: Table = {
    "means-of-steps-divide": {
        "of-a-set": on_values(means.distinct),
        "backwards": on_values(lambda values: values[::-1]),
        "integers-truncated": of_mean(means.truncated),
        "integers-as-floats": of_mean(_by_floats),
        "single-value-kept": of_mean(means.single_kept),
        "large-refused": of_mean(means.of_convertible),
        "too-large-infinite": of_mean(means.infinite),
        "by-float": on_values(means.by_float),
        "doubles": on_values(means.as_doubles),
    },
    "naive-sum-of-steps": _sum(sums.naive),
    "sums-of-steps-added": {
        "exactly": _sum(sums.exact),
        "integers-converted": _sum(sums.from_a_float),
        "wide-corrected": instead({"average.sum.joining_fits": lambda _value: True}),
        "large-infinite": instead({"average.sum.convert": to_float}),
    },
    "sums-of-steps-by": adding.sum_by(lambda add: instead({"average.sum": add})),
    "means-of-steps-by": adding.mean_by(lambda mean: instead({"average.mean": mean})),
    "steps-joined": {
        "added": of_mean(lambda values, add: add(values)),
        "greatest": of_mean(lambda values, _: maximum(values)),
        "least": of_mean(lambda values, _: minimum(values)),
        "quotients": of_mean(lambda values, _: of_quotients(values, float_loops.reduced)),
    },
    "one-name-of-every-step": taking_name(_only_with_a_default, ("reward", "score", "accuracy")),
    "first-name-of-steps": _rows(_first_name),
    "nan-of-steps-counts-as": taking_number(_nan_as, ("0", "0.0", "-1", "1")),
    "steps-without-names-are-left-out": after({"average.rows": _steps_with_names}),
    "final-or-mean": around(multi_step=_final_or_mean),
}
