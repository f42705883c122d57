"""The calls that real runners average the values of steps with, and other kinds of averages."""

from collections.abc import Callable

from candidates.deviations import (
    descriptions,
    float_loops,
    library_means,
    library_sums,
    means,
    sums,
)
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
from candidates.deviations.means import Mean, Values, of_quotients, rounded
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


def _only(name: str) -> Changes:
    return _rows(lambda row: {name: row.get(name, 0)})


def _only_with_a_default(name: str) -> Changes:
    """Return the change that reads one name even where no step has any."""
    return after({"average.rows": lambda rows: [{name: row.get(name, 0)} for row in rows]})


def _first_name(row: Rewards) -> Rewards:
    return {"reward": next(iter(row.values()))} if row else row


def _nan_as(value: Number) -> Changes:
    return _rows(lambda row: {n: value if is_nan(each) else each for n, each in row.items()})


def _rounded(digits: int) -> Changes:
    return after({"average.mean": lambda mean: rounded(digits)([mean])[0]})


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


_ADDED = "multi_step.compensated-sum"
_DIVIDED = "multi_step.divides-the-sum"

DEVIATIONS = (
    Deviation(
        "array-reduce-sum-of-steps", _ADDED, descriptions.ARRAY_REDUCE, _sum(float_loops.reduced)
    ),
    Deviation("kahan-loop-of-steps", _ADDED, descriptions.KAHAN, _sum(float_loops.kahan_of_all)),
    Deviation(
        "neumaier-loop-of-steps",
        "multi_step.integers-join-uncorrected",
        descriptions.NEUMAIER,
        _sum(float_loops.neumaier_of_all),
    ),
    Deviation(
        "double-stream-sum-of-steps",
        _ADDED,
        descriptions.DOUBLE_STREAM,
        _sum(float_loops.double_stream),
    ),
    Deviation("math-fsum-of-steps", _ADDED, descriptions.FSUM, _sum(float_loops.of_binary64)),
    Deviation("numpy-sum-of-steps", _ADDED, descriptions.NUMPY, _sum(library_sums.numpy_sum)),
    Deviation("pandas-sum-of-steps", _ADDED, descriptions.PANDAS, _sum(library_sums.pandas_sum)),
    Deviation("polars-sum-of-steps", _ADDED, descriptions.POLARS, _sum(library_sums.polars_sum)),
    Deviation("numpy-mean-of-steps", _ADDED, descriptions.NUMPY, _mean(library_means.numpy_mean)),
    Deviation(
        "pandas-mean-of-steps", _ADDED, descriptions.PANDAS, _mean(library_means.pandas_mean)
    ),
    Deviation(
        "polars-mean-of-steps", _ADDED, descriptions.POLARS, _mean(library_means.polars_mean)
    ),
    Deviation(
        "statistics-mean-of-steps",
        _DIVIDED,
        descriptions.STATISTICS_MEAN,
        _mean(library_means.exact_mean),
    ),
    Deviation("adds-decimals-of-steps", _ADDED, descriptions.DECIMALS, _sum(sums.of_decimals)),
    Deviation(
        "averages-decimals-of-steps", _DIVIDED, descriptions.DECIMALS, _mean(means.of_decimals)
    ),
    Deviation(
        "single-precision-of-steps",
        "multi_step.values-as-they-are",
        descriptions.SINGLE_PRECISION,
        _rows(lambda row: {name: float_loops.single(value) for name, value in row.items()}),
    ),
    Deviation(
        "adds-steps",
        _DIVIDED,
        "the rewards of the steps are added up",
        _mean(lambda values, add: add(values)),
    ),
    Deviation(
        "adds-counters-of-steps",
        _DIVIDED,
        "rewards are added as collections.Counter, which drops what is not positive",
        (*_mean(lambda values, _: _counted(values)), *around(average=_positive)),
    ),
    Deviation(
        "best-of-steps",
        _DIVIDED,
        "the greatest value of the steps counts",
        _mean(lambda values, _: maximum(values)),
    ),
    Deviation(
        "worst-of-steps",
        _DIVIDED,
        "a trial is as good as the worst of its steps",
        _mean(lambda values, _: minimum(values)),
    ),
    Deviation(
        "divides-steps-first",
        _DIVIDED,
        "each value is divided by the count, and the quotients are added from left to right",
        _mean(lambda values, _: of_quotients(values, float_loops.reduced)),
    ),
    Deviation(
        "rounds-means-of-steps",
        _DIVIDED,
        descriptions.ROUNDED_RESULT,
        parameter=Parameter("number of digits", "4", int, _rounded, usual=("2", "3", "6", "1")),
    ),
    Deviation(
        "one-name-of-steps",
        "multi_step.mean-by-name",
        descriptions.ONE_NAME,
        parameter=Parameter("name", "reward", str, _only, usual=("score", "accuracy")),
    ),
    Deviation(
        "one-name-of-every-step",
        "multi_step.no-names",
        "one name is read, and counts 0 even where no step has a name",
        parameter=Parameter(
            "name", "reward", str, _only_with_a_default, usual=("score", "accuracy")
        ),
    ),
    Deviation(
        "first-name-of-steps",
        "multi_step.mean-by-name",
        descriptions.FIRST_NAME,
        _rows(_first_name),
    ),
    Deviation(
        "nan-of-steps-counts-as",
        "multi_step.infinities-and-nan",
        descriptions.NAN_IS_ZERO,
        parameter=Parameter("value", "0", read_number, _nan_as, usual=("0.0", "-1", "1")),
    ),
    Deviation(
        "steps-without-names-are-left-out",
        "multi_step.null-rewards-count",
        descriptions.WITHOUT_NAMES,
        after({"average.rows": _steps_with_names}),
    ),
    Deviation(
        "always-final",
        "multi_step.unset-is-mean",
        "the last step decides, whatever the task says",
        after(strategy=lambda _: "final"),
    ),
    Deviation(
        "final-or-mean",
        "multi_step.final-without-result",
        "the steps are averaged where the last has no result",
        around(multi_step=_final_or_mean),
    ),
)
"""Each stands for a call, or for another idea of what steps come to."""
