"""Which trials the accuracy is a share of, and which passes are verified."""

from conformance.operations.clause import Cases, Source, clause, common, rare
from conformance.operations.leaderboard.inputs import (
    BOTH,
    DYNAMIC,
    STATIC,
    Changes,
    each_of,
    rewarded,
)
from conformance.protocol.values import Value

LEVEL = common("harborframework/terminal-bench-2-leaderboard: five trials a task")
_RARE = rare("trials that have not ended, or lack their configuration")
_ANALYSED = rare("an analysis without a verdict, and trials of one name")

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
    """A finished trial with an exception is completed and does not pass, even with a reward: a
    timeout after a reward of 1 lowers the accuracy."""
    results = (rewarded(1), rewarded(1.0), rewarded(0), None)
    failed = [{"exception": e, "verifier_result": r} for e in _EXCEPTIONS for r in results]
    return each_of([*failed, {}, {}])


@clause("share-of-completed", _STATIC_SHARE, _DYNAMIC_SHARE)
def shares() -> Cases:
    """The accuracy is passes per completed trial; for the dynamic one, a pass must be verified."""
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
    **BOTH,
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


_VERIFIED = Source(DYNAMIC, 298, 311, "def _trial_passes_dynamic_verdict(")
_VERDICTS = (
    "passed", "failed", "PASSED", " passed\n", "", " ", "pending", "pass", None, None, "Failed",
    "passed by hand", "not passed", "passed.", "passed\u3000", "pa\u017fsed",
)  # fmt: skip
_ANALYSES: tuple[dict[str, Value] | None, ...] = (
    None, {}, {"reward_hacking": "pass"}, {"reward_hacking": "fail"},
    {"reward_hacking": "not_applicable"}, {"task_specification": "fail", "reward_hacking": "pass"},
)  # fmt: skip


@clause(
    "kept-verdict",
    _VERIFIED,
    Source(DYNAMIC, 219, 227, "def _normalize_submission_trial"),
    level=_ANALYSED,
)
def verdicts() -> Cases:
    """A pass counts in the dynamic accuracy if its kept verdict is passed, in upper or lower case
    and with white space around it; its analysis does not count."""
    return each_of(
        {"verdict": v, "analysis": dict(a)} for v in _VERDICTS for a in _ANALYSES[2:4] if a
    )


@clause("analysis-without-verdict", _VERIFIED, level=_ANALYSED)
def analyses() -> Cases:
    """Without a kept verdict a pass counts if it was analysed and no criterion failed."""
    return each_of({"analysis": analysis} for analysis in _ANALYSES)


@clause(
    "rubric", Source(DYNAMIC, 501, 501, "has_failures = any(check_errors[name]"), level=_ANALYSED
)
def criteria() -> Cases:
    """The dynamic verdict is failed if a criterion of harbor's rubric failed for any trial, whether
    or not it passed, ended or is known; another criterion fails only a trial without a verdict."""
    names = ("reward_hacking", "task_specification", "own_criterion", "own_criterion")
    failed: list[Changes] = [{"analysis": {name: "fail"}} for name in names]
    no_passes: tuple[Changes, ...] = (
        *({"verifier_result": result} for result in (rewarded(0), None)),
        *({"exception": "E"}, {"finished": False}, {"configuration": None}),
    )
    others = [{**change, **one} for change in failed for one in no_passes]
    return each_of([*failed * 3, *others, *({},) * 12], most=3)
