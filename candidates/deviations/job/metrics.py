"""Other ways to the metrics and pass@k of a job, and to the order of its trials."""

from candidates.deviations.deviation import Changes, Step, after, around, before, instead
from candidates.deviations.job.counts import with_trials
from candidates.deviations.parameters import taking
from candidates.deviations.rows import Table
from candidates.reference.job_evals import Group
from candidates.reference.job_trial import JobInput, MetricName, Rewards, Trial, rewards_of

_METRICS: dict[str, MetricName] = {"mean": "mean", "max": "max", "min": "min", "sum": "sum"}


def _metric(text: str) -> MetricName:
    """Return the metric of a name; raises ValueError."""
    if text not in _METRICS:
        raise ValueError(text)
    return _METRICS[text]


def of_rewarded(metrics: Step) -> Step:
    """Leave out the trials without rewards."""

    def rewarded(group: Group) -> list[Rewards]:
        trials = [trial for trial in group.trials if rewards_of(trial) is not None]
        return metrics(group._replace(trials=trials)) if trials else []

    return rewarded


def _by_source(group: Group) -> str:
    return group.trials[0].get("source") or "adhoc"


def _by_default(metric: MetricName) -> Changes:
    return after({"stats.evals.metrics.names": lambda names: names or (metric,)})


def _for_unlisted(metric: MetricName) -> Changes:
    def listing(case: JobInput) -> JobInput:
        sources = {trial.get("source") or "adhoc" for trial in case["trials"]}
        added = {name: [metric] for name in sources if not case["metrics"].get(name)}
        return {**case, "metrics": {**case["metrics"], **added}}

    return before(job=listing)


def _by_its_own_name(progress: Step) -> Step:
    """Let an error of a running metric end the job with the error's own name."""

    def named(*arguments: object) -> None:
        try:
            progress(*arguments)
        except ExceptionGroup as group:
            raise group.exceptions[0] from None

    return named


def _every_error_in_a_group(job: Step) -> Step:
    """Let every error end the job with an ExceptionGroup."""

    def grouped(case: JobInput) -> dict[str, str]:
        try:
            return job(case)  # type: ignore[no-any-return] # a step
        except OverflowError as error:
            raise ExceptionGroup("a metric could not be computed", [error]) from error

    return grouped


def _by_name(trials: list[Trial]) -> list[Trial]:
    return sorted(trials, key=lambda trial: trial["trial_name"])


_NOTHING_MEANWHILE = instead(
    {
        "progress.refresh": lambda *_: [],
        "progress.write": lambda _: None,
        "progress.show": lambda _: None,
    }
)

ROWS: Table = {
    "job-metrics-of-rewarded": around({"stats.evals.metrics": of_rewarded}),
    "job-metrics-by": {
        "by-source": instead({"stats.evals.metrics.dataset": _by_source}),
        "from-the-right": instead(
            {"stats.evals.metrics.dataset": lambda group: group.key.rpartition("__")[-1]}
        ),
        "one-underscore": instead(
            {"stats.evals.metrics.dataset": lambda group: group.key.rpartition("_")[-1]}
        ),
        "whole-rest": instead(
            {"stats.evals.metrics.dataset": lambda group: group.key.partition("__")[-1]}
        ),
    },
    "job-mean-by-default": taking("metric", _metric, _by_default, "mean"),
    "job-mean-for-unlisted": taking("metric", _metric, _for_unlisted, "mean"),
    "job-running": {
        "not-computed": _NOTHING_MEANWHILE,
        "own-errors": around(progress=_by_its_own_name),
        "grouped-errors": around(job=_every_error_in_a_group),
    },
    "job-pass-at-k-written": {
        "not-at-all": instead({"stats.evals.pass_at_k": lambda _: {}}),
        "as-null": after({"stats.evals.pass_at_k": lambda estimates: estimates or None}),
    },
    "job-trials-listed": {
        "by-name": with_trials(_by_name),
        "unrewarded-last": with_trials(
            lambda trials: sorted(trials, key=lambda trial: trial["exception"] or "")
        ),
    },
}
