"""Second versions of `job` with one mistake each."""

import math
from typing import Any

from candidates.reference.job import (
    Cost,
    Job,
    Stats,
    job,
)
from candidates.reference.job_evals import Evals, Group, Metrics, RewardStats
from tools.causes.wrong.making import candidate

Json = Any


# source: the final metrics taken from the live ones, which a runner keeps by trial_name for its
#   progress bar
# differs: a trial with 0 and its retry with 1: a mean of 1.0, not 0.5
@candidate("job")
def metrics_are_of_the_last_trial_of_each_name(case: Json) -> Json:
    """A group's metrics are computed from the last of its trials of each trial_name only.

    So rewards of a trial that was retried are left out.
    """

    def live(group: Group) -> Json:
        last: Json = {}
        for trial in group.trials:
            last.pop(trial["trial_name"], None)
            last[trial["trial_name"]] = trial
        return Metrics()(group._replace(trials=[*last.values()]))

    return Job(stats=Stats(evals=Evals(metrics=live)))(case)


# source: floats as keys made steady by a format, `f"{value:.6g}"`, also what C's `%g` prints
# differs: rewards 0.3333333 and 0.3333334: one list of two trials, not two lists
@candidate("job")
def rewards_alike_in_six_digits_share_a_list(case: Json) -> Json:
    """In reward_stats, rewards that are the same in six significant digits share one list.

    Once rounded to these they are the same though not equal; the first of them names the list
    (integers beyond binary64 excepted).
    """

    def alike(value: Json) -> Json:
        if isinstance(value, float) and math.isnan(value):
            return object()
        try:
            return f"{value + 0.0:.6g}"
        except OverflowError:
            return value

    return Job(stats=Stats(evals=Evals(reward_stats=RewardStats(alike=alike))))(case)


# source: a cache of the evals key by (agent, dataset), made when a job had one model only
# differs: trials of the models m and n: one group a__m__adhoc of two trials, not two groups
@candidate("job")
def the_group_is_cached_without_the_model(case: Json) -> Json:
    """All trials of one agent and source are in one group, though their models differ.

    Its key has the model of the first of them.
    """
    models: Json = {}
    trials = [
        {
            **trial,
            "model": models.setdefault(
                (trial["agent"], trial.get("source") or "adhoc"), trial.get("model")
            ),
        }
        for trial in case["trials"]
    ]
    return job(case | {"trials": trials})


# source: amounts of money made readable before they are stored: `round(cost, 6)`
# differs: a cost of 0.00000125: 1e-6, not 1.25e-6
@candidate("job")
def the_cost_is_rounded_to_six_places(case: Json) -> Json:
    """The sum of costs, cost_usd, is rounded to six decimal places."""

    def rounded(of: Json) -> Json:
        cost = Cost()(of)
        return None if cost is None else round(cost, 6)

    return Job(stats=Stats(cost_usd=rounded))(case)
