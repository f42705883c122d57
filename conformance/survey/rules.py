"""Rules for what readers do with rewards beyond the operations: each one is executed.

A rule with another name is a deviation of the catalogue: harbor has it in a later release.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import add

KEY = "reward"

type Rewards = Mapping[str, float]
"""The rewards of a trial by key."""

type Trials = Sequence[Rewards | None]
"""The rewards of each trial of a job; None where it has an error."""

type Scores = Sequence[float | None]
"""One number of each trial of a job; None where it has an error."""

type Mean = Callable[[Sequence[float]], float]


def _first(rewards: Rewards) -> Rewards:
    """Return the key reward, or else the first key."""
    return {KEY: rewards.get(KEY, next(iter(rewards.values())))} if rewards else {}


def _least(rewards: Rewards) -> Rewards:
    """Return the least value."""
    return {KEY: min(rewards.values())} if rewards else {}


TRIAL: dict[str, Callable[[Rewards], Rewards]] = {
    "reward-only": lambda rewards: {KEY: rewards[KEY]} if KEY in rewards else {},
    "reward-or-zero": lambda rewards: {KEY: rewards.get(KEY, 0.0)},
    "reward-or-first": _first,
    "reward-or-first-or-zero": lambda rewards: _first(rewards) or {KEY: 0.0},
    "reward-or-first-by-name": lambda rewards: _first(dict(sorted(rewards.items()))),
    "reward-or-single": lambda rewards: (
        _first(rewards) if KEY in rewards or len(rewards) == 1 else {}
    ),
    "reward-or-least": lambda rewards: {KEY: rewards[KEY]} if KEY in rewards else _least(rewards),
    "least": _least,
    "each-key": lambda rewards: rewards,
    "all-keys": lambda rewards: {KEY: sum(rewards.values()) / len(rewards) if rewards else 0.0},
}
"""How a trial's keys become one number; without a rule it is that of the key ``reward``."""

STATUS = "exit-status-where-unread"
"""A trial without a number is shown for either exit status."""

VALUES: dict[str, Callable[[Rewards | None], Rewards | None]] = {
    "floats": lambda rewards: rewards and {key: float(value) for key, value in rewards.items()},
    "null-left-out": lambda rewards: (
        rewards and {key: value for key, value in rewards.items() if math.isfinite(value)}
    ),
    "null-is-zero": lambda rewards: (
        rewards and {k: value if math.isfinite(value) else 0.0 for k, value in rewards.items()}
    ),
    "nothing-is-error": lambda rewards: rewards or None,
    "error-is-zero": lambda rewards: {KEY: 0.0} if rewards is None else rewards,
    STATUS: lambda rewards: {"exit 0": 1.0, "exit 1": 0.0} if rewards is None else rewards,
    "exit-status": lambda _: {"exit 0": 1, "exit 1": 0},
}
"""What happens to a trial's remaining values, in this order."""


def _with_null(rewards: Rewards | None) -> bool:
    """Return whether a trial's file has null in place of a number that is not finite."""
    return rewards is not None and not all(map(math.isfinite, rewards.values()))


def _fits_bins(rewards: Rewards | None) -> bool:
    """Return whether a histogram can have 64 bins around each reward."""
    return all(value + 1 / 64 != float(value) for value in (rewards or {}).values())


JOB: dict[str, Callable[[Trials], Trials]] = {
    "no-bins-end-job": lambda trials: trials if all(map(_fits_bins, trials)) else [],
    "null-ends-job": lambda trials: [] if any(map(_with_null, trials)) else trials,
    "null-trials-left-out": lambda trials: [one for one in trials if not _with_null(one)],
    "error-ends-job": lambda trials: [] if None in trials else trials,
    "errors-left-out": lambda trials: [one for one in trials if one is not None] or [{}],
    "errors-left-out-or-nothing": lambda trials: [one for one in trials if one is not None],
    "empty-left-out": lambda trials: [one for one in trials if one != {}],
    "without-rewards-left-out": lambda trials: [one for one in trials if one],
}
"""Which trials of a job count; without a rule all do, and one with an error counts 0."""


def _are_one(scores: Scores) -> list[bool]:
    return [score == 1 for score in scores]


MADE: dict[str, Callable[[Scores, Mean], float]] = {
    "ones-only": lambda scores, mean: mean([float(one) for one in _are_one(scores)]),
    "ones-or-more": lambda scores, mean: mean([float((one or 0.0) >= 1.0) for one in scores]),
    "count-of-ones": lambda scores, _: sum(_are_one(scores)),
    "count-below-one": lambda scores, _: sum(one is None or one < 1 for one in scores),
}
"""How a job's scores become one number; without a rule it is their mean."""

TASKS, LAST = "count-of-tasks", "last-trials"
"""A job's number is how many tasks it has; only the last trial of a task counts."""


SUM: dict[str, Mean] = {"plain-sum": lambda values: reduce(add, values, 0.0) / len(values)}
"""How trials are added, here without the correction of ``sum``; without a rule as in harbor."""


type Missed = Callable[[int, int, int], float]


def _by_choice(count: int, failed: int, k: int) -> float:
    """Return the share of the selections of k trials in which all failed."""
    return math.comb(failed, k) / math.comb(count, k)


def _by_product(count: int, failed: int, k: int) -> float:
    """Return the same share, computed with one factor for each success."""
    return math.prod(1.0 - k / place for place in range(failed + 1, count + 1))


def _passes(
    ks: Callable[[int], Iterable[int]], least: float, missed: Missed
) -> Callable[[Scores], Rewards]:
    """Return pass@k of one task's trials, where a trial with a large enough score succeeds."""

    def passes(scores: Scores) -> Rewards:
        count, failed = len(scores), sum((one or 0.0) < least for one in scores)
        return {str(k): 1.0 - missed(count, failed, k) for k in ks(count)}

    return passes


PASSES = {
    "every-k": _passes(lambda count: range(1, count + 1), 1.0, _by_product),
    "first-and-last-k": _passes(lambda count: {1, count}, 1.0, _by_choice),
    "k-of-powers-of-two": _passes(
        lambda count: (1 << e for e in range(count.bit_length())), 0.5, _by_choice
    ),
}
"""How pass@k is computed from a task's scores; without a rule as in harbor."""

SHOWN: dict[str, Callable[[float], float | None]] = {
    "null-in-file": lambda number: number if math.isfinite(number) else None,
    "two-digits": lambda number: round(number, 2),
    "three-digits": lambda number: round(number, 3),
    "four-digits": lambda number: round(number, 4),
}
"""How a reader shows a number; None if it shows none."""

OUTCOME = "outcome"
"""A job's number is the score in the line of the operation ``outcome``."""

STAGES: tuple[Mapping[str, object], ...] = (TRIAL, VALUES, JOB, MADE, SUM, PASSES, SHOWN)

NAMES = frozenset({OUTCOME, TASKS, LAST}.union(*STAGES))
"""The names of all rules that are not deviations of the catalogue."""
