"""Mistakes in `metric`."""

import math
from typing import Any

from candidates.reference.metric import Columns, Metric, maximum, quotient, reward_names
from candidates.reference.metric import metric as right
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: UKGovernmentBEIS/inspect_ai, issue 3707: errored samples leave the denominator
# differs: mean of {"reward": 1} and null: {"mean": 1.0}, not {"mean": 0.5}
@candidate("metric")
def trials_without_rewards_are_filtered_out(case: Json) -> Json:
    """Trials whose rewards are null are dropped instead of counting as 0."""
    return right(case | {"rewards": [row for row in case["rewards"] if row is not None]})


# source: vibrantlabsai/ragas, pull request 2832: `np.nanmean` for `np.mean`
# differs: mean of {"reward": nan} and {"reward": 1}: {"mean": 1.0}, not {"mean": nan}
@candidate("metric")
def mean_passes_over_nan(case: Json) -> Json:
    """The mean is taken over the values that are not nan."""

    def mean(values: Json, add: Json) -> Json:
        known = [one for one in values if not (isinstance(one, float) and math.isnan(one))]
        return quotient(known or values, add)

    return Metric(mean=mean)(case)


# source: a refactoring that unites both branches: `{key: aggregate(...) for key in reward_keys}`
# differs: mean of {"reward": 1}: {"reward": 1.0}, not {"mean": 1.0}
@candidate("metric")
def only_reward_keeps_its_own_name(case: Json) -> Json:
    """With one reward name the result has that name instead of the metric's."""

    def label(metric: str, names: Json) -> str:
        return names[0] if names else metric

    return Metric(columns=Columns(label=label))(case)


# source: the wrong axis in a table of trials and rewards: `df.mean(axis=1)`
# differs: max of {"a": 1, "b": 0}: {"max": 0.5}, not {"a": 1, "b": 0}
@candidate("metric")
def several_rewards_of_a_trial_are_averaged_first(case: Json) -> Json:
    """With several names each trial is reduced to the mean of its own rewards first."""

    def columns(metric: str, trials: Json) -> Json:
        if len(reward_names(trials)) <= 1:
            return Columns()(metric, trials)
        rows = [list((rewards or {}).values()) or [0] for rewards in trials]
        return {metric: [quotient(row, total) for row in rows]}

    return Metric(columns=columns)(case)


# source: a loop that starts from a sentinel: `best = 0`
# differs: max of {"reward": -1}: {"max": 0}, not {"max": -1}
@candidate("metric")
def maximum_starts_from_zero(case: Json) -> Json:
    """The maximum is never less than 0, from which the loop starts."""

    def largest(values: Json) -> Json:
        return maximum([0, *values])

    return Metric(max=largest)(case)


# source: confident-ai/deepeval, issue 3097: a guard against ZeroDivisionError gives a score of 0
# differs: mean of no trials: {"mean": 0.0}, not ZeroDivisionError
@candidate("metric")
def mean_of_no_trials_is_zero(case: Json) -> Json:
    """The mean of no trials is 0.0 instead of an error."""

    def mean(values: Json, add: Json) -> Json:
        return quotient(values, add) if values else 0.0

    return Metric(mean=mean)(case)
