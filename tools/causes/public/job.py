"""Mistakes in `job` that people make."""

import math
from typing import Any

from candidates.reference import job_evals
from candidates.reference.harbor_json import Writer, name_of_number, number_text
from candidates.reference.job import Cost, Job, Stats
from candidates.reference.job import job as right
from candidates.reference.job_evals import Evals, RewardStats
from tools.causes.wrong.making import candidate


# source: another reading of spec/000 section 5, `total or completed + errored`: the two are
#   taken for disjoint
# differs: two trials, one with an exception: "n_completed_trials": 1, not 2
@candidate("job")
def errored_trials_are_not_completed(case: Any) -> Any:
    """n_completed_trials counts only the trials without an exception."""
    done = lambda one: sum(trial["exception"] is None for trial in one["trials"])  # noqa: E731
    return Job(stats=Stats(n_completed_trials=done))(case)


# source: modelscope/evalscope pull request #1610 (reject trials with exception_info); `if
#   exception: ... else: rewards`
# differs: a trial with AgentTimeoutError and {"reward": 1.0}: "n_trials": 0 and no reward_stats,
#   not 1 and a list
@candidate("job")
def exception_hides_the_rewards_in_the_lists(case: Any) -> Any:
    """A trial with an exception is only an error: in neither n_trials nor reward_stats."""

    def clean(group: Any) -> Any:
        return group._replace(trials=[one for one in group.trials if one["exception"] is None])

    evals = Evals(
        n_trials=lambda group: job_evals.rewarded(clean(group)),
        reward_stats=lambda group: RewardStats()(clean(group)),
    )
    return Job(stats=Stats(evals=evals))(case)


# source: another reading of spec/000 section 3 ("any dataset with no configured metric gets
#   exactly one Mean()")
# differs: metrics {"adhoc": []} or {}: "metrics": [{"mean": …}], not an ExceptionGroup
@candidate("job")
def mean_where_no_metric_is_configured(case: Any) -> Any:
    """A dataset whose resolved list of metrics is empty or absent gets a mean."""

    class Defaulted(dict[str, Any]):
        def get(self, name: Any, _default: Any = None) -> Any:
            return dict.get(self, name) or ["mean"]

    return right(case | {"metrics": Defaulted(case["metrics"])})


# source: Toloka/tolokaforge #749 (a retried attempt must not be counted as an extra sample);
#   {t.trial_name: t for t in trials}
# differs: trial a ends with an exception and again with a reward: "n_completed_trials": 1,
#   metrics over one trial, not two
@candidate("job")
def last_trial_of_a_name_replaces_the_earlier(case: Any) -> Any:
    """Trials are kept in a table by name, so that a retry replaces what it retries."""
    stats = Stats()

    def of_last(one: Any) -> Any:
        last = {trial["trial_name"]: trial for trial in one["trials"]}
        again = len(one["trials"]) - len(last)
        retries = one["n_retries"] + again
        return stats(one | {"trials": [*last.values()], "n_retries": retries})

    return Job(stats=of_last)(case)


# source: a habit: total = 0; total += usage.n_input_tokens or 0 (Go's zero values, SQL's
#   COALESCE(SUM(x), 0))
# differs: no trial with usage: "n_input_tokens": 0 and "cost_usd": 0.0, not null
@candidate("job")
def unknown_usage_is_zero(case: Any) -> Any:
    """Token and cost totals are 0 where no trial knows them, instead of null."""
    stats = Stats()

    def with_zeros(one: Any) -> Any:
        found = stats(one)
        for name in ("n_input_tokens", "n_cache_tokens", "n_output_tokens"):
            found[name] = found[name] or 0
        found["cost_usd"] = found["cost_usd"] or 0.0
        return found

    return Job(stats=with_zeros)(case)


# source: a habit: reward_stats[key][str(value)] since a JSON object has text for names
# differs: rewards 1 (of reward.json) and 1.0 (of reward.txt): lists "1" and "1.0" with one trial
#   each, not "1" with two
@candidate("job")
def reward_lists_by_the_text_of_the_value(case: Any) -> Any:
    """Trials are listed by the text of their reward, so that 1 and 1.0 are two lists."""
    return Job(stats=Stats(evals=Evals(reward_stats=RewardStats(alike=name_of_number))))(case)


# source: a habit: sum(t.cost_usd for t in trials), which CPython compensates since 3.12; harbor
#   adds one by one
# differs: ten trials of cost 0.1: "cost_usd": 1.0, not 0.9999999999999999
@candidate("job")
def cost_by_built_in_sum(case: Any) -> Any:
    """The costs are added with Python's compensated sum() instead of one by one."""
    return Job(stats=Stats(cost_usd=Cost(add=sum)))(case)


# source: a habit of Python: json.dumps(stats, indent=4), which writes NaN and Infinity
# differs: a trial with {"reward": nan}: "metrics": [{"mean": NaN}], not null
@candidate("job")
def nan_is_written_as_json_dumps_does(case: Any) -> Any:
    """Metrics that are not finite are written NaN or Infinity, as by json.dumps, not null."""

    def number(value: Any) -> str:
        if isinstance(value, float) and not math.isfinite(value):
            return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
        return number_text(value)

    return Job(text=Writer(number=number))(case)
