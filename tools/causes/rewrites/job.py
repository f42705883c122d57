"""Ports of `job` with one mistake each."""

from functools import partial
from typing import Any

from candidates.reference.harbor_json import Writer, name_of_number
from candidates.reference.job import Cost, Job, Stats, tokens
from candidates.reference.job_evals import Evals, Metrics
from tools.causes.wrong.making import candidate

Json = Any


# source: SQL: COUNT(*) where COUNT(rewards) was meant
# differs: one trial with the exception "E" and no verifier result: "n_trials": 1, not 0
@candidate("job")
def trials_without_rewards_count_in_n_trials(case: Json) -> Json:
    """A group's n_trials counts all its trials, also those without rewards."""
    return Job(stats=Stats(evals=Evals(n_trials=lambda group: len(group.trials))))(case)


# source: Java: `mapToLong(...).sum()`, which gives 0 for an empty stream
# differs: one trial whose usage is null: "n_input_tokens": 0, not null
@candidate("job")
def unknown_tokens_add_up_to_zero(case: Json) -> Json:
    """Token counts that no trial knows are 0 instead of null."""

    def counted(job: Json, name: Json) -> int:
        return tokens(job, name) or 0

    stats = Stats(
        n_input_tokens=partial(counted, name="n_input_tokens"),
        n_cache_tokens=partial(counted, name="n_cache_tokens"),
        n_output_tokens=partial(counted, name="n_output_tokens"),
    )
    return Job(stats=stats)(case)


# source: TypeScript: `stats[name][String(value)]`, where 1.0 becomes "1"
# differs: one trial "t" with the reward 1.0: "reward_stats" of {"reward": {"1": ["t"]}},
#     and not {"reward": {"1.0": ["t"]}}
@candidate("job")
def whole_rewards_are_listed_without_a_point(case: Json) -> Json:
    """In reward_stats a float that is a whole number is a key without its .0."""

    def name(value: int | float) -> str:
        return name_of_number(value).removesuffix(".0")

    return Job(text=Writer(number_name=name))(case)


# source: TypeScript: `Object.assign({}, ...metrics.map((metric) => metric.compute(rewards)))`
# differs: metrics "mean" and "max" of one trial with the reward 1: one object,
#     {"mean": 1.0, "max": 1}, not the two objects {"mean": 1.0} and {"max": 1}
@candidate("job")
def the_metrics_are_merged_into_one_object(case: Json) -> Json:
    """All metrics of a group are the members of one object instead of one object each."""

    def metrics(group: Json) -> Json:
        return [dict(member for each in Metrics()(group) for member in each.items())]

    return Job(stats=Stats(evals=Evals(metrics=metrics)))(case)


# source: Go: `if type == "CancelledError" { cancelled++ } else { errored++ }`
# differs: one trial with the exception "CancelledError": "n_errored_trials": 0, not 1
@candidate("job")
def cancelled_trials_are_not_errored(case: Json) -> Json:
    """A cancelled trial is not counted in n_errored_trials."""

    def errored(job: Json) -> int:
        return sum(each["exception"] not in (None, "CancelledError") for each in job["trials"])

    return Job(stats=Stats(n_errored_trials=errored))(case)


# source: in C-sharp, `Math.Round(cost, 2)`, since it is money
# differs: one trial with the cost 0.125: "cost_usd": 0.12, not 0.125
@candidate("job")
def the_cost_is_rounded_to_cents(case: Json) -> Json:
    """The cost of a job is rounded to two decimals."""

    def cost(job: Json) -> float | None:
        exact = Cost()(job)
        return None if exact is None else round(exact, 2)

    return Job(stats=Stats(cost_usd=cost))(case)
