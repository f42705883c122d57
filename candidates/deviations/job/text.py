"""Other ways to list trials by reward, and to write the stats of a job."""

import json
import math
import re
from collections.abc import Callable, Hashable, Mapping

from candidates.deviations.deviation import Changes, Step, after, around, before, entries, instead
from candidates.deviations.job.counts import in_group, with_rewards
from candidates.deviations.numbers import is_nan
from candidates.deviations.parameters import taking, taking_name
from candidates.deviations.rows import Table
from candidates.reference.harbor_json import (
    ESCAPES,
    Json,
    Members,
    Number,
    number_text,
    replace_surrogates,
)
from candidates.reference.job_trial import Rewards, Trial, rewards_of


def _listed(change: Callable[[Rewards], Rewards]) -> Changes:
    """Return the change of the rewards that a trial is listed under."""

    def changed(trial: Trial) -> Trial:
        rewards = rewards_of(trial)
        return with_rewards(trial, rewards and change(rewards))

    return before({"stats.evals.reward_stats": in_group(changed)})


def _first_reward(rewards: Rewards) -> Rewards:
    return dict([next(iter(rewards.items()))])


def _positive_rewards(rewards: Rewards) -> Rewards:
    return {name: value for name, value in rewards.items() if value}


def _as_floats(rewards: Rewards) -> Rewards:
    return {name: float(value) for name, value in rewards.items()}


def _sharing(common: Callable[[Number], Hashable]) -> Changes:
    """Return the change to what rewards that share a list have in common; nans have nothing."""
    return instead({"stats.evals.reward_stats.alike": _unless_nan(common)})


def _unless_nan(common: Callable[[Number], Hashable]) -> Callable[[Number], Hashable]:
    """Refuse, as math.isnan does, integers that binary64 cannot hold."""
    return lambda value: object() if math.isnan(value) else common(value)


def _equal_or_nan(value: Number) -> Hashable:
    return "nan" if is_nan(value) else value


def _infinity_named(name: str) -> Changes:
    return after({"text.number_name": lambda text: text.replace("inf", name)})


type Tree = dict[str, Json]


def of_groups(change: Callable[[Tree], Tree]) -> Changes:
    """Return the change of the members of each group."""
    return after(
        {"stats.evals": lambda evals: {key: change(group) for key, group in evals.items()}}
    )


def _without_nulls(stats: Tree) -> Tree:
    return {name: member for name, member in stats.items() if member is not None}


def _without_empty(group: Tree) -> Tree:
    return {name: member for name, member in group.items() if member not in ({}, [])}


def _with_one_replacement(text: str) -> str:
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def _unchanged(text: str) -> str:
    return text


def _of_digits(digits: int) -> Changes:
    def rounded(value: Number) -> Number:
        return float(f"{value:.{digits}g}") if isinstance(value, float) else value

    return before({"text.number": rounded})


def _of_places(places: int) -> Changes:
    def rounded(value: Number) -> Number:
        finite = isinstance(value, float) and math.isfinite(value)
        return float(f"{value:.{places}f}") if finite else value

    return before({"text.number": rounded})


def _one_list_of_nan(stats: Mapping[str, Members]) -> dict[str, Members]:
    """Keep the last of several lists of one name, as a dict does."""
    return {
        reward: Members(
            list({"nan" if is_nan(pair[0]) else pair[0]: pair for pair in lists.pairs}.values())
        )
        for reward, lists in stats.items()
    }


def _not_finite_as_text(number: Step) -> Step:
    return lambda value: number(value) if math.isfinite(value) else f'"{value}"'


def _through_float(value: Number) -> Number:
    beyond = abs(value) > 2**53 and isinstance(value, int)
    return int(float(value)) if beyond else value


ROWS: Table = {
    "job-reward-stats": {
        "first-reward": _listed(_first_reward),
        "no-zeros": _listed(_positive_rewards),
        "by-text": _sharing(str),
        "named-by-last": _sharing(lambda value: value)
        + instead({"stats.evals.reward_stats.name": lambda _, later: later}),
        "as-floats": _listed(_as_floats),
        "nearly-equal": _sharing(float),
        "one-nan": instead({"stats.evals.reward_stats.alike": _equal_or_nan}),
    },
    "job-reward-names": {
        "as-value": instead({"text.number_name": number_text}),
        "without-point": after({"text.number_name": lambda text: text.removesuffix(".0")}),
    },
    "job-infinity-spelled-out": taking_name(_infinity_named, "Infinity"),
    "job-layout": {"no-nulls": after(stats=_without_nulls), "no-empty": of_groups(_without_empty)},
    "job-strings": {
        "raw-controls": entries(
            "text.escapes",
            {raw: raw for raw, escape in ESCAPES.items() if escape.startswith("\\u")},
        ),
        "raw-backslashes": entries("text.escapes", {"\\": "\\"}),
        "one-replacement": instead({"text.name": _with_one_replacement}),
    },
    "job-surrogates-everywhere": instead(
        {"progress.write": _unchanged, "text.string": replace_surrogates}
    ),
    "job-15-digits": taking("number of digits", int, _of_digits, "15"),
    "job-six-places": taking("number of places", int, _of_places, "6"),
    "job-not-finite": {
        "as-constants": instead(
            {"text.number": json.dumps, "text.name": _unchanged, "text.string": _unchanged}
        )
        + after({"stats.evals.reward_stats": _one_list_of_nan}),
        "as-text": around({"text.number": _not_finite_as_text}),
    },
    "job-integers-through-floats": before({"text.number": _through_float}),
}
