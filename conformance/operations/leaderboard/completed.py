"""Which trials the accuracy is a share of."""

from conformance.operations.clause import Cases, Source, clause, common, rare
from conformance.operations.leaderboard.inputs import (
    BOTH,
    DYNAMIC,
    STATIC,
    Changes,
    each_of,
    expecting_both,
    rewarded,
)

LEVEL = common("harborframework/terminal-bench-2-leaderboard: five trials a task")
_RARE = rare("trials that have not ended, or lack their configuration")

_NO_REWARD: tuple[Changes, ...] = (
    {"verifier_result": None}, {"verifier_result": {"rewards": None}},
    {"verifier_result": {"rewards": {}}},
)  # fmt: skip
_FAILURE: Changes = {"verifier_result": rewarded(0)}
_EXCEPTIONS = ("AgentTimeoutError", "VerifierTimeoutError", "CancelledError", "", "E")
_STATIC_SHARE = Source(STATIC, 1010, 1021, "def _calculate_unofficial_accuracy(")
_DYNAMIC_SHARE = Source(DYNAMIC, 205, 210, "def _hub_trial_completed(trial: dict[str, Any])")


@clause("exceptions-fail", Source(STATIC, 260, 261, 'if trial.get("exception_type") is not None:'))
def with_exceptions() -> Cases:
    """A trial with an exception is completed and does not pass, even with a reward: a timeout
    after a reward of 1 lowers the accuracy."""
    results = (rewarded(1), rewarded(1.0), rewarded(0), None)
    failed = [{"exception": e, "verifier_result": r} for e in _EXCEPTIONS for r in results]
    return each_of([*failed, {}, {}])


@clause("share-of-completed", _STATIC_SHARE, _DYNAMIC_SHARE)
def shares() -> Cases:
    """The accuracy is the number of passes divided by that of completed trials."""
    return each_of([_FAILURE, {}, {"exception": "E"}], most=12)


@clause("unfinished-trials", _DYNAMIC_SHARE, level=_RARE)
def unfinished() -> Cases:
    """A trial that has not finished, or has neither an exception nor a reward, is not completed and
    is left out of the dynamic accuracy."""
    changes = ({}, _FAILURE, {"exception": "E"}, *_NO_REWARD)
    return each_of({**change, "finished": done} for change in changes for done in (True, False))


@clause(
    "results-complete",
    Source(STATIC, 833, 850, "def _check_trial_results_complete(ctx"),
    body=expecting_both,
    shares=BOTH,
)
def complete() -> Cases:
    """trial_results_complete fails if a trial has not finished, or has neither an exception nor a
    reward."""
    odd = ({"finished": False}, *_NO_REWARD, {**_NO_REWARD[0], "configuration": None})
    errors = [{**change, "exception": "E"} for change in odd[1:]]
    return each_of([*odd, *errors, *({},) * 12], most=5)


@clause("failed-has-no-accuracy", Source(STATIC, 1057, 1057, "accuracy = _calculate_unofficial"))
def failed_submissions() -> Cases:
    """A submission that fails a check has no static accuracy, and keeps its dynamic one."""
    return each_of([{"trajectory": False}, {"finished": False}, _FAILURE, {}, {}], most=4)


@clause(
    "without-configuration",
    _STATIC_SHARE,
    Source(DYNAMIC, 379, 388, "malformed = malformed_trial_config_error(hub_trial)"),
    level=_RARE,
)
def without_configuration() -> Cases:
    """A trial whose configuration the hub does not have counts in no accuracy and for no task, and
    has to be complete and have its trajectory like any other."""
    bare: Changes = {"configuration": None}
    odd = ({**bare, "trajectory": False}, {**bare, "finished": False}, {**bare, **_FAILURE})
    return each_of([bare, *odd, {}, {}, _FAILURE], most=8)
