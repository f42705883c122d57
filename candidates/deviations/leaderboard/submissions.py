"""Other ways to judge a submission: its checks, its tasks, and what analysis says of it."""

from candidates.deviations.deviation import (
    Deviation,
    Parameter,
    Step,
    around,
    before,
    entries,
    family,
    instead,
)
from candidates.reference.leaderboard import (
    FREE_SETTINGS,
    MULTIPLIER,
    Configuration,
    Rows,
    Submission,
    Submitted,
    has_other_tasks,
    has_too_few,
    is_badly_formed,
    is_blank,
    lacks_ref,
)


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


DEVIATIONS = (
    Deviation(
        "leaderboard-always-accuracy",
        "leaderboard.failed-has-no-accuracy",
        "a submission that fails a check keeps its static accuracy",
        instead({"static.accuracy": lambda _, share: share}),
        advice="Return no accuracy for a submission that fails a check.",
    ),
    Deviation(
        "leaderboard-all-trajectories",
        "leaderboard.passes-have-trajectories",
        "failed trials need a trajectory too",
        entries("static.checks", {"passing_trial_trajectories": _lacks_trajectory}),
        advice="Require a trajectory of passed trials only.",
    ),
    Deviation(
        "leaderboard-no-trials-are-fine",
        "leaderboard.no-trials",
        "a submission of no trials is well formed",
        entries("static.checks", {"job_directory_correctly_formatted": _is_badly_formed}),
        advice="Fail a submission of no trials.",
    ),
    Deviation(
        "leaderboard-white-space-is-a-name",
        "leaderboard.names-not-blank",
        "a name of white space is a name",
        entries("static.checks", {"job_directory_correctly_formatted": _has_blank_names}),
        advice="Fail a submission with a name of white space.",
    ),
    Deviation(
        "leaderboard-first-failed-check",
        "leaderboard.verdict-of-checks",
        "the checks stop at the first that fails",
        around(static=_first_failed),
        advice="Run all checks and list each that fails.",
    ),
    Deviation(
        "leaderboard-fewest-trials",
        "leaderboard.five-trials",
        "{} trials are enough for a task",
        parameter=Parameter(
            "trials", "1", int, lambda fewest: instead({"static.fewest": fewest}), usual=("3", "4")
        ),
        advice="Require five trials of each task.",
    ),
    Deviation(
        "leaderboard-any-version-counts",
        "leaderboard.own-version-counts",
        "a trial of another version of a task is one of its five",
        entries("static.checks", {"min_trials_per_task": _has_too_few}),
        advice="Count only trials of the task's own version.",
    ),
    Deviation(
        "leaderboard-digests-literally",
        "leaderboard.digests",
        "digests are compared literally",
        instead({"static.digest": str}),
        advice="Compare digests without regard to case and prefix.",
    ),
    Deviation(
        "leaderboard-unpinned-tasks",
        "leaderboard.unpinned-tasks",
        "a task without a digest has the right version",
        entries("static.checks", {"correct_task_versions": _is_pinned_elsewhere}),
        advice="Fail a submission with a task without a digest.",
    ),
    Deviation(
        "leaderboard-empty-datasets",
        "leaderboard.dataset-without-tasks",
        "a dataset without tasks passes both checks of tasks",
        entries(
            "static.checks",
            {
                "correct_task_versions": _without_empty(has_other_tasks),
                "min_trials_per_task": _without_empty(has_too_few),
            },
        ),
        advice="Fail both checks of tasks for a dataset without tasks.",
    ),
    family(
        "leaderboard-overrides",
        "leaderboard.overrides",
        "{}",
        {
            "all": (
                "every setting is an override",
                entries("static.checks", {"no_trial_overrides": _has_any_setting}),
            ),
            "not-of-one": (
                "a setting of 1 is not an override",
                entries("static.checks", {"no_trial_overrides": _has_changing_setting}),
            ),
        },
        advice="Treat any setting as an override, except a timeout_multiplier of 1.",
    ),
    Deviation(
        "leaderboard-no-multiplier",
        "leaderboard.multiplier-of-one",
        f"{MULTIPLIER} is an override even if it is 1",
        entries("static.checks", {"no_trial_overrides": _has_overrides}),
        advice="Accept a timeout_multiplier of 1.",
    ),
    Deviation(
        "leaderboard-verdicts-literally",
        "leaderboard.kept-verdict",
        "a kept verdict counts only as it is spelled",
        instead({"dynamic.verdicts": _exact_verdicts}),
        advice="Read a kept verdict without regard to case.",
    ),
    family(
        "leaderboard-verified",
        "leaderboard.kept-verdict",
        "{}",
        {
            "by-analysis": (
                "the analysis decides, not the kept verdict",
                instead({"dynamic.verified": _analysis_alone}),
            ),
            "unless-failed": (
                "a pass that was not analysed is verified",
                instead({"dynamic.verified": _unless_failed}),
                "leaderboard.analysis-without-verdict",
            ),
            "if-all-pass": (
                "a criterion that does not apply counts as failed",
                instead({"dynamic.verified": _only_passes}),
                "leaderboard.analysis-without-verdict",
            ),
        },
        advice="Use the kept verdict, or else the analysis.",
    ),
    Deviation(
        "leaderboard-no-rubric",
        "leaderboard.rubric",
        "criteria of any name decide the dynamic verdict",
        instead({"dynamic.rubric": ("reward_hacking", "task_specification", "own_criterion")}),
        advice="Read only the criteria of the rubric.",
    ),
    Deviation(
        "leaderboard-first-of-a-name",
        "leaderboard.trials-of-one-name",
        "of several trials of one name the first counts",
        instead({"dynamic.linked": _first_by_name}),
        advice="Use the last of several trials with one name.",
    ),
    Deviation(
        "leaderboard-first-fifty",
        "leaderboard.any-number-of-trials",
        "only the first fifty trials are read",
        before(static=lambda rows: rows[:50], dynamic=lambda rows: rows[:50]),
        advice="Read all trials.",
    ),
)
