"""Ports of `job` with one mistake each."""

from typing import Any

from candidates.reference.job import Cost, Job, Stats
from candidates.reference.job_evals import Evals, Metrics
from tools.causes.wrong.making import candidate

Json = Any


# source: TypeScript: `Object.assign({}, ...metrics.map((metric) => metric.compute(rewards)))`
# differs: metrics "mean" and "max" of one trial with the reward 1: one object,
#     {"mean": 1.0, "max": 1}, not the two objects {"mean": 1.0} and {"max": 1}
@candidate("job")
def the_metrics_are_merged_into_one_object(case: Json) -> Json:
    """All metrics of a group are the members of one object instead of one object each."""

    def metrics(group: Json) -> Json:
        return [dict(member for each in Metrics()(group) for member in each.items())]

    return Job(stats=Stats(evals=Evals(metrics=metrics)))(case)


# source: in C-sharp, `Math.Round(cost, 2)`, since it is money
# differs: one trial with the cost 0.125: "cost_usd": 0.12, not 0.125
@candidate("job")
def the_cost_is_rounded_to_cents(case: Json) -> Json:
    """The cost of a job is rounded to two decimals."""

    def cost(job: Json) -> float | None:
        exact = Cost()(job)
        return None if exact is None else round(exact, 2)

    return Job(stats=Stats(cost_usd=cost))(case)
