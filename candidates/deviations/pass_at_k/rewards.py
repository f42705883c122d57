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
    instead,
)
from candidates.deviations.numbers import is_nan, read_number
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
        "empty rewards are taken for none",
        after({"success.rewards": lambda rewards: rewards or None}),
    ),
    Deviation(
        "pass-at-k-first-reward",
        "pass_at_k.one-reward",
        "the first of several rewards is used",
        instead({"success.value": lambda rewards: next(iter(rewards.values()), None)}),
    ),
    Deviation(
        "pass-at-k-reward-called-reward",
        "pass_at_k.one-reward",
        "of several rewards the one called reward is used",
        before({"success.value": _reward_called_reward}),
    ),
    Deviation(
        "pass-at-k-only-called-reward",
        "pass_at_k.reward-name",
        "the reward has to be called reward",
        parameter=Parameter("name", "reward", str, _only_called),
    ),
    Deviation(
        "pass-at-k-one-name-for-all",
        "pass_at_k.reward-name",
        "the trials have to agree on the reward's name",
        before(groups=_of_one_name),
    ),
    Deviation(
        "pass-at-k-threshold",
        "pass_at_k.binary-rewards",
        "half a point counts as a success",
        parameter=Parameter(
            "least value of a success",
            "0.5",
            read_number,
            lambda least: _judged_as(lambda value: int(value >= least)),
        ),
    ),
    Deviation(
        "pass-at-k-tolerance",
        "pass_at_k.binary-rewards",
        "what is nearly 0 or 1 is rounded",
        parameter=Parameter("tolerance", "1e-6", float, _rounded),
    ),
    Deviation(
        "pass-at-k-truncated",
        "pass_at_k.binary-rewards",
        "the reward is converted to an integer first",
        _judged_as(lambda value: value if is_nan(value) else int(value)),
    ),
    Deviation(
        "pass-at-k-through-binary64",
        "pass_at_k.binary-rewards",
        "the reward is converted to binary64 first",
        _judged_as(float),
    ),
    Deviation(
        "pass-at-k-through-64-bits",
        "pass_at_k.binary-rewards",
        "integers wrap round at 64 bits",
        parameter=Parameter("number of bits", "64", int, _wrapped_to),
    ),
    Deviation(
        "pass-at-k-positive-is-success",
        "pass_at_k.binary-rewards",
        "every reward above 0 counts as a success",
        _judged_as(lambda value: int(value > 0)),
    ),
    Deviation(
        "pass-at-k-truthy-is-success",
        "pass_at_k.binary-rewards",
        "every reward but 0 is true",
        _judged_as(lambda value: int(bool(value))),
    ),
    Deviation(
        "pass-at-k-integers-only",
        "pass_at_k.number-types",
        "only integers count as binary",
        _accepting(lambda value: isinstance(value, int)),
    ),
    Deviation(
        "pass-at-k-no-minus",
        "pass_at_k.number-types",
        "numbers are compared as text",
        _accepting(lambda value: f"{value:g}" in {"0", "1"}),
    ),
    Deviation(
        "pass-at-k-floats-only",
        "pass_at_k.number-types",
        "only binary64 counts as binary",
        _accepting(lambda value: isinstance(value, float)),
    ),
)
"""Each breaks one clause about rewards."""
