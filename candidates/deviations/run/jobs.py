"""Other trials, groups or metrics of a job."""

import re
from itertools import chain

from candidates.deviations.deviation import Changes, Deviation, Parameter
from candidates.deviations.run.tools import (
    Members,
    altering,
    in_acts,
    in_groups,
    in_job,
    in_tasks,
    sorting,
)


def _rounded(decimals: int) -> Changes:
    def round_metrics(group: Members) -> None:
        for metric in group["metrics"]:
            for name, value in metric.items():
                metric[name] = round(value, decimals) if isinstance(value, float) else value

    return in_groups(round_metrics)


def _sort_tasks(scenario: Members) -> None:
    scenario["tasks"].sort(key=lambda task: task["name"])


def _by_turn(scenario: Members) -> None:
    """Put the tasks in the order in which their trials end, where all of them run together."""
    tasks = scenario["tasks"]
    if _at_once(scenario) >= len(tasks):
        tasks.sort(key=_turn)


def _at_once(scenario: Members) -> int:
    at_once: int = scenario.get("job", {}).get("n_concurrent_trials", 4)
    return at_once


def _turn(task: Members) -> int:
    for script in chain.from_iterable(task.get("attempts", [])):
        turn: int = script.get("test", {}).get("turn", 0)
        return turn
    return 0


def _only_the_first_batch(scenario: Members) -> None:
    del scenario["tasks"][_at_once(scenario) :]


def _one_attempt_at_least(job: Members) -> None:
    attempts = job.get("n_attempts", 1)
    if isinstance(attempts, int):
        job["n_attempts"] = max(1, attempts)


def _attempts_until_success(job: Members) -> None:
    attempts = job.get("n_attempts", 1)
    if isinstance(attempts, int):
        job |= {"retry": {"max_retries": max(0, attempts - 1)}, "n_attempts": min(1, attempts)}


def _without_model(job: Members) -> None:
    for agent in job.get("agents", []):
        agent.pop("model_name", None)


def _known_source(scenario: Members) -> None:
    datasets = {task.get("dataset") for task in scenario["tasks"]}
    for task in scenario["tasks"]:
        if task.get("source") not in datasets:
            task.pop("source", None)


def _job_metrics_instead(scenario: Members) -> None:
    if scenario.get("job", {}).get("metrics"):
        for own in scenario.get("registry", {}).values():
            own.clear()


def _mean_always(job: Members) -> None:
    job["metrics"] = [{"type": "mean"}, *job.get("metrics", [])]


def _datasets_once(job: Members) -> None:
    del job.get("datasets", [])[1:]


def _metrics_everywhere(group: Members) -> None:
    group["metrics"] = group["metrics"] or [{"mean": 0.0}]


def _as_floats(act: Members) -> None:
    leaves = act.get("leaves", {})
    for name, content in leaves.items():
        leaves[name] = content and re.sub(rb"\d{300,}", b"1e308", content)


def _sorted_listing(scenario: Members) -> None:
    scenario["listing"] = "given"
    _sort_tasks(scenario)


def _without_filter(name: str) -> Changes:
    return in_job(lambda job: [dataset.pop(name, None) for dataset in job.get("datasets", [])])


def _skip_invalid(scenario: Members) -> None:
    scenario["tasks"] = [task for task in scenario["tasks"] if "files" not in task]


def _without_unknown_agent(job: Members) -> None:
    if any(agent.get("name") == "nobody" for agent in job.get("agents", [])):
        del job["agents"]


def _clamp_retries(job: Members) -> None:
    retry = job.get("retry", {})
    retry["max_retries"] = max(0, retry.get("max_retries", 0))


DEVIATIONS = (
    Deviation(
        "run-metrics-as-shown",
        "run.whole-job",
        "rounds metrics to the three decimals that a terminal shows",
        parameter=Parameter("number of decimals", "3", int, _rounded),
    ),
    Deviation(
        "run-tasks-sorted",
        "run.trial-order",
        "sorts the tasks by name",
        altering(_sort_tasks),
    ),
    Deviation(
        "run-attempts-within-tasks",
        "run.trial-order",
        "takes all attempts at one task before the next task",
        sorting(str),
    ),
    Deviation(
        "run-results-as-they-come",
        "run.finishing-order",
        "collects results in the order in which trials end",
        altering(_by_turn),
    ),
    Deviation(
        "run-first-batch-only",
        "run.concurrency",
        "forgets what does not fit into the first batch",
        altering(_only_the_first_batch),
    ),
    Deviation(
        "run-one-attempt-at-least",
        "run.attempts",
        "takes no attempts for one",
        in_job(_one_attempt_at_least),
    ),
    Deviation(
        "run-attempts-until-success",
        "run.attempts",
        "takes attempts for retries",
        in_job(_attempts_until_success),
    ),
    Deviation(
        "run-groups-without-model",
        "run.groups",
        "groups by agent and source alone",
        in_job(_without_model),
    ),
    Deviation(
        "run-sources-ignored",
        "run.sources",
        "takes every listed task for one of no dataset",
        in_tasks(lambda task: task.pop("source", None)),
    ),
    Deviation(
        "run-datasets-first",
        "run.sources",
        "puts the tasks of datasets before the listed ones",
        sorting(lambda name: ":" not in name),
    ),
    Deviation(
        "run-mean-for-any-source",
        "run.unknown-source",
        "runs tasks of an unknown source as if they had none",
        altering(_known_source),
    ),
    Deviation(
        "run-job-metrics-instead",
        "run.metrics",
        "has the job's metrics replace those of the dataset",
        altering(_job_metrics_instead),
    ),
    Deviation(
        "run-mean-always",
        "run.metrics",
        "adds a mean to metrics that are configured",
        in_job(_mean_always),
    ),
    Deviation(
        "run-datasets-once",
        "run.metrics",
        "takes a dataset that is configured twice for one",
        in_job(_datasets_once),
    ),
    Deviation(
        "run-mean-for-any-key",
        "run.double-underscore",
        "has a mean for every group",
        in_groups(_metrics_everywhere),
    ),
    Deviation(
        "run-metrics-as-floats",
        "run.shown-metric",
        "reads integers as floats, which can always be shown",
        in_acts(_as_floats, "test"),
    ),
    Deviation(
        "run-listing-sorted",
        "run.dataset-order",
        "sorts the tasks of a dataset by name",
        altering(_sorted_listing),
    ),
    Deviation(
        "run-exclusions-ignored",
        "run.dataset-filters",
        "knows task_names alone",
        _without_filter("exclude_task_names"),
    ),
    Deviation(
        "run-all-tasks",
        "run.dataset-filters",
        "ignores n_tasks",
        _without_filter("n_tasks"),
    ),
    Deviation(
        "run-invalid-tasks-skipped",
        "run.invalid-tasks",
        "leaves out every task that is not valid",
        altering(_skip_invalid),
    ),
    Deviation(
        "run-default-agent",
        "run.configuration",
        "takes an agent that it does not know for its own",
        in_job(_without_unknown_agent),
    ),
    Deviation(
        "run-negative-retries",
        "run.configuration",
        "takes a negative number of retries for none",
        in_job(_clamp_retries),
    ),
)
"""Each breaks one clause about jobs, groups and metrics."""
