"""What harbor requires of metric: names, what is missing, the mean and the extremes.

How values are added is in ``metric_sums``. Three things never make a verdict, and the
checks see to them as exact agreement: several names come sorted by code point, which
is not the order of UTF-16 (base.py:21); of equal values, 1 and 1.0 or 0.0 and -0.0, the
maximum and the minimum are the first (max.py:6, min.py:6); and sums of integers and
sums of nothing are integers, while means never are (sum.py:6, mean.py:9).
"""

from conformance.clauses import metric_sums
from conformance.clauses.metric_sums import BASE, MEAN, SUM
from conformance.model import Clause, Source

_MAX = Source("harbor/metrics/max.py", 6, 6, "aggregate=max")
_MIN = Source("harbor/metrics/min.py", 6, 6, "aggregate=min")
_NAMES = Source(BASE, 21, 23, "reward_keys = sorted(")
_ONE_NAME = Source(BASE, 25, 30, "if len(reward_keys) <= 1:")
_SEVERAL_NAMES = Source(BASE, 32, 37, "return {")
_ONE_VALUE = Source(BASE, 27, 27, "0 if reward is None else next(iter(reward.values()), 0)")
_VALUE_OF_NAME = Source(BASE, 34, 34, "0 if reward is None else reward.get(key, 0)")

CLAUSES = (
    Clause(
        "metric.aggregate-by-name",
        "mean, max, min and sum aggregate the values of one reward name over all trials, "
        "each name on its own.",
        (SUM, MEAN, _MAX, _MIN, Source(BASE, 33, 35, "key: aggregate(")),
    ),
    Clause(
        "metric.values-as-they-are",
        "Values are neither clamped, rounded nor converted before they are aggregated.",
        (Source(BASE, 26, 29, "values = ["), _VALUE_OF_NAME),
    ),
    Clause(
        "metric.equal-values-all-count",
        "Equal values of several trials count once for each trial.",
        (Source(BASE, 26, 29, "values = ["), _VALUE_OF_NAME),
    ),
    Clause(
        "metric.trial-order",
        "Values are aggregated from the first trial to the last, and another order may give "
        "another number or an error.",
        (Source(BASE, 28, 28, "for reward in rewards"), _VALUE_OF_NAME),
    ),
    Clause(
        "metric.keyed-by-metric-name",
        "With at most one reward name over all trials, be it none, the answer has one number, "
        "under the name of the metric.",
        (_ONE_NAME,),
    ),
    Clause(
        "metric.keyed-by-reward-name",
        "With two or more reward names the answer has one number under each of them, sorted by "
        "code point, and the name of the metric is lost.",
        (_SEVERAL_NAMES, _NAMES),
    ),
    Clause(
        "metric.names-of-all-trials",
        "The reward names are those of all trials together, so trials of one name each may "
        "make several.",
        (_NAMES,),
    ),
    Clause(
        "metric.names-are-code-points",
        "Two names are the same only if they are the same code points: case, normal form, "
        "white space and NUL all tell them apart.",
        (Source(BASE, 22, 22, "for key in reward"),),
    ),
    Clause(
        "metric.names-keep-lone-surrogates",
        "Names may hold lone surrogates, each of which is a character of its own.",
        (Source(BASE, 22, 22, "for key in reward"),),
    ),
    Clause(
        "metric.no-name-is-special",
        "The empty name, the names of metrics and names that programming languages reserve are "
        "reward names like any other.",
        (Source(BASE, 22, 22, "for key in reward"), _SEVERAL_NAMES),
    ),
    Clause(
        "metric.none-counts-zero",
        "A trial whose rewards are null counts as a value of 0, under each name.",
        (_ONE_VALUE, _VALUE_OF_NAME),
    ),
    Clause(
        "metric.empty-object-counts-zero",
        "A trial whose rewards are an empty object counts as a value of 0, under each name.",
        (_ONE_VALUE, _VALUE_OF_NAME),
    ),
    Clause(
        "metric.missing-name-counts-zero",
        "A trial that lacks one of several names counts as a value of 0 under it.",
        (_VALUE_OF_NAME,),
    ),
    Clause(
        "metric.missing-is-integer-zero",
        "The 0 for what is missing is an integer, so integers beside it are still added exactly.",
        (_ONE_VALUE, _VALUE_OF_NAME),
    ),
    Clause(
        "metric.sum-of-nothing",
        "The sum of no trials is the integer 0 under the name of the metric.",
        (SUM, Source(BASE, 30, 30, "return {metric_name: aggregate(values)}")),
    ),
    Clause(
        "metric.mean-of-nothing",
        "The mean of no trials is a ZeroDivisionError.",
        (MEAN,),
    ),
    Clause(
        "metric.extreme-of-nothing",
        "The maximum and the minimum of no trials are a ValueError.",
        (_MAX, _MIN),
    ),
    Clause(
        "metric.mean-divides-by-all-trials",
        "The mean divides by the number of all trials, those without rewards included.",
        (MEAN, _ONE_VALUE, _VALUE_OF_NAME),
    ),
    Clause(
        "metric.mean-divides-the-sum",
        "The mean is the metric's sum, rounded as sums are, divided once by the number of trials.",
        (MEAN,),
    ),
    Clause(
        "metric.mean-of-integers",
        "The mean of integers is the binary64 nearest to the exact quotient, even where the sum "
        "is no binary64.",
        (MEAN,),
    ),
    Clause(
        "metric.mean-of-large-integers",
        "The mean of integers is a number wherever the quotient fits binary64, whether or not "
        "the sum does.",
        (MEAN,),
    ),
    Clause(
        "metric.mean-too-large",
        "A mean of integers whose quotient is too large for binary64 is an OverflowError.",
        (MEAN,),
    ),
    Clause(
        "metric.extreme-is-a-value",
        "The maximum and the minimum are one of the values, of whatever sign and size.",
        (_MAX, _MIN),
    ),
    Clause(
        "metric.extreme-with-nan",
        "The maximum and the minimum keep the first value until a later one is greater or less, "
        "so a nan is the result in first place and nowhere else.",
        (_MAX, _MIN),
    ),
    Clause(
        "metric.extreme-compares-exactly",
        "The maximum and the minimum compare integers and floats by their exact values and "
        "return the value itself.",
        (_MAX, _MIN),
    ),
    Clause(
        "metric.extreme-beyond-floats",
        "The maximum and the minimum compare integers beyond binary64 with floats without an "
        "error, and infinities lie farther out than any integer.",
        (_MAX, _MIN),
    ),
    *metric_sums.CLAUSES,
)
