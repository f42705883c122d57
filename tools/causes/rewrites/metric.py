"""Ports of `metric` with one mistake each."""

from typing import Any

from candidates.reference.metric import Columns, Metric, quotient
from tools.causes.wrong.making import candidate

Json = Any


# source: Rust: `rewards.iter().flatten()`, which passes over each None
# differs: "mean" of [{"reward": 1}, null]: {"mean": 1.0}, not {"mean": 0.5}
@candidate("metric")
def trials_without_rewards_are_left_out(case: Json) -> Json:
    """A trial whose rewards are null is left out instead of counting 0."""
    return Metric()(case | {"rewards": [row for row in case["rewards"] if row is not None]})


# source: SQL: `SELECT name, AVG(value) ... GROUP BY name` for one name as for several
# differs: "mean" of [{"reward": 1}]: {"reward": 1.0}, not {"mean": 1.0}
@candidate("metric")
def a_single_reward_keeps_its_own_name(case: Json) -> Json:
    """The result of a single reward name goes by that name, not by the metric's."""

    def label(metric: str, names: list[str]) -> str:
        return names[0] if names else metric

    return Metric(columns=Columns(label=label))(case)


# source: SQL: AVG of an integer column, which many databases compute in integers
# differs: "mean" of [{"reward": 1}, {"reward": 0}]: {"mean": 0}, not {"mean": 0.5}
@candidate("metric")
def the_mean_of_integers_is_cut_to_an_integer(case: Json) -> Json:
    """The mean of values that are all integers loses its fraction."""

    def mean(values: Json, add: Json) -> Json:
        result = quotient(values, add)
        return int(result) if all(isinstance(value, int) for value in values) else result

    return Metric(mean=mean)(case)


# source: Julia: `length(names) == 1 ? ... : Dict(name => ... for name in names)`, for `<= 1`
# differs: "mean" of [null]: {}, not {"mean": 0.0}
@candidate("metric")
def without_any_reward_name_there_is_no_number(case: Json) -> Json:
    """Where no trial has any reward, the result is empty instead of the metric of zeros."""
    return Metric()(case) if any(case["rewards"]) else {}
