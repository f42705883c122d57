"""Other ways to judge a submission: its checks, its tasks, and what analysis says of it."""

from candidates.deviations.deviation import Step, around, before, entries, instead
from candidates.deviations.parameters import taking
from candidates.deviations.rows import Table
from candidates.reference.leaderboard_checks import (
    FREE_SETTINGS,
    Submission,
    has_other_tasks,
    has_too_few,
    is_badly_formed,
    lacks_ref,
)
from candidates.reference.leaderboard_trial import Configuration, Rows, Submitted, is_blank


def _lacks_trajectory(of: Submission) -> bool:
    return not all(row["trajectory"] for row in of.rows)


def _has_blank_names(of: Submission) -> bool:
    return any(not row["trial_name"] or not row["task_name"] for row in of.readable) or (
        not of.rows or any(map(lacks_ref, of.configurations()))
    )


def _is_badly_formed(of: Submission) -> bool:
    return bool(of.rows) and is_badly_formed(of)


def _has_too_few(of: Submission) -> bool:
    """Count the trials of a task of every version."""
    tried = [one["task"] for one in of.configurations()]
    return not of.tasks or any(tried.count(task) < of.fewest for task in of.tasks)


def _is_pinned_elsewhere(of: Submission) -> bool:
    """Look only at trials whose task has a digest."""
    pinned = [one for one in of.configurations() if not is_blank(one["ref"])]
    return not of.tasks or not all(map(of.is_pinned, pinned))


def _has_any_setting(of: Submission) -> bool:
    return any(lacks_ref(one) or one["settings"] for one in of.configurations())


def _has_changing_setting(of: Submission) -> bool:
    return any(lacks_ref(one) or _changes(one) for one in of.configurations())


def _changes(configuration: Configuration) -> bool:
    settings = configuration["settings"].items()
    return any(value != 1 and name not in FREE_SETTINGS for name, value in settings)


def _has_overrides(of: Submission) -> bool:
    """Take any multiplier for an override, 1 as well."""
    return any(
        lacks_ref(one) or not FREE_SETTINGS.issuperset(one["settings"])
        for one in of.configurations()
    )


def _without_empty(failed: Step) -> Step:
    return lambda of: bool(of.tasks) and failed(of)


def _first_failed(static: Step) -> Step:
    """Stop at the first check that fails."""

    def first(*arguments: object) -> dict[str, object]:
        answer = static(*arguments)
        return {**answer, "failed_checks": answer["failed_checks"][:1]}

    return first


def _first_by_name(rows: Rows) -> dict[str, Submitted]:
    return {row["trial_name"]: row for row in reversed(rows)}


def _exact_verdicts(rows: Rows) -> dict[str, str]:
    return {row["trial_name"]: row["verdict"] for row in rows if row["verdict"]}


def _analysis_alone(_: str | None, analysis: dict[str, str] | None) -> bool:
    return analysis is not None and "fail" not in analysis.values()


def _unless_failed(verdict: str | None, analysis: dict[str, str] | None) -> bool:
    """Take what nobody analysed for verified."""
    return verdict == "passed" if verdict else "fail" not in (analysis or {}).values()


def _only_passes(verdict: str | None, analysis: dict[str, str] | None) -> bool:
    """Take a criterion that does not apply for one that failed."""
    if verdict is not None:
        return verdict == "passed"
    return analysis is not None and set(analysis.values()) <= {"pass"}


ROWS: Table = {
    "leaderboard-always-accuracy": instead({"static.accuracy": lambda _, share: share}),
    "leaderboard-all-trajectories": entries(
        "static.checks", {"passing_trial_trajectories": _lacks_trajectory}
    ),
    "leaderboard-no-trials-are-fine": entries(
        "static.checks", {"job_directory_correctly_formatted": _is_badly_formed}
    ),
    "leaderboard-white-space-is-a-name": entries(
        "static.checks", {"job_directory_correctly_formatted": _has_blank_names}
    ),
    "leaderboard-first-failed-check": around(static=_first_failed),
    "leaderboard-fewest-trials": taking(
        "trials", int, lambda fewest: instead({"static.fewest": fewest}), ("1", "3", "4")
    ),
    "leaderboard-any-version-counts": entries(
        "static.checks", {"min_trials_per_task": _has_too_few}
    ),
    "leaderboard-digests-literally": instead({"static.digest": str}),
    "leaderboard-unpinned-tasks": entries(
        "static.checks", {"correct_task_versions": _is_pinned_elsewhere}
    ),
    "leaderboard-empty-datasets": entries(
        "static.checks",
        {
            "correct_task_versions": _without_empty(has_other_tasks),
            "min_trials_per_task": _without_empty(has_too_few),
        },
    ),
    "leaderboard-overrides": {
        "all": entries("static.checks", {"no_trial_overrides": _has_any_setting}),
        "not-of-one": entries("static.checks", {"no_trial_overrides": _has_changing_setting}),
    },
    "leaderboard-no-multiplier": entries("static.checks", {"no_trial_overrides": _has_overrides}),
    "leaderboard-verdicts-literally": instead({"dynamic.verdicts": _exact_verdicts}),
    "leaderboard-verified": {
        "by-analysis": instead({"dynamic.verified": _analysis_alone}),
        "unless-failed": instead({"dynamic.verified": _unless_failed}),
        "if-all-pass": instead({"dynamic.verified": _only_passes}),
    },
    "leaderboard-no-rubric": instead(
        {"dynamic.rubric": ("reward_hacking", "task_specification", "own_criterion")}
    ),
    "leaderboard-first-of-a-name": instead({"dynamic.linked": _first_by_name}),
    "leaderboard-first-fifty": before(
        static=lambda rows: rows[:50], dynamic=lambda rows: rows[:50]
    ),
}
