"""Other ways to judge a trial by its rewards."""

import math
from collections.abc import Callable

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    after,
    around,
    before,
    family,
    instead,
)
from candidates.deviations.numbers import is_nan
from candidates.reference.metric import Rewards
from candidates.reference.pass_at_k import Trials, rewards_of
from candidates.reference.summation import Number


def _judged_as(change: Callable[[Number], Number]) -> Changes:
    """Return the change of the one reward's value before it is judged."""
    return before({"success.binary": change})


def _accepting(accepts: Callable[[Number], bool]) -> Changes:
    """Return the change that switches off for values that are not accepted."""

    def guarded(binary: Step) -> Step:
        return lambda value: binary(value) if accepts(value) else None

    return around({"success.binary": guarded})


def _reward_called_reward(rewards: Rewards) -> Rewards:
    """Keep of several rewards the one of that name."""
    return {"reward": rewards["reward"]} if "reward" in rewards else rewards


def _only_called(name: str) -> Changes:
    """Return the change that wants the one reward to be called so."""
    return before({"success.value": lambda rewards: rewards if name in rewards else {}})


def _of_one_name(trials: Trials) -> Trials:
    """Want the trials to agree on the name of their reward."""
    names = {name for trial in trials for name in rewards_of(trial) or ()}
    return trials if len(names) <= 1 else []


def _rounded(tolerance: float) -> Changes:
    """Return the change that rounds what is all but an integer."""

    def rounded(value: Number) -> Number:
        finite = math.isfinite(value)
        close = finite and math.isclose(value, round(value), abs_tol=tolerance)
        return round(value) if close else value

    return _judged_as(rounded)


def _wrapped_to(bits: int) -> Changes:
    """Return the change that keeps the last bits of an integer."""
    half = 2 ** (bits - 1)
    return _judged_as(
        lambda value: (value + half) % (2 * half) - half if isinstance(value, int) else value
    )


DEVIATIONS = (
    Deviation(
        "pass-at-k-empty-fails",
        "pass_at_k.one-reward",
        "a trial with empty rewards is a failed attempt",
        after({"success.rewards": lambda rewards: rewards or None}),
        advice="Leave the group of a trial with empty rewards without pass@k.",
    ),
    family(
        "pass-at-k-reward-of",
        "pass_at_k.one-reward",
        "of several rewards {}",
        {
            "first": (
                "the first is used",
                instead({"success.value": lambda rewards: next(iter(rewards.values()), None)}),
            ),
            "called-reward": (
                "the one with the key reward is used",
                before({"success.value": _reward_called_reward}),
            ),
        },
        advice="Leave the group of a trial with several rewards without pass@k.",
    ),
    Deviation(
        "pass-at-k-only-called-reward",
        "pass_at_k.reward-name",
        "a reward needs the key {}",
        parameter=Parameter("name", "reward", str, _only_called),
        advice="Use the only reward of a trial, under any key.",
    ),
    Deviation(
        "pass-at-k-one-name-for-all",
        "pass_at_k.reward-name",
        "all trials need the same reward key",
        before(groups=_of_one_name),
        advice="Let trials use different keys for their only reward.",
    ),
    Deviation(
        "pass-at-k-tolerance",
        "pass_at_k.binary-rewards",
        "a reward within {} of 0 or 1 is rounded",
        parameter=Parameter("tolerance", "1e-6", float, _rounded),
        advice="Accept only rewards that equal 0 or 1 exactly.",
    ),
    family(
        "pass-at-k-binary",
        "pass_at_k.binary-rewards",
        "{}",
        {
            "truncated": (
                "a reward is truncated to an integer",
                _judged_as(lambda value: value if is_nan(value) else int(value)),
            ),
            "binary64": ("a reward is converted to binary64 first", _judged_as(float)),
            "integers": (
                "only integers count as 0 or 1",
                _accepting(lambda value: isinstance(value, int)),
                "pass_at_k.number-types",
            ),
            "text": (
                "a reward is compared as text, so -0.0 is not 0",
                _accepting(lambda value: f"{value:g}" in {"0", "1"}),
                "pass_at_k.number-types",
            ),
            "floats": (
                "only floats count as 0 or 1",
                _accepting(lambda value: isinstance(value, float)),
                "pass_at_k.number-types",
            ),
        },
        advice="Accept only rewards that equal 0 or 1 exactly, as integers or as floats.",
    ),
    Deviation(
        "pass-at-k-through-64-bits",
        "pass_at_k.binary-rewards",
        "integers wrap around at {} bits",
        parameter=Parameter("number of bits", "64", int, _wrapped_to),
        advice="Accept only rewards that equal 0 or 1 exactly.",
    ),
)
"""Each breaks one clause about rewards."""
