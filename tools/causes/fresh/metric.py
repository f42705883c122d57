"""Mistakes in `metric`, written without the catalogue."""

import math
import struct
from decimal import Decimal
from typing import Any

from candidates.reference.metric import Columns, Metric, maximum, minimum, quotient, reward_names
from candidates.reference.metric import metric as right
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

# numpy has eight running sums in a block of at most 128 values
EIGHT, BLOCK = 8, 128


def _per_trial(case: Any, single: Any) -> Any:
    """Return the metric where a trial of several keys counts with one value made of them."""
    made = [one and single(one) for one in case["rewards"]]
    columns = Columns(names=lambda _: [])
    return Metric(columns=columns)(case | {"rewards": made})


# source: Arize-ai/phoenix pull request #15600: rewards["reward"], "else the sole key, else absent"
# differs: mean of [{"reward": 1, "speed": 0.5}]: {"mean": 1.0}, not {"reward": 1.0, "speed": 0.5}
@candidate("metric")
def only_the_primary_reward_counts(case: Any) -> Any:
    """Of a trial's keys only `reward` counts, else the sole key, else the trial has no rewards."""

    def primary(rewards: Any) -> Any:
        if "reward" in rewards:
            return {"reward": rewards["reward"]}
        return rewards if len(rewards) == 1 else None

    return _per_trial(case, primary)


# source: PrimeIntellect-ai/verifiers pull request #2224: diagnostic fields were added to the reward
# differs: mean of [{"reward": 1, "speed": 0.5}]: {"mean": 1.5}, not {"reward": 1.0, "speed": 0.5}
@candidate("metric")
def keys_of_a_trial_are_added(case: Any) -> Any:
    """The values of a trial's keys are added, and the metric is one of these sums."""
    return _per_trial(case, lambda one: {"reward": total(one.values())})


# source: runmedev/runme pull request #1168: reward as "the mean rollup of the breakout dimensions"
# differs: mean of [{"a": 1, "b": 0}]: {"mean": 0.5}, not {"a": 1.0, "b": 0.0}
@candidate("metric")
def keys_of_a_trial_are_averaged(case: Any) -> Any:
    """The values of a trial's several keys are averaged, and the metric is one of these means."""
    if len(reward_names(case["rewards"])) <= 1:
        return right(case)
    return _per_trial(case, lambda one: {"reward": quotient([*one.values()], total)})


# source: PrimeIntellect-ai/verifiers pull request #1546: "we probably want to raise an error"
# differs: mean of [{"reward": nan}]: ValueError, not {"mean": nan}
@candidate("metric")
def nan_is_refused(case: Any) -> Any:
    """A reward that is nan raises ValueError instead of being aggregated."""
    values = [value for one in case["rewards"] for value in (one or {}).values()]
    if any(isinstance(value, float) and math.isnan(value) for value in values):
        raise ValueError
    return right(case)


# source: huggingface/trl #4501: torch.tensor(val).nanmean().item(), whose default is float32
# differs: max of [{"reward": 0.1}]: {"max": 0.10000000149011612}, not {"max": 0.1}
@candidate("metric")
def values_are_in_single_precision(case: Any) -> Any:
    """Each value is rounded to single precision before anything is computed."""

    def single(value: Any) -> Any:
        try:
            return struct.unpack("f", struct.pack("f", value))[0]
        except (OverflowError, struct.error):
            return math.inf if value > 0 else -math.inf

    rounded = [
        one and {name: single(value) for name, value in one.items()} for one in case["rewards"]
    ]
    return right(case | {"rewards": rounded})


# source: spec/000 section 6 ("NumPy pairwise summation"), as of np.add.reduce: eight running sums,
#   and halves beyond 128 values
# differs: mean of six trials of {"reward": 0.1}: 0.09999999999999999, not 0.10000000000000002
@candidate("metric")
def added_in_pairs_as_numpy_does(case: Any) -> Any:
    """The sum is numpy's: eight interleaved running sums, and halves beyond 128 values."""

    def pairwise(values: Any) -> Any:
        count = len(values)
        if count < EIGHT:
            return _in_a_row(values)
        if count > BLOCK:
            half = count // 2 - count // 2 % EIGHT
            return pairwise(values[:half]) + pairwise(values[half:])
        whole = count - count % EIGHT
        r = [_in_a_row(values[i:whole:EIGHT]) for i in range(EIGHT)]
        eight = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
        return _in_a_row([eight, *values[whole:]])

    def add(values: Any) -> Any:
        return pairwise(values) if any(isinstance(one, float) for one in values) else sum(values)

    return Metric(sum=add)(case)


def _in_a_row(values: Any) -> Any:
    added = 0
    for value in values:
        added += value
    return added


# source: spec/000 section 6, which names Decimal among what diverges in the last place
# differs: mean of [{"r": 0.1}, {"r": 0.2}, {"r": 0.3}]: 0.2, not 0.19999999999999998
@candidate("metric")
def mean_of_decimals(case: Any) -> Any:
    """The mean adds and divides the decimal texts of the values, and then makes a float of it."""

    def mean(values: Any, add: Any) -> Any:
        if not values or not all(math.isfinite(one) for one in values if isinstance(one, float)):
            return quotient(values, add)
        return float(sum(Decimal(repr(one)) for one in values) / len(values))

    return Metric(mean=mean)(case)


# source: a habit of numpy: np.full((trials, keys), np.nan), filled where there is a value
# differs: mean of [{"a": 1, "b": 1}, {"a": 0}]: b is nan, not 0.5
@candidate("metric")
def missing_key_is_nan(case: Any) -> Any:
    """Of several keys, one that a trial with rewards lacks counts as nan for it, not as 0."""

    def value(rewards: Any, name: str) -> Any:
        return 0 if rewards is None else rewards.get(name, math.nan)

    return Metric(columns=Columns(value=value))(case)


# source: a habit of Python: list(rewards.values())[0], without a default
# differs: mean of [{"reward": 1}, {}]: IndexError, not {"mean": 0.5}
@candidate("metric")
def empty_rewards_have_no_first_value(case: Any) -> Any:
    """Where there is at most one key, a trial with empty rewards raises IndexError."""

    def only_value(rewards: Any) -> Any:
        return 0 if rewards is None else [*rewards.values()][0]  # noqa: RUF015

    return Metric(columns=Columns(only_value=only_value))(case)


# source: a habit of JavaScript: values.sort(), which compares texts
# differs: max of [{"reward": 9}, {"reward": 10}]: {"max": 9}, not {"max": 10}
@candidate("metric")
def compared_as_text(case: Any) -> Any:
    """Maximum and minimum are the last and the first value in the order of their texts."""

    def text(value: Any) -> str:
        return f"{value:g}" if isinstance(value, float) else str(value)

    return Metric(
        max=lambda values: max(values, key=text), min=lambda values: min(values, key=text)
    )(case)


# source: mutant: the slice of a loop ends one earlier
# differs: max of [{"reward": 0}, {"reward": 1}]: {"max": 0}, not {"max": 1}
@candidate("metric")
def last_value_is_never_compared(case: Any) -> Any:
    """Maximum and minimum do not look at the last of several values."""

    def but_last(values: Any) -> Any:
        return values[:-1] if len(values) > 1 else values

    return Metric(
        max=lambda values: maximum(but_last(values)), min=lambda values: minimum(but_last(values))
    )(case)


# source: mutant: `0 if r is None else` of the second branch becomes `if r is not None`
# differs: mean of [{"a": 1, "b": 1}, null]: {"a": 1.0, "b": 1.0}, not {"a": 0.5, "b": 0.5}
@candidate("metric")
def null_rewards_are_left_out_of_several_keys(case: Any) -> Any:
    """Where there are several keys, and only there, trials with null rewards are left out."""
    if len(reward_names(case["rewards"])) <= 1:
        return right(case)
    return right(case | {"rewards": [one for one in case["rewards"] if one is not None]})


# source: a habit of Spark and DuckDB, whose columns are the same in any case
# differs: mean of [{"reward": 1}, {"Reward": 0}]: {"mean": 0.5}, not {"Reward": 0.0, "reward": 0.5}
@candidate("metric")
def keys_are_the_same_in_any_case(case: Any) -> Any:
    """Keys that differ only in case are one key, written in lower case."""
    lowered = [one and {name.lower(): one[name] for name in one} for one in case["rewards"]]
    return right(case | {"rewards": lowered})


# source: another reading of spec/001 ("reward: float # 0.0 to 1.0"): the running minimum starts at
#   the greatest reward
# differs: min of [{"reward": 3}, {"reward": 2}]: {"min": 1.0}, not {"min": 2}
@candidate("metric")
def minimum_starts_at_1(case: Any) -> Any:
    """The running minimum starts at 1, so that it is never greater."""
    return Metric(min=lambda values: minimum([1.0, *values]) if values else minimum(values))(case)
