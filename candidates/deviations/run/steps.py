"""Other rules of what is tried again, and of tasks of several steps."""

from collections.abc import Callable

from candidates.deviations.deviation import Changes, Deviation
from candidates.deviations.run.tools import (
    Members,
    configured,
    in_job,
    in_scripts,
    in_stats,
    in_tasks,
    in_trials,
    left_for_the_tests,
    without_commands,
    without_verifying_failures,
)


def _in_retry(change: Callable[[Members], object]) -> Changes:
    """Change the settings of what is tried again."""
    return in_job(lambda job: change(job.setdefault("retry", {})))


def _never(retry: Members) -> None:
    retry["max_retries"] = 0


def _one_less(retry: Members) -> None:
    retry["max_retries"] = max(0, retry.get("max_retries", 0) - 1)


def _all_usage(stats: Members) -> None:
    """Count the usage of tries that were given up, as if each had cost as much as the last."""
    if stats["n_input_tokens"] is not None:
        stats["n_input_tokens"] *= stats["n_retries"] + 1


def _included_wins(retry: Members) -> None:
    included = retry.get("include_exceptions") or []
    excluded = retry.get("exclude_exceptions") or []
    retry["exclude_exceptions"] = [name for name in excluded if name not in included]


def _base_classes(retry: Members) -> None:
    for names in (retry.get("include_exceptions"), retry.get("exclude_exceptions")):
        if names and "OSError" in names:
            names.append("FileNotFoundError")


def _folder_kept(task: Members) -> None:
    """Have the second try begin with what the first left, whatever left it."""
    for first, *others in task.get("attempts", []):
        acts = [first[stage] for stage in ("start", "agent", "test") if stage in first]
        left = [act["leaves"] for act in acts if "leaves" in act]
        for script in others[:1] if left else ():
            script["start"] = {"leaves": left[0]}


def _no_threshold(task: Members) -> None:
    lines = task.get("config", "").splitlines()
    if lines:
        kept = ["" if line.startswith("min_reward") else line for line in lines]
        task["config"] = "\n".join(kept) + "\n"


def _above_threshold(task: Members) -> None:
    for old, new in (("0.5", "0.5001"), ("0", "0.0001"), ("{a = 1}", "{a = 1.0001}")):
        lines = task.get("config", "").replace(f"min_reward = {old}\n", f"min_reward = {new}\n")
        task["config"] = lines


def _step_errors_count(trial: Members) -> None:
    for step in trial.get("step_results") or ():
        if step["exception_info"] and not step["verifier_result"]:
            trial["exception_info"] = trial["exception_info"] or step["exception_info"]


DEVIATIONS = (
    Deviation(
        "run-never-again",
        "run.retries",
        "tries nothing again",
        _in_retry(_never),
    ),
    Deviation(
        "run-one-retry-less",
        "run.retries",
        "counts the first try among the retries",
        _in_retry(_one_less),
    ),
    Deviation(
        "run-usage-of-all-tries",
        "run.retries",
        "adds the usage of tries that were given up",
        in_stats(_all_usage),
    ),
    Deviation(
        "run-everything-again",
        "run.not-retried",
        "tries again after any exception",
        _in_retry(lambda retry: retry.setdefault("exclude_exceptions", [])),
    ),
    Deviation(
        "run-included-wins",
        "run.retried-names",
        "has names that are included win over those that are excluded",
        _in_retry(_included_wins),
    ),
    Deviation(
        "run-base-classes",
        "run.retried-names",
        "takes the name of a base class for all that derive from it",
        _in_retry(_base_classes),
    ),
    Deviation(
        "run-folder-kept",
        "run.clean-retries",
        "tries again in the same folder",
        in_tasks(_folder_kept),
    ),
    Deviation(
        "run-mean-of-steps",
        "run.steps",
        "averages steps whatever the strategy",
        configured('"final"', '"mean"'),
    ),
    Deviation(
        "run-no-threshold",
        "run.min-reward",
        "ignores min_reward",
        in_tasks(_no_threshold),
    ),
    Deviation(
        "run-above-threshold",
        "run.min-reward",
        "demands more than min_reward",
        in_tasks(_above_threshold),
    ),
    Deviation(
        "run-step-errors-count",
        "run.step-failure",
        "takes the exception of a step for the trial's",
        in_trials(_step_errors_count),
    ),
    Deviation(
        "run-step-agents-unverified",
        "run.step-agent",
        "does not verify a step whose agent failed",
        in_scripts(without_verifying_failures),
    ),
    Deviation(
        "run-always-prepared",
        "run.step-preparation",
        "does not look at what a step's preparation returns",
        in_scripts(without_commands),
    ),
    Deviation(
        "run-step-folder-kept",
        "run.step-stale-reward",
        "does not empty the verifier's folder before a step's tests",
        in_scripts(left_for_the_tests),
    ),
)
"""Each breaks one clause about tries and steps."""
