"""Other rules of what is tried again, and of tasks of several steps."""

from collections.abc import Callable

from candidates.deviations.deviation import Changes, Deviation
from candidates.deviations.run.tools import (
    Members,
    configured,
    in_job,
    in_scripts,
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


def _included_wins(retry: Members) -> None:
    included = retry.get("include_exceptions") or []
    excluded = retry.get("exclude_exceptions") or []
    retry["exclude_exceptions"] = [name for name in excluded if name not in included]


def _folder_kept(task: Members) -> None:
    """Have the second try begin with what the first left."""
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


def _step_errors_count(trial: Members) -> None:
    for step in trial.get("step_results") or ():
        if step["exception_info"] and not step["verifier_result"]:
            trial["exception_info"] = trial["exception_info"] or step["exception_info"]


DEVIATIONS = (
    Deviation(
        "run-never-again",
        "run.retries",
        "never retries",
        _in_retry(_never),
        advice="Retry a trial up to max_retries times.",
    ),
    Deviation(
        "run-everything-again",
        "run.not-retried",
        "retries after any exception",
        _in_retry(lambda retry: retry.setdefault("exclude_exceptions", [])),
        advice="Do not retry after the exceptions that harbor excludes.",
    ),
    Deviation(
        "run-included-wins",
        "run.retried-names",
        "lets included names override excluded ones",
        _in_retry(_included_wins),
        advice="Let excluded names override included ones.",
    ),
    Deviation(
        "run-folder-kept",
        "run.clean-retries",
        "retries in the same folder",
        in_tasks(_folder_kept),
        advice="Remove a trial's folder before it is retried.",
    ),
    Deviation(
        "run-mean-of-steps",
        "run.steps",
        "averages steps under every strategy",
        configured('"final"', '"mean"'),
        advice="Take the last step's rewards with the strategy final.",
    ),
    Deviation(
        "run-no-threshold",
        "run.min-reward",
        "ignores min_reward",
        in_tasks(_no_threshold),
        advice="Stop after a step whose reward is below min_reward.",
    ),
    Deviation(
        "run-step-errors-count",
        "run.step-failure",
        "records the exception of a step as the trial's",
        in_trials(_step_errors_count),
        advice="Keep the exception of a step out of the trial.",
    ),
    Deviation(
        "run-step-agents-unverified",
        "run.step-agent",
        "does not verify a step whose agent failed",
        in_scripts(without_verifying_failures),
        advice="Verify a step after any exception of its agent.",
    ),
    Deviation(
        "run-always-prepared",
        "run.step-preparation",
        "ignores what the preparation of a step returns",
        in_scripts(without_commands),
        advice="Stop at a step whose setup script or health check fails.",
    ),
    Deviation(
        "run-step-folder-kept",
        "run.step-stale-reward",
        "does not empty the verifier's folder before a step's tests",
        in_scripts(left_for_the_tests),
        advice="Empty the verifier's folder before each step's tests.",
    ),
)
"""Each breaks one clause about tries and steps."""
