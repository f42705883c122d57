"""Runners that try again, or play steps, otherwise than harbor does."""

from typing import Any

from candidates.broken.run_tools import scripts, setting, trials
from candidates.broken.variant import RunVariant, Whole
from conformance.scenario import Scenario


def _retry(scenario: Scenario) -> dict[str, Any]:
    job: dict[str, Any] = scenario.setdefault("job", {})
    retry: dict[str, Any] = job.setdefault("retry", {})
    return retry


def _one_less(scenario: Scenario) -> None:
    retry = _retry(scenario)
    retry["max_retries"] = max(0, retry.get("max_retries", 0) - 1)


def _all_usage(whole: Whole) -> None:
    """Count the usage of tries that were given up, as if each had cost as much as the last."""
    stats = whole["job"]["stats"]
    if stats["n_input_tokens"] is not None:
        stats["n_input_tokens"] *= stats["n_retries"] + 1


def _excluding_nothing(scenario: Scenario) -> None:
    _retry(scenario).setdefault("exclude_exceptions", [])


def _included_wins(scenario: Scenario) -> None:
    retry = _retry(scenario)
    included = retry.get("include_exceptions") or []
    excluded = retry.get("exclude_exceptions") or []
    retry["exclude_exceptions"] = [name for name in excluded if name not in included]


def _base_classes(scenario: Scenario) -> None:
    retry = _retry(scenario)
    for names in (retry.get("include_exceptions"), retry.get("exclude_exceptions")):
        if names and "OSError" in names:
            names.append("FileNotFoundError")


def _folder_kept(scenario: Scenario) -> None:
    """Have the second try begin with what the first left, whatever left it."""
    for task in scenario["tasks"]:
        for first, *others in task.get("attempts", []):
            left = [act["leaves"] for act in _acts(first) if "leaves" in act]
            for script in others[:1] if left else ():
                script["start"] = {"leaves": left[0]}


def _acts(script: Any) -> list[Any]:  # noqa: ANN401 - members of a script
    return [script[stage] for stage in ("start", "agent", "test") if stage in script]


def _other_strategy(scenario: Scenario) -> None:
    for task in scenario["tasks"]:
        config = task.get("config", "")
        if '"final"' in config:
            task["config"] = config.replace('"final"', '"mean"')


def _lines(scenario: Scenario, old: str, new: str) -> None:
    for task in scenario["tasks"]:
        lines = task.get("config", "").splitlines()
        if lines:
            changed = [new if line.startswith(old) else line for line in lines]
            task["config"] = "\n".join(changed) + "\n"


def _no_threshold(scenario: Scenario) -> None:
    _lines(scenario, "min_reward", "")


def _above_threshold(scenario: Scenario) -> None:
    for old, new in (("0.5", "0.5001"), ("0", "0.0001"), ("{a = 1}", "{a = 1.0001}")):
        for task in scenario["tasks"]:
            if "config" in task:
                line = f"min_reward = {old}\n"
                task["config"] = task["config"].replace(line, f"min_reward = {new}\n")


def _step_errors_count(whole: Whole) -> None:
    for trial in trials(whole):
        for step in trial["step_results"] or ():
            if step["exception_info"] and not step["verifier_result"]:
                trial["exception_info"] = trial["exception_info"] or step["exception_info"]


def _failing_agents_unverified(scenario: Scenario) -> None:
    for script in scripts(scenario):
        if "raises" in script.get("agent", {}):
            script["test"] = {}


def _always_prepared(scenario: Scenario) -> None:
    for script in scripts(scenario):
        script.pop("commands", None)


def _left_for_the_tests(scenario: Scenario) -> None:
    for script in scripts(scenario):
        agent, test = script.get("agent", {}), script.get("test", {})
        if "leaves" in agent and "leaves" not in test:
            script["test"] = {**test, "leaves": agent["leaves"]}


VARIANTS = (
    RunVariant(
        "run-never-again",
        "run.retries",
        "tries nothing again",
        alter=setting("retry", "max_retries", to=0),
    ),
    RunVariant(
        "run-one-retry-less",
        "run.retries",
        "counts the first try among the retries",
        alter=_one_less,
    ),
    RunVariant(
        "run-usage-of-all-tries",
        "run.retries",
        "adds the usage of tries that were given up",
        amend=_all_usage,
    ),
    RunVariant(
        "run-everything-again",
        "run.not-retried",
        "tries again after any exception",
        alter=_excluding_nothing,
    ),
    RunVariant(
        "run-included-wins",
        "run.retried-names",
        "has names that are included win over those that are excluded",
        alter=_included_wins,
    ),
    RunVariant(
        "run-base-classes",
        "run.retried-names",
        "takes the name of a base class for all that derive from it",
        alter=_base_classes,
    ),
    RunVariant(
        "run-folder-kept",
        "run.clean-retries",
        "tries again in the same folder",
        alter=_folder_kept,
    ),
    RunVariant(
        "run-mean-of-steps",
        "run.steps",
        "averages steps whatever the strategy",
        alter=_other_strategy,
    ),
    RunVariant(
        "run-no-threshold",
        "run.min-reward",
        "ignores min_reward",
        alter=_no_threshold,
    ),
    RunVariant(
        "run-above-threshold",
        "run.min-reward",
        "demands more than min_reward",
        alter=_above_threshold,
    ),
    RunVariant(
        "run-step-errors-count",
        "run.step-failure",
        "takes the exception of a step for the trial's",
        amend=_step_errors_count,
    ),
    RunVariant(
        "run-step-agents-unverified",
        "run.step-agent",
        "does not verify a step whose agent failed",
        alter=_failing_agents_unverified,
    ),
    RunVariant(
        "run-always-prepared",
        "run.step-preparation",
        "does not look at what a step's preparation returns",
        alter=_always_prepared,
    ),
    RunVariant(
        "run-step-folder-kept",
        "run.step-stale-reward",
        "does not empty the verifier's folder before a step's tests",
        alter=_left_for_the_tests,
    ),
)
