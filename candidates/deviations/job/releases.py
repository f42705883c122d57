"""Which trials' rewards count in the jobs of other releases of harbor."""

from collections.abc import Iterable, Sequence

from candidates.deviations.deviation import Step, Table, before, calling
from candidates.deviations.job.stats import (
    of_rewarded,
    only_rewarded,
    with_each_trial,
    with_rewards,
)
from candidates.deviations.valid_rewards import has_valid_rewards
from candidates.reference.job_trial import MetricName, Rewards


def _refreshed_if_any(
    refresh: Step, names: Sequence[MetricName], rewards: Iterable[Rewards | None]
) -> object:
    """Compute nothing, and return None, before a trial has rewards."""
    present = [one for one in rewards if one is not None]
    return refresh(names, present) if present else None


ROWS: Table = {
    "job-of-valid-rewards": (
        *with_each_trial(lambda one: one if has_valid_rewards(one) else with_rewards(one, None)),
        *before("stats.evals.pass_at_k", only_rewarded),
        *calling("stats.evals.metrics", of_rewarded),
        *calling("progress.refresh", _refreshed_if_any),
        *calling("progress.show", lambda show, found: None if found is None else show(found)),
    ),
}
