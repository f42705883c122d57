"""Questions about pass@k as a whole: any trials of any groups."""

from hypothesis import strategies as st

from conformance.model import Case, Value
from conformance.strategies.pass_at_k_rewards import NOT_BINARY
from conformance.strategies.pass_at_k_trials import (
    NO_RESULT,
    NULL_REWARDS,
    STEPS,
    Group,
    arranged,
    case,
    outcome,
    pairs,
    rewarded,
    trial,
)

_GROUPS = (
    Group("a"),
    Group("b"),
    Group("a", "m", "s"),
    Group("a", "m"),
    Group("a", None, "s"),
    Group("a", "", ""),
    Group("a", "m__s", "s"),
    Group("a__m", None, "s"),
)

_PASSES: tuple[Value, ...] = (rewarded(1), rewarded(1.0), rewarded(1, "score"))

_FAILURES: tuple[Value, ...] = (
    rewarded(0),
    rewarded(0.0),
    rewarded(-0.0),
    outcome(NULL_REWARDS),
    outcome(NO_RESULT),
)

_ODD: tuple[Value, ...] = (
    *(rewarded(value) for value in NOT_BINARY),
    {"rewards": {}},
    {"rewards": {"reward": 1, "a": 1}},
)

_PLACES = tuple((group, task) for task in ("t", "u", "v") for group in _GROUPS)
_RESULTS = tuple((success, failure) for failure in _FAILURES for success in _PASSES)
_COUNTS = (*pairs(2, 6), *pairs(8, 12), *pairs(16, 16))


def no_trials() -> st.SearchStrategy[Case]:
    """The question without trials."""
    return st.builds(case, st.just(()))


def anything() -> st.SearchStrategy[Case]:
    """Several groups and tasks, every kind of reward, trials in any order."""
    # One draw a block: three of them would take most of the time of a check.
    block = st.integers(0, len(_PLACES) * len(_COUNTS) * len(_RESULTS) - 1).map(_block)
    odd = st.sampled_from((None,) * 8 + tuple(range(len(_ODD))))
    return st.builds(_blocks, st.lists(block, min_size=1, max_size=5), odd, STEPS)


def _block(number: int) -> list[dict[str, Value]]:
    """Return the trials of one task in one group, of the ``number``-th such block."""
    number, place = divmod(number, len(_PLACES))
    group, task = _PLACES[place]
    counts = _COUNTS[number // len(_RESULTS)]
    results = _RESULTS[number % len(_RESULTS)]
    return [trial(results[i >= counts.c], task, group) for i in range(counts.n)]


def _blocks(blocks: list[list[dict[str, Value]]], odd: int | None, step: int) -> Case:
    trials: list[Value] = [t for block in blocks for t in block]
    if odd is not None:
        trials.append({**blocks[0][0], "verifier_result": _ODD[odd]})
    return case(arranged(trials, step))
