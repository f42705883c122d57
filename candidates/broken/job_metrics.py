"""Wrong ways to the metrics and pass@k of a job, and to the order of its trials."""

from collections.abc import Callable, Sequence

from candidates.broken.job_steps import Steps, Table, Tree, with_groups, with_trials
from candidates.broken.variant import Variant
from candidates.reference.job import Evals, JobInput, dataset_of
from candidates.reference.job_progress import Progress
from candidates.reference.job_trial import MetricName, Rewards, Trial, rewards_of
from candidates.reference.metric import metric
from candidates.reference.pass_at_k import evals_key

type Names = Sequence[MetricName]
type AddMetrics = Callable[[dict[str, Evals], Sequence[Trial], Table], None]

MEAN: Names = ("mean",)


def metrics_by(names: Callable[[str, Trial, Table], Names]) -> AddMetrics:
    """Return a way to add metrics that finds their names by a group's key and first trial."""

    def add(evals: dict[str, Evals], trials: Sequence[Trial], table: Table) -> None:
        for key, group in evals.items():
            members = [trial for trial in trials if evals_key(trial) == key]
            rewards = [rewards_of(trial) for trial in members]
            group.metrics = _computed(names(key, members[0], table), rewards)

    return add


def of_rewarded(evals: dict[str, Evals], trials: Sequence[Trial], table: Table) -> None:
    """Leave out the trials without rewards."""
    for key, group in evals.items():
        rewards = [
            given for t in trials if evals_key(t) == key and (given := rewards_of(t)) is not None
        ]
        group.metrics = _computed(_by_key(key, table) if rewards else (), rewards)


def _computed(names: Names, rewards: Sequence[Rewards | None]) -> list[Rewards]:
    return [metric({"metric": name, "rewards": list(rewards)}) for name in names]


def _by_key(key: str, table: Table) -> Names:
    return table.get(dataset_of(key), ())


def first_of_them(key: str, _: Trial, table: Table) -> Names:
    """Compute the first metric alone."""
    return _by_key(key, table)[:1]


def each_once(key: str, _: Trial, table: Table) -> Names:
    """Compute no metric twice."""
    return list(dict.fromkeys(_by_key(key, table)))


def by_source(_: str, trial: Trial, table: Table) -> Names:
    """Look the source up as it stands."""
    return table.get(trial.get("source") or "adhoc", ())


def mean_by_default(key: str, _: Trial, table: Table) -> Names:
    """Compute the mean where there are no metrics."""
    return _by_key(key, table) or MEAN


def cut_from_the_right(key: str, _: Trial, table: Table) -> Names:
    """Cut the key at its last two underscores."""
    return table.get(key.rpartition("__")[-1], ())


def one_underscore(key: str, _: Trial, table: Table) -> Names:
    """Take what follows the last underscore."""
    return table.get(key.rpartition("_")[-1], ())


def whole_rest(key: str, _: Trial, table: Table) -> Names:
    """Take all that follows the first two underscores."""
    return table.get(key.partition("__")[-1], ())


def counts_alone(trials: Sequence[Trial], _: Table) -> Progress:
    """Compute nothing while trials end."""
    progress = Progress()
    for trial in trials:
        progress.n_retries += trial["trial_name"] in progress.ended
        progress.ended[trial["trial_name"]] = trial
    return progress


def mean_for_unlisted(question: JobInput) -> JobInput:
    """Give every source that has no metrics the mean."""
    sources = {trial.get("source") or "adhoc" for trial in question["trials"]}
    added = {name: list(MEAN) for name in sources if not question["metrics"].get(name)}
    return {**question, "metrics": {**question["metrics"], **added}}


def by_its_own_name(question: JobInput) -> dict[str, str]:
    """Let an error of a running metric end the job by its own name."""
    try:
        return Steps()(question)
    except ExceptionGroup as group:
        raise group.exceptions[0] from None


def every_error_in_a_group(question: JobInput) -> dict[str, str]:
    """Let every error end the job with an ExceptionGroup."""
    try:
        return Steps()(question)
    except OverflowError as error:
        message = "a metric could not be computed"
        raise ExceptionGroup(message, [error]) from error


def without_pass_at_k(group: Tree) -> Tree:
    """Have no pass@k."""
    return {**group, "pass_at_k": {}}


def null_pass_at_k(group: Tree) -> Tree:
    """Have null where there is no pass@k."""
    return {**group, "pass_at_k": group["pass_at_k"] or None}


VARIANTS = (
    Variant(
        "job-first-metric-alone",
        "job.metrics",
        "a group has its first metric alone",
        Steps(metrics=metrics_by(first_of_them)),
    ),
    Variant(
        "job-metrics-once",
        "job.metrics",
        "a metric that is named twice is computed once",
        Steps(metrics=metrics_by(each_once)),
    ),
    Variant(
        "job-metrics-of-rewarded",
        "job.metrics",
        "trials without rewards are left out",
        Steps(metrics=of_rewarded),
    ),
    Variant(
        "job-metrics-by-source",
        "job.metrics-by-key",
        "metrics are looked up by the source",
        Steps(metrics=metrics_by(by_source)),
    ),
    Variant(
        "job-mean-by-default",
        "job.metrics-by-key",
        "a key without metrics gets the mean",
        Steps(metrics=metrics_by(mean_by_default)),
    ),
    Variant(
        "job-key-cut-from-the-right",
        "job.metrics-by-key",
        "a key is cut at the last of three underscores",
        Steps(metrics=metrics_by(cut_from_the_right)),
    ),
    Variant(
        "job-metrics-by-one-underscore",
        "job.metrics-by-key",
        "a key ends behind its last underscore",
        Steps(metrics=metrics_by(one_underscore)),
    ),
    Variant(
        "job-metrics-by-whole-rest",
        "job.metrics-by-key",
        "a key ends behind its first two underscores",
        Steps(metrics=metrics_by(whole_rest)),
    ),
    Variant(
        "job-no-metrics-no-error",
        "job.source-without-metrics",
        "a source without metrics has an empty list of them",
        Steps(progress=counts_alone),
    ),
    Variant(
        "job-mean-for-unlisted",
        "job.source-without-metrics",
        "a source without metrics gets the mean",
        Steps(reading=mean_for_unlisted),
    ),
    Variant(
        "job-metrics-at-the-end-alone",
        "job.running-metrics",
        "nothing is computed while trials end",
        Steps(progress=counts_alone),
    ),
    Variant(
        "job-running-errors-named",
        "job.running-metrics",
        "an error while trials end keeps its name",
        by_its_own_name,
    ),
    Variant(
        "job-every-error-in-a-group",
        "job.metrics-at-the-end",
        "an error at the end becomes an ExceptionGroup",
        every_error_in_a_group,
    ),
    Variant(
        "job-without-pass-at-k",
        "job.pass-at-k",
        "pass@k is left to others",
        with_groups(without_pass_at_k),
    ),
    Variant(
        "job-null-pass-at-k",
        "job.pass-at-k",
        "no pass@k is null",
        with_groups(null_pass_at_k),
    ),
    Variant(
        "job-trials-backwards",
        "job.order-of-numbers",
        "the last trial comes first",
        with_trials(lambda trials: list(trials)[::-1]),
    ),
    Variant(
        "job-trials-by-name",
        "job.order-of-numbers",
        "trials are read in the order of their folders",
        with_trials(lambda trials: sorted(trials, key=lambda trial: trial["trial_name"])),
    ),
    Variant(
        "job-names-by-name",
        "job.order-of-names",
        "trials are listed in the order of their names",
        with_trials(lambda trials: sorted(trials, key=lambda trial: trial["trial_name"])),
    ),
    Variant(
        "job-unrewarded-last",
        "job.order-of-names",
        "trials that failed are listed behind the others",
        with_trials(lambda trials: sorted(trials, key=lambda trial: trial["exception"] or "")),
    ),
)
