"""What a job works out while its trials end, of which errors and two counts remain.

Whenever a trial ends, harbor refreshes the metrics of its group, writes result.json and
puts the first metric into its progress bar (harbor/job.py:598-651, 865-894). What
goes wrong there ends the job with an ExceptionGroup.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from candidates.reference.harbor_json import refuse_surrogates
from candidates.reference.job_trial import MetricName, Rewards, Trial, rewards_of
from candidates.reference.metric import metric
from candidates.reference.pass_at_k import evals_key

Metrics = Mapping[str, Sequence[MetricName]]


@dataclass
class Progress:
    """The trials that have ended so far, one a name.

    ``rewards`` holds, by group and by trial name, what the running metrics are computed
    from, in the order in which the trials ended.
    """

    ended: dict[str, Trial] = field(default_factory=dict)
    rewards: dict[str, dict[str, Rewards | None]] = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)
    n_retries: int = 0

    @property
    def n_cancelled_trials(self) -> int:
        """How many names there are whose last trial was cancelled."""
        return sum(trial["exception"] == "CancelledError" for trial in self.ended.values())


def progress_of(trials: Sequence[Trial], metrics: Metrics) -> Progress:
    """Let the trials start and end, one after the other; raises ExceptionGroup."""
    progress = Progress()
    try:
        for trial in trials:
            _start(progress, trial, metrics)
            _end(progress, trial, metrics)
    except Exception as error:
        message = "a trial's end could not be handled"
        raise ExceptionGroup(message, [error]) from error
    return progress


def _start(progress: Progress, trial: Trial, metrics: Metrics) -> None:
    """Take a trial whose name has ended before for a retry of that trial."""
    previous = progress.ended.pop(trial["trial_name"], None)
    if previous is not None:
        progress.n_retries += 1
        del progress.rewards[evals_key(previous)][trial["trial_name"]]
        _running_metrics(progress, previous, metrics)


def _end(progress: Progress, trial: Trial, metrics: Metrics) -> None:
    name = trial["trial_name"]
    progress.rewards.setdefault(evals_key(trial), {})[name] = rewards_of(trial)
    progress.ended[name] = trial
    computed = _running_metrics(progress, trial, metrics)
    if rewards_of(trial) or trial["exception"] is not None:
        refuse_surrogates(name)
    if name not in progress.shown:
        progress.shown.add(name)
        _show(computed)


def _running_metrics(progress: Progress, trial: Trial, metrics: Metrics) -> list[Rewards]:
    """Compute the metrics of a trial's group from the trials that have ended.

    Their table is asked for the source as it stands, not for the end of the group's key.
    """
    rewards = list(progress.rewards[evals_key(trial)].values())
    names = metrics.get(trial.get("source") or "adhoc", ()) if rewards else ()
    return [metric({"metric": name, "rewards": rewards}) for name in names]


def _show(computed: list[Rewards]) -> None:
    """Put the first value of the first metric into the progress bar, as a float.

    There has to be a metric: harbor looks for the dataset in a table that got an empty
    entry when it was read a moment before (harbor/job.py:405-407, 872, 889).
    """
    (first, *_) = computed[0].values()
    float(first)
