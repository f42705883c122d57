"""Other ways to the metrics and pass@k of a job, and to the order of its trials."""

from functools import partial

from candidates.deviations.deviation import Changes, Step, Table, after, before, calling, instead
from candidates.deviations.job.counts import with_trials
from candidates.deviations.parameters import taking
from candidates.reference.job_evals import Group
from candidates.reference.job_trial import JobInput, MetricName, rewards_of

_METRICS: dict[str, MetricName] = {"mean": "mean", "max": "max", "min": "min", "sum": "sum"}


def _metric(text: str) -> MetricName:
    """Return the metric of a name; raises ValueError."""
    if text not in _METRICS:
        raise ValueError(text)
    return _METRICS[text]


def only_rewarded(group: Group) -> Group:
    """Leave out the trials without rewards."""
    return group._replace(trials=[one for one in group.trials if rewards_of(one) is not None])


def of_rewarded(metrics: Step, group: Group) -> object:
    """Return the metrics of the trials with rewards, and none where there are none."""
    rewarded = only_rewarded(group)
    return metrics(rewarded) if rewarded.trials else []


def _for_unlisted(metric: MetricName) -> Changes:
    def listing(case: JobInput) -> JobInput:
        sources = {trial.get("source") or "adhoc" for trial in case["trials"]}
        added = {name: [metric] for name in sources if not case["metrics"].get(name)}
        return {**case, "metrics": {**case["metrics"], **added}}

    return before(job=listing)


def _by_its_own_name(progress: Step, *arguments: object) -> None:
    """Let an error of a running metric end the job with the error's own name."""
    try:
        progress(*arguments)
    except ExceptionGroup as group:
        raise group.exceptions[0] from None


def _every_error_in_a_group(job: Step, case: JobInput) -> object:
    """Let every error end the job with an ExceptionGroup."""
    try:
        return job(case)
    except OverflowError as error:
        raise ExceptionGroup("a metric could not be computed", [error]) from error


_dataset = partial(instead, "stats.evals.metrics.dataset")
"""Returns the change to the name under which a group's metrics are looked up."""

ROWS: Table = {
    "job-metrics-of-rewarded": calling("stats.evals.metrics", of_rewarded),
    "job-metrics-by": {
        "by-source": _dataset(lambda group: group.trials[0].get("source") or "adhoc"),
        "from-the-right": _dataset(lambda group: group.key.rpartition("__")[-1]),
        "one-underscore": _dataset(lambda group: group.key.rpartition("_")[-1]),
        "whole-rest": _dataset(lambda group: group.key.partition("__")[-1]),
    },
    "job-mean-by-default": taking(
        "metric",
        _metric,
        lambda metric: after("stats.evals.metrics.names", lambda names: names or (metric,)),
        "mean",
    ),
    "job-mean-for-unlisted": taking("metric", _metric, _for_unlisted, "mean"),
    "job-running": {
        "not-computed": instead("progress.refresh", lambda *_: [])
        + instead(("progress.write", "progress.show"), lambda _: None),
        "own-errors": calling(progress=_by_its_own_name),
        "grouped-errors": calling(job=_every_error_in_a_group),
    },
    "job-pass-at-k-written": {
        "not-at-all": instead("stats.evals.pass_at_k", lambda _: {}),
        "as-null": after("stats.evals.pass_at_k", lambda estimates: estimates or None),
    },
    "job-trials-listed": {
        "by-name": with_trials(lambda trials: sorted(trials, key=lambda one: one["trial_name"])),
        "failed-last": with_trials(
            lambda trials: sorted(trials, key=lambda trial: trial["exception"] or "")
        ),
    },
}
