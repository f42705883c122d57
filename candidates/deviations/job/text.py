"""Other ways to list trials by reward, and to write the stats of a job."""

import json
import math
import re
from collections.abc import Callable, Hashable, Mapping
from functools import partial

from candidates.deviations.deviation import Changes, Table, after, before, calling, entries, instead
from candidates.deviations.forms import each_value, where
from candidates.deviations.job.stats import in_group, with_rewards
from candidates.deviations.numbers import is_nan
from candidates.deviations.parameters import taking, taking_name
from candidates.reference import harbor_json
from candidates.reference.harbor_json import Members, Number
from candidates.reference.job_trial import Rewards, Trial, rewards_of


def _listed(change: Callable[[Rewards], Rewards]) -> Changes:
    """Return the change of the rewards that a trial is listed under."""

    def changed(trial: Trial) -> Trial:
        rewards = rewards_of(trial)
        return with_rewards(trial, rewards and change(rewards))

    return before("stats.evals.reward_stats", in_group(changed))


_ALIKE = "stats.evals.reward_stats.alike"
"""The step to what rewards that share a list have in common."""


def _sharing(common: Callable[[Number], Hashable]) -> Changes:
    """Return the change to what rewards of one list have in common; nans share none."""
    return instead(_ALIKE, lambda value: object() if is_nan(value) else common(value))


def _unchanged(text: str) -> str:
    return text


def _printed(form: str) -> Changes:
    """Return the change of finite floats to what a format of Python shows of them."""

    def shown(value: Number) -> Number:
        finite = isinstance(value, float) and math.isfinite(value)
        return float(format(value, form)) if finite else value

    return before("text.number", shown)


def _one_list_of_nan(stats: Mapping[str, Members]) -> dict[str, Members]:
    """Keep the last of several lists of one name, as a dict does."""
    return {
        reward: Members(
            list({"nan" if is_nan(pair[0]) else pair[0]: pair for pair in lists.pairs}.values())
        )
        for reward, lists in stats.items()
    }


def _through_float(value: Number) -> Number:
    beyond = abs(value) > 2**53 and isinstance(value, int)
    return int(float(value)) if beyond else value


ROWS: Table = {
    "job-reward-stats": {
        "first-reward": _listed(lambda rewards: dict([next(iter(rewards.items()))])),
        "no-zeros": _listed(where(lambda _, one: one)),
        "by-text": _sharing(str),
        "named-by-last": _sharing(lambda value: value)
        + instead("stats.evals.reward_stats.name", lambda _, later: later),
        "as-floats": _listed(each_value(float)),
        "one-nan": calling(_ALIKE, lambda alike, value: "nan" if is_nan(value) else alike(value)),
    },
    "job-reward-names": {
        "as-value": instead("text.number_name", harbor_json.number_text),
        "without-point": after("text.number_name", lambda text: text.removesuffix(".0")),
    },
    "job-infinity-spelled-out": taking_name(
        lambda name: after("text.number_name", lambda text: text.replace("inf", name)), "Infinity"
    ),
    "job-layout": {
        "no-nulls": after(stats=where(lambda _, one: one is not None)),
        "no-empty": after("stats.evals", each_value(where(lambda _, one: one not in ({}, [])))),
    },
    "job-strings": {
        "raw-controls": entries(
            "text.escapes",
            {raw: raw for raw, escape in harbor_json.ESCAPES.items() if escape.startswith("\\u")},
        ),
        "raw-backslashes": entries("text.escapes", {"\\": "\\"}),
        "one-replacement": instead("text.name", partial(re.sub, "[\ud800-\udfff]", "\ufffd")),
    },
    "job-surrogates-everywhere": instead("progress.write", _unchanged)
    + instead("text.string", harbor_json.replace_surrogates),
    "job-15-digits": taking("number of digits", int, lambda most: _printed(f".{most}g"), "15"),
    "job-six-places": taking("number of places", int, lambda most: _printed(f".{most}f"), "6"),
    "job-not-finite": {
        "as-constants": instead("text.number", json.dumps)
        + instead(("text.name", "text.string"), _unchanged)
        + after("stats.evals.reward_stats", _one_list_of_nan),
        "as-text": calling(
            "text.number",
            lambda number, value: number(value) if math.isfinite(value) else f'"{value}"',
        ),
    },
    "job-integers-through-floats": before("text.number", _through_float),
}
