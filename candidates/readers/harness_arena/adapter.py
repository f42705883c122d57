"""harness-arena: what the index of its dashboard has of a job that harbor left."""

from pathlib import Path

from bench import collect


def of_trial(folder: Path) -> tuple[float | None, str]:
    """Return the reward of a trial, with the type of its exception."""
    (task,) = collect.load_run(folder.parent)["tasks"]
    return task["reward"], task["error_type"] or task["no_reward_reason"] or ""


def of_job(folder: Path) -> float:
    """Return the pass rate of a job."""
    return float(collect.load_run(folder)["pass_rate"])
