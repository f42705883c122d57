"""The latest mistakes in `metric`, written without the catalogue."""

import math
from typing import Any

from candidates.reference.metric import (
    Columns,
    Metric,
    maximum,
    minimum,
    quotient,
    reward_names,
)
from candidates.reference.metric import metric as right
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate


# source: a habit of numpy: np.mean([]) is nan, with a warning
# differs: mean of no trials: {"mean": nan}, not ZeroDivisionError
@candidate("metric")
def mean_of_no_trials_is_nan(case: Any) -> Any:
    """The mean of no trials is nan instead of an error."""
    mean = lambda values, add: quotient(values, add) if values else math.nan  # noqa: E731
    return Metric(mean=mean)(case)


# source: a habit of JavaScript: Math.max() is -Infinity, and Math.min() is Infinity
# differs: max of no trials: {"max": -inf}, not ValueError
@candidate("metric")
def extremes_of_no_trials_are_infinite(case: Any) -> Any:
    """The maximum of no trials is minus infinity, and the minimum is infinity."""
    return Metric(
        max=lambda values: maximum(values) if values else -math.inf,
        min=lambda values: minimum(values) if values else math.inf,
    )(case)


# source: a habit of Go: a field with `json:",omitempty"`
# differs: mean of [{"a": 1, "b": 0}]: {"a": 1.0}, not {"a": 1.0, "b": 0.0}
@candidate("metric")
def results_of_0_are_left_out(case: Any) -> Any:
    """A key whose metric is 0 is not in the result."""
    return {name: value for name, value in right(case).items() if value != 0}


# source: a habit of pandas: DataFrame(rewards).dropna(), whose default is how="any"
# differs: mean of [{"a": 1, "b": 1}, {"a": 0}]: {"a": 1.0, "b": 1.0}, not {"a": 0.5, "b": 0.5}
@candidate("metric")
def trial_that_lacks_a_key_is_left_out(case: Any) -> Any:
    """Where there are several keys, a trial that lacks one of them counts for none."""

    def columns(metric: str, trials: Any) -> Any:
        names = reward_names(trials)
        if len(names) <= 1:
            return Columns()(metric, trials)
        whole = [one for one in trials if one is not None and len(one) == len(names)]
        return {name: [one[name] for one in whole] for name in names}

    return Metric(columns=columns)(case)


# source: red-hat-data-services/agentic-starter-kits pull request #78: an overall score is "the mean
#   of all metric values"
# differs: mean of [{"a": 1, "b": 0}]: {"a": 1.0, "b": 0.0, "mean": 0.5}, not {"a": 1.0, "b": 0.0}
@candidate("metric")
def overall_is_added_to_several_keys(case: Any) -> Any:
    """Where there are several keys, the metric of their results is added under its own name."""
    found = right(case)
    if len(reward_names(case["rewards"])) <= 1:
        return found
    results = [{"reward": value} for value in found.values()]
    return found | right(case | {"rewards": results})


# source: lm_eval/tasks/livecodebench/pass_k_utils.py in public code: results are times 100
# differs: mean of [{"reward": 1}]: {"mean": 100.0}, not {"mean": 1.0}
@candidate("metric")
def mean_is_a_percentage(case: Any) -> Any:
    """The mean is multiplied by 100."""
    return Metric(mean=lambda values, add: 100 * quotient(values, add))(case)


# source: a habit of Python, for the number of solved tasks: sum(value > 0 for value in values)
# differs: sum of [{"reward": 0.5}, {"reward": 0.5}]: {"sum": 2}, not {"sum": 1.0}
@candidate("metric")
def sum_counts_values_above_0(case: Any) -> Any:
    """The metric sum is the number of values above 0."""
    if case["metric"] != "sum":
        return right(case)
    return Metric(sum=lambda values: sum(value > 0 for value in values))(case)


# source: a habit of streaming code: score += reward / n_trials
# differs: mean of rewards 1, 1, 1, 0, 0: {"mean": 0.6000000000000001}, not {"mean": 0.6}
@candidate("metric")
def each_value_is_divided_first(case: Any) -> Any:
    """The mean divides each value by the number of trials, and then adds."""

    def mean(values: Any, add: Any) -> Any:
        return add([value / len(values) for value in values]) if values else quotient(values, add)

    return Metric(mean=mean)(case)


# source: a habit of Python: max(rewards, key=lambda one: sum(one.values()))
# differs: max of [{"a": 1, "b": 0}, {"a": 0, "b": 0.5}]: {"a": 1, "b": 0}, not {"a": 1, "b": 0.5}
@candidate("metric")
def extremes_are_of_one_trial(case: Any) -> Any:
    """Of several keys, max and min give those of the trial with the greatest or the least sum."""
    names = reward_names(case["rewards"])
    choose = {"max": max, "min": min}.get(case["metric"])
    if choose is None or len(names) <= 1:
        return right(case)
    chosen = choose((one or {} for one in case["rewards"]), key=lambda one: total(one.values()))
    return {name: chosen.get(name, 0) for name in names}


# source: a habit of Python: int(rewards.get("reward", 0))
# differs: mean of [{"reward": 1.0}, {"reward": 0.5}]: {"mean": 0.5}, not {"mean": 0.75}
@candidate("metric")
def values_are_cut_to_integers(case: Any) -> Any:
    """Each value is cut off to an integer before anything is computed."""
    rewards = [one and {name: int(value) for name, value in one.items()} for one in case["rewards"]]
    return right(case | {"rewards": rewards})
