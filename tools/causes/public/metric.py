"""Mistakes in `metric` that people make."""

import math
from typing import Any

from candidates.reference.metric import Columns, Metric
from candidates.reference.metric import metric as right
from tools.causes.wrong.making import candidate


# source: a habit of pandas: DataFrame(rewards).mean() / .max(), where a missing cell is NaN and
#   skipna=True
# differs: mean of [{"a": 1, "b": 1}, {"a": 0}] is {"a": 0.5, "b": 1.0}, not {"a": 0.5, "b": 0.5}
@candidate("metric")
def missing_name_is_left_out(case: Any) -> Any:
    """Of several keys, a trial that has rewards but not this key is left out of its values."""
    rewards = case["rewards"]
    names = sorted({name for one in rewards if one is not None for name in one})
    if len(names) <= 1:
        return right(case)
    found = {}
    for name in names:
        kept = [
            one if one is None else {"x": one[name]}
            for one in rewards
            if one is None or name in one
        ]
        (found[name],) = right({"metric": case["metric"], "rewards": kept}).values()
    return found


# source: a habit of csv.DictWriter(fieldnames=rows[0].keys()) and of Object.keys(rows[0]) in
#   JavaScript
# differs: mean of [{"a": 1, "b": 1}, {"a": 1, "b": 0, "c": 1}] has no "c"
@candidate("metric")
def names_of_the_first_trial(case: Any) -> Any:
    """The keys are those of the first trial that has rewards, not those of all trials."""

    def names(trials: Any) -> list[str]:
        return sorted(next((one for one in trials if one), {}))

    return Metric(columns=Columns(names=names))(case)


# source: spec/003 and neosigmaai/auto-harness benchmark.py: rewards.get("reward", 0.0)
# differs: mean of [{"score": 1}, {"score": 0}] is {"mean": 0.0}, not {"mean": 0.5}
@candidate("metric")
def single_name_must_be_reward(case: Any) -> Any:
    """Of a single key, `reward` is read instead of the one that is there."""
    return Metric(columns=Columns(only_value=lambda one: (one or {}).get("reward", 0)))(case)


# source: a habit of numpy (np.max, np.min) and of JavaScript's Math.max: nan wins wherever it
#   stands
# differs: max of [{"reward": 1.0}, {"reward": nan}] is {"max": nan}, not {"max": 1.0}
@candidate("metric")
def nan_wins_in_max_and_min(case: Any) -> Any:
    """A maximum or minimum is nan as soon as any value is nan."""

    def with_nan(kept: Any) -> Any:
        def chosen(values: Any) -> Any:
            if any(isinstance(one, float) and math.isnan(one) for one in values):
                return math.nan
            return kept(values)

        return chosen

    return Metric(max=with_nan(max), min=with_nan(min))(case)


# source: spec/000 section 6 read literally ("left-to-right sequential float addition");
#   reduce((a, b) => a + b) in
# JavaScript, `for _, v := range values` in Go, iter().sum() in Rust
# differs: mean of ten trials of {"reward": 0.1} is 0.09999999999999999, not 0.1
@candidate("metric")
def added_in_a_plain_loop(case: Any) -> Any:
    """The sum is a plain loop of additions, without the compensation of CPython's sum()."""

    def add(values: Any) -> Any:
        total = 0
        for value in values:
            total += value
        return total

    return Metric(sum=add)(case)


# source: a habit of JavaScript and Go: reduce((a, b) => Math.max(a, b), 0), `best := 0.0`
# differs: max of [{"reward": -1.0}, {"reward": -0.5}] is {"max": 0}, not {"max": -0.5}
@candidate("metric")
def maximum_starts_at_zero(case: Any) -> Any:
    """The running maximum starts at 0, so that it is never negative."""

    def biggest(values: Any) -> Any:
        if not values:
            return max(values)
        best = 0
        for value in values:
            if value > best or (
                isinstance(value, float) and math.isnan(value) and value is values[0]
            ):
                best = value
        return best

    return Metric(max=biggest)(case)


# source: a habit: `if not rewards: return {metric: 0.0}` (sum(x) / len(x) if x else 0.0), as
#   agent-challenge's own score
# differs: mean of [] is {"mean": 0.0}, not ZeroDivisionError
@candidate("metric")
def no_trials_give_zero(case: Any) -> Any:
    """Without any trial every metric is 0.0 instead of an error."""
    if not case["rewards"]:
        return {case["metric"]: 0.0}
    return right(case)


# source: spec/000 section 3 read as "every trial has only one key" (the tbench norm), so the
#   branch is by len(trial)
# differs: mean of [{"a": 1}, {"b": 1}] is {"mean": 1.0}, not {"a": 0.5, "b": 0.5}
@candidate("metric")
def branch_by_the_widest_trial(case: Any) -> Any:
    """There are several keys only if one trial has several: keys of others share a column."""
    widest = max((len(one) for one in case["rewards"] if one is not None), default=0)
    if widest > 1:
        return right(case)
    return Metric(columns=Columns(names=lambda _: []))(case)
