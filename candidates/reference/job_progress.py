"""What a job computes each time a trial ends; only its errors are visible later.

Whenever a trial ends, harbor refreshes the metrics of its group, writes result.json and
puts the first metric into its progress bar (harbor/job.py:598-651, 865-894). What
goes wrong there ends the job with an ExceptionGroup.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from candidates.reference.harbor_json import refuse_surrogates
from candidates.reference.job_trial import MetricName, MetricTable, Rewards, Trial, rewards_of
from candidates.reference.metric import MetricInput, metric
from candidates.reference.pass_at_k import Key, evals_key


@dataclass(frozen=True, slots=True)
class Computed:
    """The step to each of the metrics of a group."""

    metric: Callable[[MetricInput], Rewards] = metric

    def __call__(
        self, names: Sequence[MetricName], rewards: Iterable[Rewards | None]
    ) -> list[Rewards]:
        """Return the metrics of a group's rewards."""
        trials = list(rewards)
        return [self.metric({"metric": name, "rewards": trials}) for name in names]


def show(metrics: Sequence[Rewards]) -> None:
    """Put the first value of the first metric into the progress bar, as a float.

    There has to be a metric: harbor looks for the dataset in a table that got an empty
    entry when it was read a moment before (harbor/job.py:405-407, 872, 889).
    """
    (first, *_) = metrics[0].values()
    float(first)


@dataclass(frozen=True, slots=True)
class Progress:
    """The steps at the end of a trial, whose group has a ``key``.

    ``refresh`` computes the metrics of its group from the trials that have ended, ``write``
    writes the name of a trial that result.json lists, and ``show`` is given the metrics.
    """

    key: Key = evals_key
    refresh: Callable[[Sequence[MetricName], Iterable[Rewards | None]], list[Rewards]] = field(
        default_factory=Computed
    )
    write: Callable[[str], object] = refuse_surrogates
    show: Callable[[list[Rewards]], None] = show

    def __call__(self, trials: Sequence[Trial], metrics: MetricTable) -> None:
        """Let the trials start and end, one after the other; raises ExceptionGroup."""
        try:
            self._end_each(trials, metrics)
        except Exception as error:
            message = "a trial's end could not be handled"
            raise ExceptionGroup(message, [error]) from error

    def _end_each(self, trials: Sequence[Trial], metrics: MetricTable) -> None:
        """Count a trial as a retry if a trial of its name has ended before."""
        ended: dict[str, Trial] = {}
        rewards: dict[str, dict[str, Rewards | None]] = {}
        for trial in trials:
            name = trial["trial_name"]
            previous = ended.get(name)
            if previous is not None:
                del rewards[self.key(previous)][name]
                self._refreshed(rewards, previous, metrics)
            ended[name] = trial
            rewards.setdefault(self.key(trial), {})[name] = rewards_of(trial)
            refreshed = self._refreshed(rewards, trial, metrics)
            if rewards_of(trial) or trial["exception"] is not None:
                self.write(name)
            if previous is None:
                self.show(refreshed)

    def _refreshed(
        self, rewards: dict[str, dict[str, Rewards | None]], trial: Trial, metrics: MetricTable
    ) -> list[Rewards]:
        """Return the metrics of a trial's group, by group and by name of the trials so far.

        Their table is looked up by the source unchanged, not for the end of the group's key.
        """
        of_group = rewards[self.key(trial)].values()
        names = metrics.get(trial.get("source") or "adhoc", ()) if of_group else ()
        return self.refresh(names, of_group)
