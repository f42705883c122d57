"""Other ways to judge a submission: its trials, its checks, its tasks, and what analysis says."""

from collections.abc import Callable
from functools import partial

from candidates.deviations.deviation import Changes, Step, Table, before, calling, entries, instead
from candidates.deviations.parameters import taking
from candidates.reference import leaderboard_checks as checks
from candidates.reference import leaderboard_trial
from candidates.reference.leaderboard_checks import FREE_SETTINGS, Submission
from candidates.reference.leaderboard_trial import (
    Configuration,
    LeaderboardInput,
    Submitted,
    is_blank,
    is_sent,
)
from candidates.reference.metric import Rewards


def _unsent_as_zero(leaderboard: Step, case: LeaderboardInput) -> dict[str, object]:
    zero: Rewards = {"reward": 0}
    trials = [
        trial if is_sent(trial) else {**trial, "verifier_result": {"rewards": zero}}
        for trial in case["trials"]
    ]
    sent = [{**upload, "uploaded": True} for upload in leaderboard(case)["uploads"]]
    return {**leaderboard({**case, "trials": trials}), "uploads": sent}


def _unreported(leaderboard: Step, case: LeaderboardInput) -> dict[str, object]:
    """Report no reward of several keys without the key ``reward``; the hub still has them."""
    answer = leaderboard(case)
    uploads = [
        {**upload, "reward": None} if _of_other_keys(trial) else upload
        for upload, trial in zip(answer["uploads"], case["trials"], strict=True)
    ]
    return {**answer, "uploads": uploads}


def _of_other_keys(trial: Submitted) -> bool:
    rewards = leaderboard_trial.rewards_if_any(trial) or {}
    return len(rewards) > 1 and "reward" not in rewards


def _capped(leaderboard: Step, case: LeaderboardInput) -> object:
    try:
        return leaderboard(case)
    except OverflowError:
        trials = [trial | {"verifier_result": None} for trial in case["trials"]]
        return leaderboard({**case, "trials": trials})


def _share_of_all(dynamic: Step, rows: list[Submitted], rules: object) -> dict[str, object]:
    answer = dynamic(rows, rules)
    finished = [row for row in rows if row["finished"]]
    done = dynamic(finished, rules)["accuracy"]
    share = None if done is None else done * len(finished) / len(rows)
    return {**answer, "accuracy": share}


_check = partial(entries, "static.checks")
"""Returns the change to another check, which tells whether a submission fails."""


def _has_blank_names(of: Submission) -> bool:
    return any(not row["trial_name"] or not row["task_name"] for row in of.readable) or (
        not of.rows or any(map(checks.lacks_ref, of.configurations()))
    )


def _has_too_few(of: Submission) -> bool:
    tried = [one["task"] for one in of.configurations()]
    return not of.tasks or any(tried.count(task) < of.fewest for task in of.tasks)


def _is_pinned_elsewhere(of: Submission) -> bool:
    pinned = [one for one in of.configurations() if not is_blank(one["ref"])]
    return not of.tasks or not all(map(of.is_pinned, pinned))


def _overridden(is_bad: Callable[[Configuration], object]) -> Changes:
    """Return the change to another test of whether a configuration has an override."""

    def fails(of: Submission) -> bool:
        return any(checks.lacks_ref(one) or is_bad(one) for one in of.configurations())

    return _check(no_trial_overrides=fails)


def _changes(configuration: Configuration) -> bool:
    settings = configuration["settings"].items()
    return any(value != 1 and name not in FREE_SETTINGS for name, value in settings)


def _without_empty(failed: Step) -> Step:
    return lambda of: bool(of.tasks) and failed(of)


def _only_passes(verdict: str | None, analysis: dict[str, str] | None) -> bool:
    if verdict is not None:
        return verdict == "passed"
    return analysis is not None and set(analysis.values()) <= {"pass"}


ROWS: Table = {
    "leaderboard-passes-at-a-threshold": taking(
        "threshold",
        float,
        lambda least: instead("rules.one", lambda reward: reward >= least),
        ("1", "0.5", "0.99", "0.95", "0.9", "5e-324"),
    ),
    "leaderboard-only-reward": instead("rules.primary", lambda rewards: rewards.get("reward")),
    "leaderboard-mean-of-several": instead(
        "rules.primary",
        lambda rewards: (
            rewards["reward"] if "reward" in rewards else sum(rewards.values()) / len(rewards)
        ),
    ),
    "leaderboard-no-reward-of-several": instead(
        "rules.primary", lambda rewards: next(iter(rewards.values())) if len(rewards) == 1 else None
    ),
    "leaderboard-reports-none-of-several": calling(leaderboard=_unreported),
    "leaderboard-sends-zero-for-nan": calling(leaderboard=_unsent_as_zero),
    "leaderboard-large-rewards-fail": calling(leaderboard=_capped),
    "leaderboard-without-exceptions": before(
        ("static", "dynamic"),
        lambda rows: [row for row in rows if row["exception"] is None and is_sent(row)],
    ),
    "leaderboard-unfinished-fail": calling(dynamic=_share_of_all),
    "leaderboard-always-accuracy": instead("static.accuracy", lambda _, share: share),
    "leaderboard-all-trajectories": _check(
        passing_trial_trajectories=lambda of: not all(row["trajectory"] for row in of.rows)
    ),
    "leaderboard-no-trials-are-fine": _check(
        job_directory_correctly_formatted=lambda of: bool(of.rows) and checks.is_badly_formed(of)
    ),
    "leaderboard-white-space-is-a-name": _check(job_directory_correctly_formatted=_has_blank_names),
    "leaderboard-fewest-trials": taking(
        "trials", int, lambda fewest: instead("static.fewest", fewest), ("1", "3", "4")
    ),
    "leaderboard-any-version-counts": _check(min_trials_per_task=_has_too_few),
    "leaderboard-digests-literally": instead("static.digest", str),
    "leaderboard-unpinned-tasks": _check(correct_task_versions=_is_pinned_elsewhere),
    "leaderboard-empty-datasets": _check(
        correct_task_versions=_without_empty(checks.has_other_tasks),
        min_trials_per_task=_without_empty(checks.has_too_few),
    ),
    "leaderboard-overrides": {
        "all": _overridden(lambda one: one["settings"]),
        "not-of-one": _overridden(_changes),
    },
    "leaderboard-no-multiplier": _overridden(
        lambda one: not FREE_SETTINGS.issuperset(one["settings"])
    ),
    "leaderboard-verdicts-literally": instead(
        "dynamic.verdicts",
        lambda rows: {row["trial_name"]: row["verdict"] for row in rows if row["verdict"]},
    ),
    "leaderboard-verified": {
        "by-analysis": instead(
            "dynamic.verified",
            lambda _, analysis: analysis is not None and "fail" not in analysis.values(),
        ),
        "if-all-pass": instead("dynamic.verified", _only_passes),
    },
    "leaderboard-no-rubric": instead(
        "dynamic.rubric", ("reward_hacking", "task_specification", "own_criterion")
    ),
    "leaderboard-first-of-a-name": instead(
        "dynamic.linked", lambda rows: {row["trial_name"]: row for row in reversed(rows)}
    ),
    "leaderboard-first-fifty": before(("static", "dynamic"), lambda rows: rows[:50]),
}
