"""Other trials, groups or metrics of a job."""

import re
from itertools import chain

from candidates.deviations.deviation import Changes, Deviation, Parameter
from candidates.deviations.run.tools import Members, altering, in_acts, in_groups, in_job, in_tasks


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


DEVIATIONS = (
    Deviation(
        "run-metrics-as-shown",
        "run.whole-job",
        "rounds metrics to {} decimal places, as a terminal shows them",
        parameter=Parameter("number of decimals", "3", int, _rounded),
        advice="Write metrics unrounded.",
    ),
    Deviation(
        "run-tasks-sorted",
        "run.trial-order",
        "sorts the tasks by name",
        altering(_sort_tasks),
        advice="Run tasks in configured order.",
    ),
    Deviation(
        "run-results-as-they-come",
        "run.finishing-order",
        "collects results in the order in which trials end",
        altering(_by_turn),
        advice="Collect results in configured order, not in the order in which trials end.",
    ),
    Deviation(
        "run-first-batch-only",
        "run.concurrency",
        "runs only as many trials as may run at the same time",
        altering(_only_the_first_batch),
        advice="Run every trial.",
    ),
    Deviation(
        "run-one-attempt-at-least",
        "run.attempts",
        "reads 0 attempts as 1",
        in_job(_one_attempt_at_least),
        advice="Run n_attempts trials of each task, none for 0.",
    ),
    Deviation(
        "run-groups-without-model",
        "run.groups",
        "groups trials by agent and source only",
        in_job(_without_model),
        advice="Group trials by agent, model and source.",
    ),
    Deviation(
        "run-sources-ignored",
        "run.sources",
        "treats every listed task as one without a dataset",
        in_tasks(lambda task: task.pop("source", None)),
        advice="Use the source that a listed task names.",
    ),
    Deviation(
        "run-mean-for-any-source",
        "run.unknown-source",
        "runs tasks of an unknown source as if they had none",
        altering(_known_source),
        advice="Raise IndexError where a source is no dataset of the job.",
    ),
    Deviation(
        "run-job-metrics-instead",
        "run.metrics",
        "replaces the dataset's metrics by those of the job",
        altering(_job_metrics_instead),
        advice="Compute the dataset's metrics, then those of the job.",
    ),
    Deviation(
        "run-mean-for-any-key",
        "run.double-underscore",
        "computes a mean for every group",
        in_groups(_metrics_everywhere),
        advice="Compute the metrics of the dataset that the key's last part names.",
    ),
    Deviation(
        "run-metrics-as-floats",
        "run.shown-metric",
        "reads integers as floats, which can always be shown",
        in_acts(_as_floats, "test"),
        advice="Raise OverflowError where a metric cannot be shown as a float.",
    ),
    Deviation(
        "run-listing-sorted",
        "run.dataset-order",
        "sorts the tasks of a dataset by name",
        altering(_sorted_listing),
        advice="Keep the order of the file system or registry.",
    ),
    Deviation(
        "run-exclusions-ignored",
        "run.dataset-filters",
        "ignores exclude_task_names",
        _without_filter("exclude_task_names"),
        advice="Remove tasks whose names match exclude_task_names.",
    ),
    Deviation(
        "run-invalid-tasks-skipped",
        "run.invalid-tasks",
        "leaves out every invalid task",
        altering(_skip_invalid),
        advice="End the job where a listed task is invalid.",
    ),
    Deviation(
        "run-default-agent",
        "run.configuration",
        "replaces an unknown agent by its own",
        in_job(_without_unknown_agent),
        advice="Raise an error for an unknown agent.",
    ),
)
"""Each breaks one clause about jobs, groups and metrics."""
