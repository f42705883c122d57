"""Mistakes in `metric`."""

import math
from typing import Any

from candidates.reference.metric import Columns, Metric, quotient, reward_names
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: vibrantlabsai/ragas, pull request 2832: `np.nanmean` for `np.mean`
# differs: mean of {"reward": nan} and {"reward": 1}: {"mean": 1.0}, not {"mean": nan}
@candidate("metric")
def mean_passes_over_nan(case: Json) -> Json:
    """The mean is taken over the values that are not nan."""

    def mean(values: Json, add: Json) -> Json:
        known = [one for one in values if not (isinstance(one, float) and math.isnan(one))]
        return quotient(known or values, add)

    return Metric(mean=mean)(case)


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
