"""Other ways to the metrics and pass@k of a job, and to the order of its trials."""

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    after,
    around,
    before,
    instead,
)
from candidates.deviations.job.trials import with_trials
from candidates.reference.job_evals import Group
from candidates.reference.job_trial import JobInput, MetricName, Rewards, Trial, rewards_of

_METRICS: dict[str, MetricName] = {"mean": "mean", "max": "max", "min": "min", "sum": "sum"}


def _metric(text: str) -> MetricName:
    """Return the metric of a name; raises ValueError."""
    if text not in _METRICS:
        raise ValueError(text)
    return _METRICS[text]


def _of_rewarded(metrics: Step) -> Step:
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
    def listing(question: JobInput) -> JobInput:
        sources = {trial.get("source") or "adhoc" for trial in question["trials"]}
        added = {name: [metric] for name in sources if not question["metrics"].get(name)}
        return {**question, "metrics": {**question["metrics"], **added}}

    return before(job=listing)


def _by_its_own_name(progress: Step) -> Step:
    """Let an error of a running metric end the job by its own name."""

    def named(*arguments: object) -> None:
        try:
            progress(*arguments)
        except ExceptionGroup as group:
            raise group.exceptions[0] from None

    return named


def _every_error_in_a_group(job: Step) -> Step:
    """Let every error end the job with an ExceptionGroup."""

    def grouped(question: JobInput) -> dict[str, str]:
        try:
            return job(question)  # type: ignore[no-any-return] # a step
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

DEVIATIONS = (
    Deviation(
        "job-first-metric-alone",
        "job.metrics",
        "a group has its first metric alone",
        after({"stats.evals.metrics.names": lambda names: names[:1]}),
    ),
    Deviation(
        "job-metrics-once",
        "job.metrics",
        "a metric that is named twice is computed once",
        after({"stats.evals.metrics.names": lambda names: list(dict.fromkeys(names))}),
    ),
    Deviation(
        "job-metrics-of-rewarded",
        "job.metrics",
        "trials without rewards are left out",
        around({"stats.evals.metrics": _of_rewarded}),
    ),
    Deviation(
        "job-metrics-by-source",
        "job.metrics-by-key",
        "metrics are looked up by the source",
        instead({"stats.evals.metrics.dataset": _by_source}),
    ),
    Deviation(
        "job-mean-by-default",
        "job.metrics-by-key",
        "a key without metrics gets the mean",
        parameter=Parameter("metric", "mean", _metric, _by_default),
    ),
    Deviation(
        "job-key-cut-from-the-right",
        "job.metrics-by-key",
        "a key is cut at the last of three underscores",
        instead({"stats.evals.metrics.dataset": lambda group: group.key.rpartition("__")[-1]}),
    ),
    Deviation(
        "job-metrics-by-one-underscore",
        "job.metrics-by-key",
        "a key ends behind its last underscore",
        instead({"stats.evals.metrics.dataset": lambda group: group.key.rpartition("_")[-1]}),
    ),
    Deviation(
        "job-metrics-by-whole-rest",
        "job.metrics-by-key",
        "a key ends behind its first two underscores",
        instead({"stats.evals.metrics.dataset": lambda group: group.key.partition("__")[-1]}),
    ),
    Deviation(
        "job-no-metrics-no-error",
        "job.source-without-metrics",
        "a source without metrics has an empty list of them",
        _NOTHING_MEANWHILE,
    ),
    Deviation(
        "job-mean-for-unlisted",
        "job.source-without-metrics",
        "a source without metrics gets the mean",
        parameter=Parameter("metric", "mean", _metric, _for_unlisted),
    ),
    Deviation(
        "job-metrics-at-the-end-alone",
        "job.running-metrics",
        "nothing is computed while trials end",
        _NOTHING_MEANWHILE,
    ),
    Deviation(
        "job-running-errors-named",
        "job.running-metrics",
        "an error while trials end keeps its name",
        around(progress=_by_its_own_name),
    ),
    Deviation(
        "job-every-error-in-a-group",
        "job.metrics-at-the-end",
        "an error at the end becomes an ExceptionGroup",
        around(job=_every_error_in_a_group),
    ),
    Deviation(
        "job-without-pass-at-k",
        "job.pass-at-k",
        "pass@k is left to others",
        instead({"stats.evals.pass_at_k": lambda _: {}}),
    ),
    Deviation(
        "job-null-pass-at-k",
        "job.pass-at-k",
        "no pass@k is null",
        after({"stats.evals.pass_at_k": lambda estimates: estimates or None}),
    ),
    Deviation(
        "job-trials-backwards",
        "job.order-of-numbers",
        "the last trial comes first",
        with_trials(lambda trials: trials[::-1]),
    ),
    Deviation(
        "job-trials-by-name",
        "job.order-of-numbers",
        "trials are read in the order of their folders",
        with_trials(_by_name),
    ),
    Deviation(
        "job-names-by-name",
        "job.order-of-names",
        "trials are listed in the order of their names",
        with_trials(_by_name),
    ),
    Deviation(
        "job-unrewarded-last",
        "job.order-of-names",
        "trials that failed are listed behind the others",
        with_trials(lambda trials: sorted(trials, key=lambda trial: trial["exception"] or "")),
    ),
)
"""Each breaks one clause about metrics, pass@k or order."""
