"""Wrong ways to judge a trial by its rewards."""

import math
from collections.abc import Callable
from typing import Any

from candidates.broken.pass_at_k_steps import Estimates, Question, Steps, Trial, rewards_of
from candidates.broken.variant import Variant

_STEPS = Steps()


def empty_fails(trial: Trial) -> int | None:
    """Take an empty object for no rewards, as languages do in which it counts as false."""
    return 0 if not rewards_of(trial) else _STEPS.success(trial)


def first_reward(trial: Trial) -> int | None:
    """Judge by the first of several rewards."""
    return _judged_by(trial, lambda rewards: next(iter(rewards.values()), None))


def reward_called_reward(trial: Trial) -> int | None:
    """Judge by the reward of that name where there are several."""
    rewards = rewards_of(trial) or {}
    chosen = {"reward": rewards["reward"]} if "reward" in rewards else rewards
    return _STEPS.success({**trial, "verifier_result": {"rewards": chosen}} if rewards else trial)


def only_called_reward(trial: Trial) -> int | None:
    """Want the one reward to be called reward."""
    rewards = rewards_of(trial)
    return _STEPS.success(trial) if rewards is None or "reward" in rewards else None


def one_name_for_all(question: Question) -> dict[str, Estimates]:
    """Want the trials to agree on the name of their reward."""
    names = {name for trial in question["trials"] for name in rewards_of(trial) or ()}
    return _STEPS(question) if len(names) <= 1 else {}


def threshold(trial: Trial) -> int | None:
    """Take half a point for a success."""
    return _judged_by(trial, lambda rewards: int(_single(rewards) >= 0.5))  # noqa: PLR2004 - half


def tolerance(trial: Trial) -> int | None:
    """Round what is all but 0 or 1."""
    return _judged_by(trial, lambda rewards: _rounded(_single(rewards)))


def truncated(trial: Trial) -> int | None:
    """Convert to an integer before looking."""
    return _judged_by(trial, lambda rewards: int(_single(rewards)))


def through_binary64(trial: Trial) -> int | None:
    """Convert to binary64, beyond whose range there are integers."""
    return _judged_by(trial, lambda rewards: float(_single(rewards)))


def through_64_bits(trial: Trial) -> int | None:
    """Keep the last 64 bits of an integer."""
    return _judged_by(trial, lambda rewards: _wrapped(_single(rewards)))


def positive_is_success(trial: Trial) -> int | None:
    """Take every reward above 0 for a success."""
    return _judged_by(trial, lambda rewards: int(_single(rewards) > 0))


def integers_only(trial: Trial) -> int | None:
    """Accept integers alone."""
    return _if_all(trial, lambda value: isinstance(value, int))


def no_minus(trial: Trial) -> int | None:
    """Compare the text of numbers, in which -0.0 is another than 0."""
    return _if_all(trial, lambda value: f"{value:g}" in ("0", "1"))


def floats_only(trial: Trial) -> int | None:
    """Accept binary64 alone, which is what reward.txt gives."""
    return _if_all(trial, lambda value: isinstance(value, float))


def _single(rewards: dict[str, Any]) -> Any:  # noqa: ANN401 - a number of either type
    (value,) = rewards.values()
    return value


def _judged_by(trial: Trial, judge: Callable[[dict[str, Any]], Any]) -> int | None:
    """Replace the rewards by what ``judge`` makes of them; rewards it cannot judge stay."""
    rewards = rewards_of(trial)
    try:
        value = judge(rewards or {})
    except ValueError:
        return _STEPS.success(trial)
    if value is None:
        return _STEPS.success(trial)
    return _STEPS.success({**trial, "verifier_result": {"rewards": {"reward": value}}})


def _if_all(trial: Trial, accepts: Callable[[Any], bool]) -> int | None:
    rewards = rewards_of(trial) or {}
    return _STEPS.success(trial) if all(accepts(value) for value in rewards.values()) else None


def _rounded(value: float) -> float:
    close = math.isfinite(value) and math.isclose(value, round(value), abs_tol=1e-6)
    return round(value) if close else value


def _wrapped(value: float) -> float:
    return (value + 2**63) % 2**64 - 2**63 if isinstance(value, int) else value


VARIANTS = (
    Variant(
        "pass-at-k-empty-fails",
        "pass_at_k.one-reward",
        "empty rewards are taken for none",
        Steps(success=empty_fails),
    ),
    Variant(
        "pass-at-k-first-reward",
        "pass_at_k.one-reward",
        "the first of several rewards is used",
        Steps(success=first_reward),
    ),
    Variant(
        "pass-at-k-reward-called-reward",
        "pass_at_k.one-reward",
        "of several rewards the one called reward is used",
        Steps(success=reward_called_reward),
    ),
    Variant(
        "pass-at-k-only-called-reward",
        "pass_at_k.reward-name",
        "the reward has to be called reward",
        Steps(success=only_called_reward),
    ),
    Variant(
        "pass-at-k-one-name-for-all",
        "pass_at_k.reward-name",
        "the trials have to agree on the reward's name",
        one_name_for_all,
    ),
    Variant(
        "pass-at-k-threshold",
        "pass_at_k.binary-rewards",
        "half a point counts as a success",
        Steps(success=threshold),
    ),
    Variant(
        "pass-at-k-tolerance",
        "pass_at_k.binary-rewards",
        "what is nearly 0 or 1 is rounded",
        Steps(success=tolerance),
    ),
    Variant(
        "pass-at-k-truncated",
        "pass_at_k.binary-rewards",
        "the reward is converted to an integer first",
        Steps(success=truncated),
    ),
    Variant(
        "pass-at-k-through-binary64",
        "pass_at_k.binary-rewards",
        "the reward is converted to binary64 first",
        Steps(success=through_binary64),
    ),
    Variant(
        "pass-at-k-through-64-bits",
        "pass_at_k.binary-rewards",
        "integers wrap round at 64 bits",
        Steps(success=through_64_bits),
    ),
    Variant(
        "pass-at-k-positive-is-success",
        "pass_at_k.binary-rewards",
        "every reward above 0 counts as a success",
        Steps(success=positive_is_success),
    ),
    Variant(
        "pass-at-k-integers-only",
        "pass_at_k.number-types",
        "only integers count as binary",
        Steps(success=integers_only),
    ),
    Variant(
        "pass-at-k-no-minus",
        "pass_at_k.number-types",
        "numbers are compared as text",
        Steps(success=no_minus),
    ),
    Variant(
        "pass-at-k-floats-only",
        "pass_at_k.number-types",
        "only binary64 counts as binary",
        Steps(success=floats_only),
    ),
)
