"""The calls that real runners average the values of steps with, and other kinds of averages."""

from collections.abc import Callable

from candidates.deviations import adding, descriptions, float_loops
from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    after,
    around,
    before,
    family,
    instead,
)
from candidates.deviations.means import Mean, Values, of_quotients
from candidates.deviations.numbers import is_nan, read_number
from candidates.reference.metric import Aggregate, Rewards, maximum, minimum
from candidates.reference.multi_step import Rows, Steps, VerifierResult
from candidates.reference.summation import Number


def _mean(mean: Mean) -> Changes:
    """Return the change to another mean of the values of a name."""
    return instead({"average.mean": mean})


def _sum(add: Aggregate) -> Changes:
    """Return the change to another sum."""
    return instead({"average.sum": add})


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


def _counted(values: Values) -> Number:
    """Add, and begin again where the sum so far is not positive."""
    total: Number = 0
    for value in values:
        total = max(0, total + value)
    return total


def _positive(average: Step) -> Step:
    """Keep the names whose value is positive."""

    def averaged(steps: Steps) -> VerifierResult | None:
        result = average(steps)
        rewards = (result and result["rewards"]) or {}
        positive = {name: value for name, value in rewards.items() if value > 0}
        return {"rewards": positive} if positive else None

    return averaged


def _final_or_mean(multi_step: Step) -> Step:
    """Average the steps where the last has no result."""

    def answer(question: dict[str, object]) -> VerifierResult | None:
        last: VerifierResult | None = multi_step(question)
        is_final = question["strategy"] == "final"
        return multi_step({**question, "strategy": "mean"}) if last is None and is_final else last

    return answer


_DIVIDED = "multi_step.divides-the-sum"

DEVIATIONS = (
    Deviation(
        "sums-of-steps-by",
        "multi_step.compensated-sum",
        "{}",
        parameter=adding.sum_by(lambda add: instead({"average.sum": add})),
        advice=adding.ADVICE,
    ),
    Deviation(
        "means-of-steps-by",
        "multi_step.divides-the-sum",
        "{}",
        parameter=adding.mean_by(lambda mean: instead({"average.mean": mean})),
        advice=adding.ADVICE,
    ),
    Deviation(
        "single-precision-of-steps",
        "multi_step.values-as-they-are",
        descriptions.SINGLE_PRECISION,
        _rows(lambda row: {name: float_loops.single(value) for name, value in row.items()}),
        advice="Keep numbers as binary64, and integers exact.",
    ),
    family(
        "steps-joined",
        "multi_step.divides-the-sum",
        "{}",
        {
            "added": ("the rewards of the steps are added", _mean(lambda values, add: add(values))),
            "counted": (
                (
                    "rewards are added as collections.Counter, which drops values that are not"
                    " positive"
                ),
                (*_mean(lambda values, _: _counted(values)), *around(average=_positive)),
            ),
            "greatest": (
                "the greatest value of the steps counts",
                _mean(lambda values, _: maximum(values)),
            ),
            "least": (
                "the least value of the steps counts",
                _mean(lambda values, _: minimum(values)),
            ),
            "quotients": (
                (
                    "each value is divided by the count, and the quotients are added without"
                    " compensation"
                ),
                _mean(lambda values, _: of_quotients(values, float_loops.reduced)),
            ),
        },
        advice="Divide the sum of each key by the number of steps with a result.",
    ),
    Deviation(
        "one-name-of-every-step",
        "multi_step.no-names",
        "only the key {} is read, and counts 0 even where no step has any",
        parameter=Parameter(
            "name", "reward", str, _only_with_a_default, usual=("score", "accuracy")
        ),
        advice="Average every key of the rewards.",
    ),
    Deviation(
        "first-name-of-steps",
        "multi_step.mean-by-name",
        descriptions.FIRST_NAME,
        _rows(_first_name),
        advice="Average every key of the rewards.",
    ),
    Deviation(
        "nan-of-steps-counts-as",
        "multi_step.infinities-and-nan",
        "a nan counts as {}",
        parameter=Parameter("value", "0", read_number, _nan_as, usual=("0.0", "-1", "1")),
        advice="Pass nan on to the mean.",
    ),
    Deviation(
        "steps-without-names-are-left-out",
        "multi_step.null-rewards-count",
        "steps without keys are left out, null or empty",
        after({"average.rows": _steps_with_names}),
        advice="Count a step with null or empty rewards as 0.",
    ),
    Deviation(
        "final-or-mean",
        "multi_step.final-without-result",
        "the strategy final averages the steps where the last has no result",
        around(multi_step=_final_or_mean),
        advice="Return no result where the last step has none.",
    ),
)
"""Each stands for a call, or for another idea of what steps come to."""
