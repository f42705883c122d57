"""Wrong ways to decide which trials count, and what an unfit one does to the others."""

from collections.abc import Callable

from candidates.broken.pass_at_k_steps import Estimates, Question, Steps, Trial, rewards_of
from candidates.broken.variant import Variant

_STEPS = Steps()


def counting_only(counts: Callable[[Trial], bool]) -> Callable[[Question], dict[str, Estimates]]:
    """Make a candidate that passes over the trials that do not count for it."""
    return lambda question: _STEPS({"trials": [t for t in question["trials"] if counts(t)]})


def has_rewards(trial: Trial) -> bool:
    """Return whether there are rewards to count."""
    return rewards_of(trial) is not None


def has_no_exception(trial: Trial) -> bool:
    """Return whether the trial ended without an exception."""
    return trial.get("exception") is None


def failed_by_exception(trial: Trial) -> int | None:
    """Take a trial with an exception for a failure, whatever its rewards."""
    return _STEPS.success(trial) if has_no_exception(trial) else 0


def last_of_a_name_wins(question: Question) -> dict[str, Estimates]:
    """Keep one trial of each name, as if the others had been retried."""
    latest = {t.get("trial_name", i): t for i, t in enumerate(question["trials"])}
    return _STEPS({"trials": list(latest.values())})


def null_switches_off(trial: Trial) -> int | None:
    """Take null rewards for rewards that are not exactly one."""
    result = trial["verifier_result"]
    return None if result is not None and result["rewards"] is None else _STEPS.success(trial)


def unfit_trials_passed_over(question: Question) -> dict[str, Estimates]:
    """Pass over trials that should switch their group off."""
    return counting_only(lambda trial: _STEPS.success(trial) is not None)(question)


def unfit_tasks_passed_over(question: Question) -> dict[str, Estimates]:
    """Pass over tasks with a trial that should switch the whole group off."""
    unfit = {(_STEPS.key(t), t["task_name"]) for t in question["trials"] if not _is_fit(t)}
    return counting_only(lambda t: (_STEPS.key(t), t["task_name"]) not in unfit)(question)


def all_groups_off(question: Question) -> dict[str, Estimates]:
    """Give up on every group where one trial is unfit."""
    return _STEPS(question) if all(_is_fit(trial) for trial in question["trials"]) else {}


def off_groups_stay_empty(question: Question) -> dict[str, Estimates]:
    """Keep groups without pass@k, as empty objects."""
    return {_STEPS.key(trial): {} for trial in question["trials"]} | _STEPS(question)


def _is_fit(trial: Trial) -> bool:
    return _STEPS.success(trial) is not None


VARIANTS = (
    Variant(
        "pass-at-k-trials-with-exceptions-skipped",
        "pass_at_k.other-members",
        "a trial that ended with an exception is not counted",
        counting_only(has_no_exception),
    ),
    Variant(
        "pass-at-k-exceptions-fail",
        "pass_at_k.other-members",
        "a trial that ended with an exception counts as failed",
        Steps(success=failed_by_exception),
    ),
    Variant(
        "pass-at-k-last-of-a-name-wins",
        "pass_at_k.other-members",
        "trials of one name are taken for retries",
        last_of_a_name_wins,
    ),
    Variant(
        "pass-at-k-no-rewards-skipped",
        "pass_at_k.absent-rewards-fail",
        "a trial without rewards is not counted",
        counting_only(has_rewards),
    ),
    Variant(
        "pass-at-k-null-switches-off",
        "pass_at_k.absent-rewards-fail",
        "null rewards count as rewards that are not exactly one",
        Steps(success=null_switches_off),
    ),
    Variant(
        "pass-at-k-unfit-trials-passed-over",
        "pass_at_k.whole-group-off",
        "a trial whose rewards do not fit is not counted",
        unfit_trials_passed_over,
    ),
    Variant(
        "pass-at-k-unfit-tasks-passed-over",
        "pass_at_k.whole-group-off",
        "only the task of an unfit trial is left out",
        unfit_tasks_passed_over,
    ),
    Variant(
        "pass-at-k-all-groups-off",
        "pass_at_k.other-groups-stay",
        "one unfit trial ends the whole computation",
        all_groups_off,
    ),
    Variant(
        "pass-at-k-off-groups-stay-empty",
        "pass_at_k.other-groups-stay",
        "a group without pass@k stays as an empty object",
        off_groups_stay_empty,
    ),
)
