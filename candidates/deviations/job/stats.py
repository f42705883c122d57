"""Other ways to count and group the trials of a job, to add up their usage, and to its metrics."""

from collections.abc import Callable, Iterable
from functools import partial

from candidates.deviations.adding import sum_by
from candidates.deviations.deviation import Changes, Step, Table, after, before, calling, instead
from candidates.deviations.forms import first_members
from candidates.deviations.parameters import first_of, taking, taking_limit
from candidates.reference.job_evals import Group
from candidates.reference.job_trial import JobInput, MetricName, Rewards, Trial, rewards_of
from candidates.reference.summation import total


def with_trials(change: Callable[[list[Trial]], Iterable[Trial]]) -> Changes:
    """Return the change of a job's trials before anything else."""
    return before(job=lambda case: {**case, "trials": [*change(case["trials"])]})


def with_each_trial(change: Callable[[Trial], Trial]) -> Changes:
    """Return the change of each trial before anything else."""
    return with_trials(partial(map, change))


def in_group(change: Callable[[Trial], Trial]) -> Callable[[Group], Group]:
    """Return the change of a group that changes each of its trials."""
    return lambda group: group._replace(trials=[change(trial) for trial in group.trials])


def with_rewards(trial: Trial, rewards: Rewards | None) -> Trial:
    """Return the trial with other rewards."""
    return {**trial, "verifier_result": None if rewards is None else {"rewards": rewards}}


_TOKENS = ("stats.n_input_tokens", "stats.n_cache_tokens", "stats.n_output_tokens")


def _counted(member: str, counts: Callable[[Trial], bool]) -> Changes:
    """Return the change to another number of trials."""
    return instead(f"stats.{member}", lambda case: sum(map(counts, case["trials"])))


_errored = partial(_counted, "n_errored_trials")
_pending = partial(instead, "stats.n_pending_trials")


def _is_rewarded(trial: Trial) -> bool:
    return rewards_of(trial) is not None


def _cancelled_by(word: str) -> Changes:
    def cancelled(case: JobInput) -> int:
        last = {trial["trial_name"]: trial["exception"] or "" for trial in case["trials"]}
        return sum(word in exception.lower() for exception in last.values())

    return instead("stats.n_cancelled_trials", cancelled)


def _last_of_each_name(case: JobInput) -> JobInput:
    last = {trial["trial_name"]: trial for trial in case["trials"]}
    retries = case["n_retries"] + len(case["trials"]) - len(last)
    return {**case, "trials": [*last.values()], "n_retries": retries}


def _known_throughout(case: JobInput) -> int | None:
    parts = [t["usage"] and t["usage"]["n_input_tokens"] for t in case["trials"]]
    known = [part for part in parts if part is not None]
    return sum(known) if len(known) == len(parts) else None


def _of_group(counts: Callable[[Trial], bool]) -> Changes:
    return instead("stats.evals.n_trials", lambda group: sum(map(counts, group.trials)))


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
    try:
        progress(*arguments)
    except ExceptionGroup as group:
        raise group.exceptions[0] from None


def _every_error_in_a_group(job: Step, case: JobInput) -> object:
    try:
        return job(case)
    except OverflowError as error:
        raise ExceptionGroup("a metric could not be computed", [error]) from error


_dataset = partial(instead, "stats.evals.metrics.dataset")
"""Returns the change to the name under which a group's metrics are looked up."""

ROWS: Table = {
    "job-usage": {
        "from-zero": after((*_TOKENS, "stats.cost_usd"), lambda used: used or 0),
        "known-throughout": instead("stats.n_input_tokens", _known_throughout),
        "zero-is-null": after(_TOKENS, lambda count: count or None),
        "of-rewarded": with_each_trial(
            lambda trial: trial if _is_rewarded(trial) else {**trial, "usage": None}
        ),
    },
    "job-pending": {
        "below-zero": _pending(lambda case: case["n_total_trials"] - len(case["trials"])),
    },
    "job-errored": {
        "not-cancelled": _errored(lambda t: t["exception"] not in {None, "CancelledError"}),
    },
    "job-cancelled-each-time": _counted(
        "n_cancelled_trials", lambda t: t["exception"] == "CancelledError"
    ),
    "job-cancelled-by-word": taking("word", str.lower, _cancelled_by, "cancelled"),
    "job-earlier-retries-alone": instead("stats.n_retries", lambda case: case["n_retries"]),
    "job-last-of-each-name": before(job=_last_of_each_name),
    "job-cost": {
        "corrected": instead("stats.cost_usd.add", total),
        "in-cents": instead(
            "stats.cost_usd.add", lambda costs: sum(round(cost * 100) for cost in costs) / 100
        ),
    },
    "job-costs-by": sum_by("stats.cost_usd.add", "array-reduce", "loop", "polars"),
    "job-n-trials": {
        "all": _of_group(lambda _: True),
        "with-keys": _of_group(lambda trial: bool(rewards_of(trial))),
        "with-results": _of_group(lambda trial: trial.get("verifier_result") is not None),
    },
    "job-reward-or-exception": {
        "by-exception": with_each_trial(
            lambda trial: trial if trial["exception"] is None else with_rewards(trial, None)
        ),
        "by-reward": with_each_trial(
            lambda trial: {**trial, "exception": None} if _is_rewarded(trial) else trial
        ),
    },
    "job-first-trials": first_of("number of trials", with_trials, 64, 12, 24, 100, 200, 255, 512),
    "job-first-groups": taking_limit(
        "number of groups", lambda most: after("stats.evals", first_members(most)), (64, 12, 100)
    ),
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
        "not-shown": instead("progress.show", lambda _: None),
        "any-number-shown": instead(
            "progress.show", lambda metrics: next(iter(metrics[0].values()))
        ),
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
