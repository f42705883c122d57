"""Which trials' rewards count in the jobs of other releases of harbor."""

from collections.abc import Iterable, Sequence

from candidates.deviations.deviation import Step, around, before
from candidates.deviations.job.counts import with_each_trial, with_rewards
from candidates.deviations.job.metrics import of_rewarded
from candidates.deviations.rows import Table
from candidates.deviations.valid_rewards import has_valid_rewards
from candidates.reference.job_evals import Group
from candidates.reference.job_trial import MetricName, Rewards, Trial, rewards_of


def _without_invalid(trial: Trial) -> Trial:
    return trial if has_valid_rewards(trial) else with_rewards(trial, None)


def _only_rewarded(group: Group) -> Group:
    return group._replace(trials=[one for one in group.trials if rewards_of(one) is not None])


def _refreshed_if_any(refresh: Step) -> Step:
    """Compute nothing, and return None, before a trial has rewards."""

    def refreshed(
        names: Sequence[MetricName], rewards: Iterable[Rewards | None]
    ) -> list[Rewards] | None:
        present = [one for one in rewards if one is not None]
        return refresh(names, present) if present else None

    return refreshed


def _shown_if_any(show: Step) -> Step:
    return lambda metrics: None if metrics is None else show(metrics)


ROWS: Table = {
    "job-of-valid-rewards": (
        *with_each_trial(_without_invalid),
        *before({"stats.evals.pass_at_k": _only_rewarded}),
        *around(
            {
                "stats.evals.metrics": of_rewarded,
                "progress.refresh": _refreshed_if_any,
                "progress.show": _shown_if_any,
            }
        ),
    ),
}
