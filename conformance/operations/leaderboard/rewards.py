"""Which of a trial's rewards counts, and which value of it is a pass."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Source, clause, common, extreme, rare
from conformance.operations.leaderboard.inputs import (
    DYNAMIC,
    STATIC,
    UPLOADER,
    Changes,
    changed,
    configuration,
    each_of,
    rewarded,
)
from conformance.operations.strategies.drawing import drawn
from conformance.protocol.values import Case, Value

LEVEL = common("harborframework/terminal-bench-2-leaderboard: five trials a task")
_RARE = rare("a trial of several keys, or one that was not sent")

_PRIMARY = Source(STATIC, 248, 251, 'if "reward" in rewards:')
_PASSING = Source(STATIC, 259, 263, "def _is_passing_trial(trial: dict[str, Any])")

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
    rewarded(float("nan")), rewarded(float("inf")), rewarded(float("-inf")),
    {"rewards": {"reward": 1, "other": float("nan")}}, rewarded(10**4300), rewarded(-(10**4300)),
    {"rewards": {"reward": 0, "other": float("inf")}},
)  # fmt: skip

_SURROGATES: tuple[Changes, ...] = (
    {"trial_name": "\ud800"}, {"task_name": "a\udfff"}, {"exception": "\ud83d"},
    {"verifier_result": rewarded(1, "\udc00")}, {"configuration": configuration(ref="\ud800")},
)  # fmt: skip

_LARGE = (
    2**1024, 2**1024 - 2**970, 2**1024 - 2**970 - 1, 10**308, 10**309, -(10**309), 10**400,
    10**4299,
)  # fmt: skip

_MISSING: tuple[Value, ...] = (None, {"rewards": None}, {"rewards": {}})


@clause("reward-of-one", _PASSING)
def near_one() -> Cases:
    """A trial passes if its reward equals 1 exactly, as an integer or a float."""
    return each_of(_with(rewarded(value)) for value in _NEAR_ONE)


@clause(
    "primary-reward", _PRIMARY, Source(DYNAMIC, 194, 197, 'if "reward" in rewards:'), level=_RARE
)
def keys() -> Cases:
    """The reward of a trial is the value of the key reward or, without it, the first value."""
    return each_of(_with({"rewards": dict(rewards)}) for rewards in _KEYS)


@clause(
    "uploaded-reward",
    Source(UPLOADER, 660, 670, "def _extract_primary_reward(trial_result: TrialResult)"),
    level=_RARE,
)
def uploaded() -> Cases:
    """The upload reports the same reward, in its own type, whether or not the trial is unfinished,
    failed or can be sent; without rewards it reports null."""
    results = (*_MISSING, *_UNSENT[:2], *map(rewarded, (1, 1.0, 0, -0.0, 0.1, 2**64, 1e308)))
    others: tuple[Changes, ...] = ({}, {"exception": "AgentTimeoutError"}, {"finished": False})
    return each_of({**_with(result), **other} for result in results for other in others)


@clause(
    "unsent-trials",
    Source(UPLOADER, 617, 624, "except Exception as exc:"),
    Source(UPLOADER, 531, 531, "await self.db.insert_trial("),
    level=_RARE,
)
def unsent() -> Cases:
    """A trial that JSON in UTF-8 cannot carry is not uploaded and counts nowhere: with nan or
    infinity, an integer of over 4300 digits, or a lone surrogate in a name, key or exception."""
    sent: list[Changes] = [_with(rewarded(value)) for value in (0, 1, 0.5)]
    return each_of([*map(_with, _UNSENT), *_SURROGATES, *sent, {"exception": "\u00e9"}])


@clause(
    "rewards-beyond-binary64",
    Source(STATIC, 254, 255, "if isinstance(val, (int, float)):"),
    level=extreme("no reward is an integer beyond 1e308"),
)
@drawn(_LARGE, (None, "AgentTimeoutError"), st.booleans())
def large(value: int, exception: str | None, bare: bool) -> Case:  # noqa: FBT001 - a draw
    """An integer reward beyond binary64 raises OverflowError in the static validation where the
    trial has no exception, and in the dynamic one where it has a configuration."""
    # One value, exception and configuration, or none, of one of six trials.
    changes: dict[str, Value] = {"verifier_result": rewarded(value), "exception": exception}
    return changed([{**changes, "configuration": None} if bare else changes], fill=6)


def _with(result: Value) -> Changes:
    return {"verifier_result": result}
