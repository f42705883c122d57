"""Other ways to decide which trials count, and what an unfit one does to the others."""

from collections.abc import Callable
from typing import Any

from candidates.deviations import descriptions
from candidates.deviations.deviation import Changes, Deviation, Step, around, before, instead
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
    """Take a trial with an exception for a failure, whatever its rewards."""
    return lambda trial: success(trial) if _has_no_exception(trial) else 0


def _last_of_each_name(trials: list[AnyTrial]) -> list[AnyTrial]:
    """Keep one trial of each name, as if the others had been retried."""
    return list({trial.get("trial_name", i): trial for i, trial in enumerate(trials)}.values())


def _null_is_empty(rewards: Step) -> Step:
    """Take null rewards for rewards that are not exactly one."""

    def read(trial: AnyTrial) -> Any:  # noqa: ANN401 - what the step returns
        return {} if trial.get("verifier_result") == {"rewards": None} else rewards(trial)

    return read


def _is_fit(trial: Any) -> bool:  # noqa: ANN401 - any trial
    return _success(trial) is not None


def _of_fit_tasks(trials: Trials) -> Trials:
    """Pass over tasks with a trial that should switch the whole group off."""
    unfit = {(evals_key(trial), trial["task_name"]) for trial in trials if not _is_fit(trial)}
    return [trial for trial in trials if (evals_key(trial), trial["task_name"]) not in unfit]


DEVIATIONS = (
    Deviation(
        "pass-at-k-trials-with-exceptions-skipped",
        "pass_at_k.other-members",
        "a trial that ended with an exception is not counted",
        _counting_only(_has_no_exception),
    ),
    Deviation(
        "pass-at-k-exceptions-fail",
        "pass_at_k.other-members",
        "a trial that ended with an exception counts as failed",
        around(success=_failed_by_exception),
    ),
    Deviation(
        "pass-at-k-last-of-a-name-wins",
        "pass_at_k.other-members",
        "trials of one name are taken for retries",
        before(groups=_last_of_each_name),
    ),
    Deviation(
        "pass-at-k-no-rewards-skipped",
        "pass_at_k.absent-rewards-fail",
        "a trial without rewards is not counted",
        _counting_only(lambda trial: rewards_of(trial) is not None),
    ),
    Deviation(
        "pass-at-k-without-names-skipped",
        "pass_at_k.absent-rewards-fail",
        descriptions.WITHOUT_NAMES,
        _counting_only(lambda trial: bool(rewards_of(trial))),
    ),
    Deviation(
        "pass-at-k-null-switches-off",
        "pass_at_k.absent-rewards-fail",
        "null rewards count as rewards that are not exactly one",
        around({"success.rewards": _null_is_empty}),
    ),
    Deviation(
        "pass-at-k-unfit-trials-passed-over",
        "pass_at_k.whole-group-off",
        "a trial whose rewards do not fit is not counted",
        _counting_only(_is_fit),
    ),
    Deviation(
        "pass-at-k-unfit-tasks-passed-over",
        "pass_at_k.whole-group-off",
        "only the task of an unfit trial is left out",
        before(groups=_of_fit_tasks),
    ),
    Deviation(
        "pass-at-k-all-groups-off",
        "pass_at_k.other-groups-stay",
        "one unfit trial ends the whole computation",
        before(groups=lambda trials: trials if all(map(_is_fit, trials)) else []),
    ),
    Deviation(
        "pass-at-k-off-groups-stay-empty",
        "pass_at_k.other-groups-stay",
        "a group without pass@k stays as an empty object",
        instead(present=dict),
    ),
)
"""Each breaks one clause about which trials count."""
