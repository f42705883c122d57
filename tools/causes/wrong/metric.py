"""Wrong implementations of `metric`."""

import math
import statistics
from collections.abc import Callable
from typing import Any

from tools.causes.wrong.making import candidate

Values = list[Any]
Aggregates = dict[str, Callable[[Values], Any]]

AGGREGATES: Aggregates = {
    "mean": lambda values: sum(values) / len(values),
    "max": max,
    "min": min,
    "sum": sum,
}


def computed(case: Any, aggregates: Aggregates = AGGREGATES, absent: Any = 0) -> Any:
    """Return the metric of rewards as harbor computes it."""
    rewards, aggregate = case["rewards"], aggregates[case["metric"]]
    keys = sorted({key for one in rewards for key in one or ()})
    if len(keys) <= 1:
        values = [absent if one is None else next(iter(one.values()), absent) for one in rewards]
        return {case["metric"]: aggregate(values)}
    return {key: aggregate([(one or {}).get(key, absent) for one in rewards]) for key in keys}


def with_aggregates(case: Any, **replaced: Callable[[Values], Any]) -> Any:
    """Return the metric with some of the aggregates replaced."""
    return computed(case, {**AGGREGATES, **replaced})


def of_rewards(case: Any, rewards: list[Any]) -> Any:
    """Return the metric of other rewards."""
    return computed({**case, "rewards": rewards})


def of_values(case: Any, change: Callable[[Any], Any]) -> Any:
    """Return the metric of rewards whose values are changed."""
    return of_rewards(
        case,
        [one and {key: change(value) for key, value in one.items()} for one in case["rewards"]],
    )


@candidate("metric")
def right(case: Any) -> Any:
    """No mistake."""
    return computed(case)


@candidate("metric")
def loop_mean(case: Any) -> Any:
    """The mean adds in a loop, without compensation."""

    def mean(values: Values) -> Any:
        total = 0.0
        for value in values:
            total += value
        return total / len(values)

    return with_aggregates(case, mean=mean)


@candidate("metric")
def running_mean(case: Any) -> Any:
    """The mean is updated value by value."""

    def mean(values: Values) -> Any:
        average = 0.0
        for count, value in enumerate(values, 1):
            average += (value - average) / count
        if not values:
            raise ZeroDivisionError
        return average

    return with_aggregates(case, mean=mean)


@candidate("metric")
def fsum_everywhere(case: Any) -> Any:
    """Sums and means are exact, by math.fsum."""
    return with_aggregates(case, mean=lambda values: math.fsum(values) / len(values), sum=math.fsum)


@candidate("metric")
def statistics_mean(case: Any) -> Any:
    """The mean is statistics.mean."""
    return with_aggregates(case, mean=statistics.mean)


@candidate("metric")
def statistics_fmean(case: Any) -> Any:
    """The mean is statistics.fmean."""
    return with_aggregates(case, mean=statistics.fmean)


@candidate("metric")
def median(case: Any) -> Any:
    """The mean is a median."""
    return with_aggregates(case, mean=statistics.median)


@candidate("metric")
def floor_mean(case: Any) -> Any:
    """The mean is an integer division."""
    return with_aggregates(case, mean=lambda values: sum(values) // len(values))


@candidate("metric")
def four_decimals(case: Any) -> Any:
    """Every number is rounded to four decimals."""
    return {key: round(value, 4) for key, value in computed(case).items()}


@candidate("metric")
def mean_rounded(case: Any) -> Any:
    """The mean is rounded to three decimals, the other metrics are not."""
    return with_aggregates(case, mean=lambda values: round(sum(values) / len(values), 3))


@candidate("metric")
def mean_of_scored(case: Any) -> Any:
    """Trials without rewards are left out of the mean, and count as 0 in the others."""
    if case["metric"] == "mean":
        return of_rewards(case, [one for one in case["rewards"] if one is not None])
    return computed(case)


@candidate("metric")
def without_nulls(case: Any) -> Any:
    """Trials without rewards are left out of every metric."""
    return of_rewards(case, [one for one in case["rewards"] if one is not None])


@candidate("metric")
def without_empties(case: Any) -> Any:
    """Trials with an empty object of rewards are left out."""
    return of_rewards(case, [one for one in case["rewards"] if one != {}])


@candidate("metric")
def absent_key_left_out(case: Any) -> Any:
    """A trial that lacks a key does not count for that key."""
    rewards = case["rewards"]
    keys = sorted({key for one in rewards for key in one or ()})
    if len(keys) <= 1:
        return computed(case)
    aggregate = AGGREGATES[case["metric"]]
    return {
        key: aggregate([one.get(key) if one else 0 for one in rewards if not one or key in one])
        for key in keys
    }


@candidate("metric")
def always_keys(case: Any) -> Any:
    """The key of the reward is kept where there is only one."""
    keys = sorted({key for one in case["rewards"] for key in one or ()})
    answer = computed(case)
    return {keys[0]: next(iter(answer.values()))} if len(keys) == 1 else answer


@candidate("metric")
def always_metric_name(case: Any) -> Any:
    """Of several keys only the first counts, and the metric's name is the label."""
    keys = sorted({key for one in case["rewards"] for key in one or ()})
    first = keys[0] if keys else "reward"
    values = [(one or {}).get(first, 0) for one in case["rewards"]]
    return {case["metric"]: AGGREGATES[case["metric"]](values)}


@candidate("metric")
def reward_key_only(case: Any) -> Any:
    """Only the key `reward` is read, where there is one key."""
    keys = {key for one in case["rewards"] for key in one or ()}
    if len(keys) == 1:
        values = [(one or {}).get("reward", 0) for one in case["rewards"]]
        return {case["metric"]: AGGREGATES[case["metric"]](values)}
    return computed(case)


@candidate("metric")
def keys_of_first_trial(case: Any) -> Any:
    """The keys are those of the first trial that has rewards."""
    first: Any = next((one for one in case["rewards"] if one is not None), {})
    kept = [
        one and {key: value for key, value in one.items() if key in first}
        for one in case["rewards"]
    ]
    return of_rewards(case, kept)


@candidate("metric")
def nan_is_zero(case: Any) -> Any:
    """A nan counts as 0."""
    return of_values(case, lambda value: 0 if value != value else value)  # noqa: PLR0124 - nan


@candidate("metric")
def nan_left_out(case: Any) -> Any:
    """A trial with a nan counts as one without rewards."""
    return of_rewards(
        case,
        [
            None if one and any(v != v for v in one.values()) else one  # noqa: PLR0124 - nan
            for one in case["rewards"]
        ],
    )


@candidate("metric")
def clipped(case: Any) -> Any:
    """Values are clipped to 0 and 1."""
    return of_values(case, lambda value: min(max(value, 0), 1))


@candidate("metric")
def negative_is_zero(case: Any) -> Any:
    """Negative values count as 0."""
    return of_values(case, lambda value: max(value, 0))


@candidate("metric")
def floats_first(case: Any) -> Any:
    """Every value is made a float before anything is computed."""
    return of_values(case, float)


@candidate("metric")
def max_starts_at_zero(case: Any) -> Any:
    """The maximum starts at 0, so that negative rewards never show."""
    return with_aggregates(case, max=lambda values: max([0, *values]))


@candidate("metric")
def min_of_scored(case: Any) -> Any:
    """The minimum leaves out trials without rewards."""
    if case["metric"] == "min" and any(case["rewards"]):
        return of_rewards(case, [one for one in case["rewards"] if one])
    return computed(case)


@candidate("metric")
def nan_ignored_by_extremes(case: Any) -> Any:
    """Maximum and minimum skip nan."""

    def skipping(aggregate: Callable[[Values], Any]) -> Callable[[Values], Any]:
        def of(values: Values) -> Any:
            real = [value for value in values if value == value]  # noqa: PLR0124 - nan
            return aggregate(real or values)

        return of

    return with_aggregates(case, max=skipping(max), min=skipping(min))


@candidate("metric")
def sum_is_float(case: Any) -> Any:
    """The sum starts at 0.0, so that integers beyond 2**53 lose digits."""
    return with_aggregates(case, sum=lambda values: sum(values, 0.0))


@candidate("metric")
def sorted_first(case: Any) -> Any:
    """Values are sorted before they are added."""
    return with_aggregates(
        case,
        mean=lambda values: sum(sorted(values)) / len(values),
        sum=lambda values: sum(sorted(values)),
    )


@candidate("metric")
def nothing_gives_zero(case: Any) -> Any:
    """No trials at all give 0 instead of an error."""
    return {case["metric"]: 0} if not case["rewards"] else computed(case)


@candidate("metric")
def mean_of_distinct(case: Any) -> Any:
    """Trials with the same rewards are counted once."""
    kept: list[Any] = []
    for one in case["rewards"]:
        if one not in kept:
            kept.append(one)
    return of_rewards(case, kept)
