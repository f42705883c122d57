"""What a submission to the leaderboard becomes."""

import json
from typing import Any

FREE = ("agent.max_timeout_sec", "verifier.max_timeout_sec")


def reward_of(trial: dict[str, Any]) -> Any:
    """Return the reward of a trial."""
    result = trial["verifier_result"]
    rewards = result["rewards"] if result is not None else None
    if not rewards:
        return None
    if "reward" in rewards:
        return rewards["reward"]
    return list(rewards.values())[0]


def sent(trial: dict[str, Any]) -> bool:
    """Return whether a trial can be uploaded."""
    names = ("trial_name", "task_name", "configuration", "verifier_result", "exception")
    try:
        json.dumps([trial[name] for name in names], ensure_ascii=False, allow_nan=False).encode()
    except ValueError:
        return False
    return True


def ended(trial: dict[str, Any]) -> bool:
    """Return whether a trial has ended with something."""
    if not trial["finished"]:
        return False
    if trial["exception"] is not None:
        return True
    return as_float(trial) is not None


def as_float(trial: dict[str, Any]) -> float | None:
    """Return the reward as a float."""
    value = reward_of(trial)
    return None if value is None else float(value)


def passing(trial: dict[str, Any]) -> bool:
    """Return whether a trial passes."""
    return trial["exception"] is None and as_float(trial) == 1


def leaderboard(case: dict[str, Any]) -> dict[str, Any]:
    """Return uploads and both validations."""
    trials = case["trials"]
    rows = [trial for trial in trials if sent(trial)]
    return {
        "uploads": [{"reward": reward_of(one), "uploaded": sent(one)} for one in trials],
        "static": static(rows, case["tasks"]),
        "dynamic": dynamic(rows),
    }


def static(rows: list[dict[str, Any]], dataset: dict[str, str]) -> dict[str, Any]:
    """Return the verdict before analysis."""
    failed = []
    known = [row for row in rows if row["configuration"] is not None]
    configurations = [row["configuration"] for row in known]
    tasks = {
        name: digest(raw) for name, raw in dataset.items() if raw.strip() and name != "unknown-task"
    }
    unpinned = any(one["task"] is not None and blank(one["ref"]) for one in configurations)
    nameless = any(blank(row["trial_name"]) or blank(row["task_name"]) for row in known)
    if not rows or nameless or unpinned:
        failed.append("job_directory_correctly_formatted")
    settings = [pair for one in configurations for pair in one["settings"].items()]
    if unpinned or any(overrides(*pair) for pair in settings):
        failed.append("no_trial_overrides")
    if not all([ended(row) for row in rows]):
        failed.append("trial_results_complete")
    right = [one for one in configurations if pinned(one, tasks)]
    if not tasks or len(right) < len(configurations):
        failed.append("correct_task_versions")
    counts = {name: sum(one["task"] == name for one in right) for name in tasks}
    if not tasks or min(counts.values()) < 5:
        failed.append("min_trials_per_task")
    if any([passing(row) and not row["trajectory"] for row in rows]):
        failed.append("passing_trial_trajectories")
    complete = [row for row in known if ended(row)]
    share = sum(map(passing, complete)) / len(complete) if complete else None
    return {
        "verdict": "failed" if failed else "passed",
        "failed_checks": failed,
        "accuracy": None if failed else share,
    }


def overrides(name: str, value: int) -> bool:
    """Return whether a setting is not allowed."""
    if name == "timeout_multiplier":
        return value != 1
    return name not in FREE


def pinned(one: dict[str, Any], tasks: dict[str, str]) -> bool:
    """Return whether a task is of the dataset."""
    if one["task"] is None or blank(one["ref"]):
        return False
    return tasks.get(one["task"]) == digest(one["ref"])


def digest(raw: str) -> str:
    """Return a digest without its prefix."""
    return raw.strip().lower().removeprefix("sha256:")


def blank(text: str | None) -> bool:
    """Return whether there is no text."""
    return text is None or text.strip() == ""


def dynamic(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the verdict after analysis."""
    last, verdicts, analyses = {}, {}, {}
    for row in rows:
        name = row["trial_name"]
        last[name] = row
        if not blank(row["verdict"]):
            verdicts[name] = row["verdict"].strip().lower()
        if row["analysis"] is not None and name not in analyses:
            analyses[name] = row["analysis"]
    readable = {name: row for name, row in last.items() if row["configuration"] is not None}
    for row in readable.values():
        as_float(row)
    complete = {name: row for name, row in readable.items() if ended(row)}
    good = 0
    for name, row in complete.items():
        if passing(row) and counts(verdicts.get(name), analyses.get(name)):
            good += 1
    bad = any("fail" in (one.get("reward_hacking"), one.get("task_specification"))
              for one in analyses.values())  # fmt: skip
    return {
        "verdict": "failed" if bad else "passed",
        "accuracy": good / len(complete) if complete else None,
    }


def counts(verdict: str | None, analysis: dict[str, str] | None) -> bool:
    """Return whether a pass is verified."""
    if verdict is not None:
        return verdict == "passed"
    return analysis is not None and "fail" not in analysis.values()
