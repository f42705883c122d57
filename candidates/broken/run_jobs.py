"""Runners that make other trials, groups or metrics of a job than harbor does."""

import re
from typing import Any

from candidates.broken.run_tools import acts, groups, sorting
from candidates.broken.variant import RunVariant, Whole
from conformance.scenario import Scenario


def _round_metrics(whole: Whole) -> None:
    for group in groups(whole):
        group["metrics"] = [
            {
                name: round(value, 3) if isinstance(value, float) else value
                for name, value in m.items()
            }
            for m in group["metrics"]
        ]


def _sort_tasks(scenario: Scenario) -> None:
    scenario["tasks"].sort(key=lambda task: task["name"])


def _by_turn(scenario: Scenario) -> None:
    """Put the tasks in the order in which their trials end, where all of them run together."""
    tasks = scenario["tasks"]
    if int(str(scenario.get("job", {}).get("n_concurrent_trials", 4))) >= len(tasks):
        tasks.sort(key=lambda task: task["attempts"][0][0]["test"]["turn"])


def _only_the_first_batch(scenario: Scenario) -> None:
    at_once = int(str(scenario["job"]["n_concurrent_trials"]))
    scenario["tasks"] = scenario["tasks"][:at_once]


def _one_attempt_at_least(scenario: Scenario) -> None:
    job: dict[str, Any] = scenario["job"]
    job["n_attempts"] = max(1, job["n_attempts"])


def _attempts_until_success(scenario: Scenario) -> None:
    job: dict[str, Any] = scenario["job"]
    job["retry"] = {"max_retries": max(0, job["n_attempts"] - 1)}
    job["n_attempts"] = min(1, job["n_attempts"])


def _without_model(scenario: Scenario) -> None:
    agents: Any = scenario["job"]["agents"]
    for agent in agents:
        agent.pop("model_name", None)


def _without_source(scenario: Scenario) -> None:
    for task in scenario["tasks"]:
        task.pop("source", None)


def _datasets_first(name: str) -> bool:
    return ":" not in name


def _known_source(scenario: Scenario) -> None:
    datasets = {task.get("dataset") for task in scenario["tasks"]}
    for task in scenario["tasks"]:
        if task.get("source") not in datasets:
            task.pop("source", None)


def _job_metrics_instead(scenario: Scenario) -> None:
    if scenario.get("job", {}).get("metrics"):
        for own in scenario.get("registry", {}).values():
            own.clear()


def _mean_always(scenario: Scenario) -> None:
    job: dict[str, Any] = scenario.setdefault("job", {})
    job["metrics"] = [{"type": "mean"}, *job.get("metrics", [])]


def _datasets_once(scenario: Scenario) -> None:
    job: dict[str, Any] = scenario.get("job", {})
    if "datasets" in job:
        job["datasets"] = job["datasets"][:1]


def _metrics_everywhere(whole: Whole) -> None:
    for group in groups(whole):
        if not group["metrics"]:
            group["metrics"] = [{"mean": 0.0}]


def _as_floats(scenario: Scenario) -> None:
    for act in acts(scenario, "test"):
        leaves = act.get("leaves", {})
        for name, content in leaves.items():
            leaves[name] = content and re.sub(rb"\d{300,}", b"1e308", content)


def _sorted_listing(scenario: Scenario) -> None:
    scenario["listing"] = "given"
    _sort_tasks(scenario)


def _without_filter(name: str) -> Any:  # noqa: ANN401 - an alteration
    def alter(scenario: Scenario) -> None:
        datasets: Any = scenario["job"].get("datasets", [])
        for dataset in datasets:
            dataset.pop(name, None)

    return alter


def _skip_invalid(scenario: Scenario) -> None:
    scenario["tasks"] = [task for task in scenario["tasks"] if "files" not in task]


def _without_unknown_agent(scenario: Scenario) -> None:
    job: dict[str, Any] = scenario.get("job", {})
    if any(agent.get("name") == "nobody" for agent in job.get("agents", [])):
        del job["agents"]


def _clamp_retries(scenario: Scenario) -> None:
    retry: Any = scenario.get("job", {}).get("retry", {})
    retry["max_retries"] = max(0, retry.get("max_retries", 0))


VARIANTS = (
    RunVariant(
        "run-metrics-as-shown",
        "run.whole-job",
        "rounds metrics to the three decimals that a terminal shows",
        amend=_round_metrics,
    ),
    RunVariant(
        "run-tasks-sorted",
        "run.trial-order",
        "sorts the tasks by name",
        alter=_sort_tasks,
    ),
    RunVariant(
        "run-attempts-within-tasks",
        "run.trial-order",
        "takes all attempts at one task before the next task",
        amend=sorting(lambda name: name),
    ),
    RunVariant(
        "run-results-as-they-come",
        "run.finishing-order",
        "collects results in the order in which trials end",
        alter=_by_turn,
    ),
    RunVariant(
        "run-first-batch-only",
        "run.concurrency",
        "forgets what does not fit into the first batch",
        alter=_only_the_first_batch,
    ),
    RunVariant(
        "run-one-attempt-at-least",
        "run.attempts",
        "takes no attempts for one",
        alter=_one_attempt_at_least,
    ),
    RunVariant(
        "run-attempts-until-success",
        "run.attempts",
        "takes attempts for retries",
        alter=_attempts_until_success,
    ),
    RunVariant(
        "run-groups-without-model",
        "run.groups",
        "groups by agent and source alone",
        alter=_without_model,
    ),
    RunVariant(
        "run-sources-ignored",
        "run.sources",
        "takes every listed task for one of no dataset",
        alter=_without_source,
    ),
    RunVariant(
        "run-datasets-first",
        "run.sources",
        "puts the tasks of datasets before the listed ones",
        amend=sorting(_datasets_first),
    ),
    RunVariant(
        "run-mean-for-any-source",
        "run.unknown-source",
        "runs tasks of an unknown source as if they had none",
        alter=_known_source,
    ),
    RunVariant(
        "run-job-metrics-instead",
        "run.metrics",
        "has the job's metrics replace those of the dataset",
        alter=_job_metrics_instead,
    ),
    RunVariant(
        "run-mean-always",
        "run.metrics",
        "adds a mean to metrics that are configured",
        alter=_mean_always,
    ),
    RunVariant(
        "run-datasets-once",
        "run.metrics",
        "takes a dataset that is configured twice for one",
        alter=_datasets_once,
    ),
    RunVariant(
        "run-mean-for-any-key",
        "run.double-underscore",
        "has a mean for every group",
        amend=_metrics_everywhere,
    ),
    RunVariant(
        "run-metrics-as-floats",
        "run.shown-metric",
        "reads integers as floats, which can always be shown",
        alter=_as_floats,
    ),
    RunVariant(
        "run-listing-sorted",
        "run.dataset-order",
        "sorts the tasks of a dataset by name",
        alter=_sorted_listing,
    ),
    RunVariant(
        "run-exclusions-ignored",
        "run.dataset-filters",
        "knows task_names alone",
        alter=_without_filter("exclude_task_names"),
    ),
    RunVariant(
        "run-all-tasks",
        "run.dataset-filters",
        "ignores n_tasks",
        alter=_without_filter("n_tasks"),
    ),
    RunVariant(
        "run-invalid-tasks-skipped",
        "run.invalid-tasks",
        "leaves out every task that is not valid",
        alter=_skip_invalid,
    ),
    RunVariant(
        "run-default-agent",
        "run.configuration",
        "takes an agent that it does not know for its own",
        alter=_without_unknown_agent,
    ),
    RunVariant(
        "run-negative-retries",
        "run.configuration",
        "takes a negative number of retries for none",
        alter=_clamp_retries,
    ),
)
