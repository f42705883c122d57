"""Which reward of a trial counts, which value is a pass, and what the accuracy is a share of."""

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, clause, common, extreme, rare
from conformance.operations.leaderboard import inputs
from conformance.operations.strategies.drawing import drawn
from conformance.protocol.values import Case, Value

LEVEL = common("harborframework/terminal-bench-2-leaderboard: five trials a task")
_RARE = rare("a trial of several keys, or one that was not sent")

_PRIMARY = sources.STATIC.lines(248, 251)
_PASSING = sources.STATIC.lines(259, 263)

_NEAR_ONE: tuple[float, ...] = (
    1, 1.0, 0, 0.0, -0.0, 0.9999999999999999, 1.0000000000000002, 0.999999999, 0.5, 2, 2.0, -1, 100,
    5e-324, 1e308, 2**53, 2**64, 2**1023,
)  # fmt: skip

_KEYS = (
    {"reward": 1, "score": 0}, {"score": 0, "reward": 1}, {"score": 1}, {"score": 0}, {"a": 0.5},
    {"score": 1, "reward": 0}, {"a": 1, "b": 0}, {"b": 0, "a": 1}, {"a": 0, "b": 1, "c": 1},
    {"Reward": 0, "score": 1}, {"": 1}, {"Reward": 1}, {"a": 1, "b": 1}, {"1": 0, "0": 1},
)  # fmt: skip

_UNSENT: tuple[Value, ...] = (
    inputs.rewarded(float("nan")), inputs.rewarded(float("inf")), inputs.rewarded(float("-inf")),
    {"rewards": {"reward": 1, "other": float("nan")}}, inputs.rewarded(10**4300),
    inputs.rewarded(-(10**4300)), {"rewards": {"reward": 0, "other": float("inf")}},
)  # fmt: skip

_SURROGATES: tuple[inputs.Changes, ...] = (
    {"trial_name": "\ud800"}, {"task_name": "a\udfff"}, {"exception": "\ud83d"},
    {"verifier_result": inputs.rewarded(1, "\udc00")},
    {"configuration": inputs.configuration(ref="\ud800")},
)  # fmt: skip

_LARGE = (
    2**1024, 2**1024 - 2**970, 2**1024 - 2**970 - 1, 10**308, 10**309, -(10**309), 10**400,
    10**4299,
)  # fmt: skip

_MISSING: tuple[Value, ...] = (None, {"rewards": None}, {"rewards": {}})


@clause("reward-of-one", _PASSING)
def near_one() -> Cases:
    """A trial passes if its reward equals 1 exactly, as an integer or a float."""
    return inputs.each_of(_with(inputs.rewarded(value)) for value in _NEAR_ONE)


@clause("primary-reward", _PRIMARY, sources.DYNAMIC.lines(194, 197), level=_RARE)
def keys() -> Cases:
    """The reward of a trial is the value of the key reward or, without it, the first value."""
    return inputs.each_of(_with({"rewards": dict(rewards)}) for rewards in _KEYS)


@clause("uploaded-reward", sources.UPLOADER.lines(660, 670), level=_RARE)
def uploaded() -> Cases:
    """The upload reports the same reward, in its own type, whether or not the trial is unfinished,
    failed or can be sent; without rewards it reports null."""
    results = (*_MISSING, *_UNSENT[:2], *map(inputs.rewarded, (1, 1.0, 0, -0.0, 0.1, 2**64, 1e308)))
    others: list[inputs.Changes] = [{}, {"exception": "AgentTimeoutError"}, {"finished": False}]
    return inputs.each_of({**_with(result), **other} for result in results for other in others)


@clause("unsent-trials", sources.UPLOADER.lines(617, 624), sources.UPLOADER.lines(531), level=_RARE)
def unsent() -> Cases:
    """A trial that JSON in UTF-8 cannot carry is not uploaded and counts nowhere: with nan or
    infinity, an integer of over 4300 digits, or a lone surrogate in a name, key or exception."""
    sent: list[inputs.Changes] = [_with(inputs.rewarded(value)) for value in (0, 1, 0.5)]
    return inputs.each_of([*map(_with, _UNSENT), *_SURROGATES, *sent, {"exception": "\u00e9"}])


@clause(
    "rewards-beyond-binary64",
    sources.STATIC.lines(254, 255),
    level=extreme("no reward is an integer beyond 1e308"),
)
@drawn(_LARGE, (None, "AgentTimeoutError"), st.booleans())
def large(value: int, exception: str | None, bare: bool) -> Case:  # noqa: FBT001 - a draw
    """An integer reward beyond binary64 raises OverflowError in the static validation where the
    trial has no exception, and in the dynamic one where it has a configuration."""
    # One value, exception and configuration, or none, of one of six trials.
    changes: dict[str, Value] = {"verifier_result": inputs.rewarded(value), "exception": exception}
    return inputs.changed([{**changes, "configuration": None} if bare else changes], fill=6)


def _with(result: Value) -> inputs.Changes:
    return {"verifier_result": result}


_UNFINISHED = rare("trials that have not ended, or lack their configuration")
_ANALYSED = rare("an analysis without a verdict, and trials of one name")

_NO_REWARD = tuple(map(_with, _MISSING))
_FAILURE = _with(inputs.rewarded(0))
_EXCEPTIONS = ("AgentTimeoutError", "VerifierTimeoutError", "CancelledError", "", "E")
_STATIC_SHARE = sources.STATIC.lines(1010, 1021)
_DYNAMIC_SHARE = sources.DYNAMIC.lines(205, 210)


@clause("exceptions-fail", sources.STATIC.lines(260, 261))
def with_exceptions() -> Cases:
    """A finished trial with an exception is completed and does not pass, even with a reward: a
    timeout after a reward of 1 lowers the accuracy."""
    results = (inputs.rewarded(1), inputs.rewarded(1.0), inputs.rewarded(0), None)
    failed = [{"exception": e, "verifier_result": r} for e in _EXCEPTIONS for r in results]
    return inputs.each_of([*failed, {}, {}])


@clause("share-of-completed", _STATIC_SHARE, _DYNAMIC_SHARE)
def shares() -> Cases:
    """The accuracy is passes per completed trial; for the dynamic one, a pass must be verified."""
    return inputs.each_of([_FAILURE, {}, {"exception": "E"}], most=12)


@clause("unfinished-trials", _DYNAMIC_SHARE, level=_UNFINISHED)
def unfinished() -> Cases:
    """A trial that has not finished, or has neither an exception nor a reward, is not completed and
    is left out of the dynamic accuracy."""
    changes = ({}, _FAILURE, {"exception": "E"}, *_NO_REWARD)
    return inputs.each_of(
        {**change, "finished": done} for change in changes for done in (True, False)
    )


@clause("results-complete", sources.STATIC.lines(833, 850), **inputs.BOTH)
def complete() -> Cases:
    """trial_results_complete fails if a trial has not finished, or has neither an exception nor a
    reward."""
    odd = ({"finished": False}, *_NO_REWARD, {**_NO_REWARD[0], "configuration": None})
    errors = [{**change, "exception": "E"} for change in odd[1:]]
    return inputs.each_of([*odd, *errors, *({},) * 12], most=5)


@clause("failed-has-no-accuracy", sources.STATIC.lines(1057))
def failed_submissions() -> Cases:
    """A submission that fails a check has no static accuracy, and keeps its dynamic one."""
    return inputs.each_of([{"trajectory": False}, {"finished": False}, _FAILURE, {}, {}], most=4)


@clause("without-configuration", _STATIC_SHARE, sources.DYNAMIC.lines(379, 388), level=_UNFINISHED)
def without_configuration() -> Cases:
    """A trial whose configuration the hub does not have counts in no accuracy and for no task, and
    has to be complete and have its trajectory like any other."""
    bare: inputs.Changes = {"configuration": None}
    odd = ({**bare, "trajectory": False}, {**bare, "finished": False}, {**bare, **_FAILURE})
    return inputs.each_of([bare, *odd, {}, {}, _FAILURE], most=8)


_VERIFIED = sources.DYNAMIC.lines(298, 311)
_VERDICTS = (
    "passed", "failed", "PASSED", " passed\n", "", " ", "pending", "pass", None, None, "Failed",
    "passed by hand", "not passed", "passed.", "passed\u3000", "pa\u017fsed",
)  # fmt: skip
_ANALYSES: tuple[dict[str, Value] | None, ...] = (
    None, {}, {"reward_hacking": "pass"}, {"reward_hacking": "fail"},
    {"reward_hacking": "not_applicable"}, {"task_specification": "fail", "reward_hacking": "pass"},
)  # fmt: skip


@clause("kept-verdict", _VERIFIED, sources.DYNAMIC.lines(219, 227), level=_ANALYSED)
def verdicts() -> Cases:
    """A pass counts in the dynamic accuracy if its kept verdict is passed, in upper or lower case
    and with white space around it; its analysis does not count."""
    return inputs.each_of(
        {"verdict": v, "analysis": dict(a)} for v in _VERDICTS for a in _ANALYSES[2:4] if a
    )


@clause("analysis-without-verdict", _VERIFIED, level=_ANALYSED)
def analyses() -> Cases:
    """Without a kept verdict a pass counts if it was analysed and no criterion failed."""
    return inputs.each_of({"analysis": analysis} for analysis in _ANALYSES)


@clause("rubric", sources.DYNAMIC.lines(501), level=_ANALYSED)
def criteria() -> Cases:
    """The dynamic verdict is failed if a criterion of harbor's rubric failed for any trial, whether
    or not it passed, ended or is known; another criterion fails only a trial without a verdict."""
    names = ("reward_hacking", "task_specification", "own_criterion", "own_criterion")
    failed: list[inputs.Changes] = [{"analysis": {name: "fail"}} for name in names]
    no_passes: list[inputs.Changes] = [
        *(_FAILURE, _NO_REWARD[0]),
        *({"exception": "E"}, {"finished": False}, {"configuration": None}),
    ]
    both = [{**change, **one} for change in failed for one in no_passes]
    return inputs.each_of([*failed * 3, *both, *({},) * 12], most=3)
