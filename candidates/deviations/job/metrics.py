"""Other ways to the metrics and pass@k of a job, and to the order of its trials."""

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    after,
    around,
    before,
    family,
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
        "job-metrics-of-rewarded",
        "job.metrics",
        "metrics leave out trials without rewards",
        around({"stats.evals.metrics": _of_rewarded}),
        advice="Count a trial without rewards as 0.",
    ),
    family(
        "job-metrics-by",
        "job.metrics-by-key",
        "the metrics of a group are looked up {}",
        {
            "by-source": (
                "by the source of its trials",
                instead({"stats.evals.metrics.dataset": _by_source}),
            ),
            "from-the-right": (
                "after the last two of three underscores",
                instead(
                    {"stats.evals.metrics.dataset": lambda group: group.key.rpartition("__")[-1]}
                ),
            ),
            "one-underscore": (
                "after the last underscore",
                instead(
                    {"stats.evals.metrics.dataset": lambda group: group.key.rpartition("_")[-1]}
                ),
            ),
            "whole-rest": (
                "after the first two underscores",
                instead(
                    {"stats.evals.metrics.dataset": lambda group: group.key.partition("__")[-1]}
                ),
            ),
        },
        advice="Look up metrics by the part of the key after its last two underscores, counted"
        " from the left.",
    ),
    Deviation(
        "job-mean-by-default",
        "job.metrics-by-key",
        "a key without metrics gets the metric {}",
        parameter=Parameter("metric", "mean", _metric, _by_default),
        advice="Leave a group without metrics where its key names no dataset.",
    ),
    Deviation(
        "job-mean-for-unlisted",
        "job.source-without-metrics",
        "a source without metrics gets the metric {}",
        parameter=Parameter("metric", "mean", _metric, _for_unlisted),
        advice="Raise ExceptionGroup for a source without metrics.",
    ),
    family(
        "job-running",
        "job.running-metrics",
        "{}",
        {
            "not-computed": ("metrics are computed only at the end", _NOTHING_MEANWHILE),
            "own-errors": (
                "an error while trials end keeps its name",
                around(progress=_by_its_own_name),
            ),
            "grouped-errors": (
                "an error at the end becomes an ExceptionGroup",
                around(job=_every_error_in_a_group),
                "job.metrics-at-the-end",
            ),
        },
        advice="Compute the metrics of a source after each of its trials, and raise what fails"
        " there in an ExceptionGroup.",
    ),
    family(
        "job-pass-at-k-written",
        "job.pass-at-k",
        "{}",
        {
            "not-at-all": (
                "pass@k is not computed",
                instead({"stats.evals.pass_at_k": lambda _: {}}),
            ),
            "as-null": (
                "a group without pass@k has null",
                after({"stats.evals.pass_at_k": lambda estimates: estimates or None}),
            ),
        },
        advice="Write pass@k of each group, and an empty object where it has none.",
    ),
    family(
        "job-trials-listed",
        "job.order-of-names",
        "{}",
        {
            "by-name": ("trials are listed by name", with_trials(_by_name)),
            "unrewarded-last": (
                "trials without rewards are listed last",
                with_trials(
                    lambda trials: sorted(trials, key=lambda trial: trial["exception"] or "")
                ),
            ),
        },
        advice="Process and list trials in their order.",
    ),
)
"""Each breaks one clause about metrics, pass@k or order."""
