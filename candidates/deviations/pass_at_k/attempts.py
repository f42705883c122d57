"""Other ways to decide which trials count, and what an unfit one does to the others."""

from collections.abc import Callable
from typing import Any

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Step,
    around,
    before,
    family,
    instead,
)
from candidates.reference.pass_at_k import Success, Trials, evals_key, rewards_of

type AnyTrial = dict[str, Any]
"""A trial with the members that pass@k does not read."""

_success = Success()


def _counting_only(counts: Callable[[Any], bool]) -> Changes:
    """Return the change that passes over the trials that do not count."""
    return before(groups=lambda trials: [trial for trial in trials if counts(trial)])


def _has_no_exception(trial: AnyTrial) -> bool:
    return trial.get("exception") is None


def _failed_by_exception(success: Step) -> Step:
    """Take a trial with an exception for a failure, also with rewards."""
    return lambda trial: success(trial) if _has_no_exception(trial) else 0


def _last_of_each_name(trials: list[AnyTrial]) -> list[AnyTrial]:
    """Keep one trial of each name, as if the others had been retried."""
    return list({trial.get("trial_name", i): trial for i, trial in enumerate(trials)}.values())


def _is_fit(trial: Any) -> bool:  # noqa: ANN401 - any trial
    return _success(trial) is not None


def _of_fit_tasks(trials: Trials) -> Trials:
    """Pass over tasks with a trial that should switch the whole group off."""
    unfit = {(evals_key(trial), trial["task_name"]) for trial in trials if not _is_fit(trial)}
    return [trial for trial in trials if (evals_key(trial), trial["task_name"]) not in unfit]


DEVIATIONS = (
    family(
        "pass-at-k-attempts",
        "pass_at_k.other-members",
        "{}",
        {
            "no-exceptions": (
                "trials with an exception are left out",
                _counting_only(_has_no_exception),
            ),
            "last-of-a-name": (
                "of trials with one name only the last counts",
                before(groups=_last_of_each_name),
            ),
            "rewarded": (
                "trials without rewards are left out",
                _counting_only(lambda trial: rewards_of(trial) is not None),
                "pass_at_k.absent-rewards-fail",
            ),
            "with-keys": (
                "trials without rewards, or with empty ones, are left out",
                _counting_only(lambda trial: bool(rewards_of(trial))),
                "pass_at_k.absent-rewards-fail",
            ),
            "fit": (
                "trials whose rewards do not fit are left out",
                _counting_only(_is_fit),
                "pass_at_k.whole-group-off",
            ),
            "fit-tasks": (
                "tasks with a trial whose rewards do not fit are left out",
                before(groups=_of_fit_tasks),
                "pass_at_k.whole-group-off",
            ),
            "fit-jobs": (
                "one trial whose rewards do not fit leaves all groups without pass@k",
                before(groups=lambda trials: trials if all(map(_is_fit, trials)) else []),
                "pass_at_k.other-groups-stay",
            ),
        },
        advice="Count every trial as an attempt; one without rewards is a failed attempt, and"
        " an exception changes nothing.",
    ),
    Deviation(
        "pass-at-k-exceptions-fail",
        "pass_at_k.other-members",
        "a trial with an exception is a failed attempt",
        around(success=_failed_by_exception),
        advice="Judge a trial by its reward, whether or not it has an exception.",
    ),
    Deviation(
        "pass-at-k-off-groups-stay-empty",
        "pass_at_k.other-groups-stay",
        "a group without pass@k has an empty object",
        instead(present=dict),
        advice="Leave a group without pass@k out of the result.",
    ),
)
"""Each breaks one clause about which trials count."""
