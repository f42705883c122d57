"""Other ways to group trials and to judge one by its rewards."""

import math
from functools import partial
from typing import Any

from candidates.deviations.deviation import Changes, Step, Table, before, calling, instead
from candidates.deviations.numbers import is_nan
from candidates.deviations.parameters import taking, taking_name
from candidates.reference.pass_at_k import Key, Trial, Trials, model_if_any, rewards_of, task_name
from candidates.reference.summation import Number

_INHERITED = ("__proto__", "constructor", "toString", "hasOwnProperty")


def _last_of_equal_keys(groups: Step, trials: Trials, key: Key) -> dict[str, Trials]:
    """Group by the three names, and let groups of one key overwrite each other."""

    def three_names(trial: Trial) -> str:
        return repr((trial["agent"], trial.get("model") or "", trial.get("source") or "adhoc"))

    return {key(members[0]): members for members in groups(trials, three_names).values()}


def _in_lower_case(trial: dict[str, Any]) -> dict[str, Any]:
    names = ("task_name", "agent", "model", "source")
    return {**trial, **{name: trial[name].lower() for name in names if trial.get(name)}}


def _sharing_tasks(groups: Step, trials: Trials, key: Key) -> dict[str, Trials]:
    """Give each group the attempts of all groups at the tasks that it has."""
    own = {
        name: {trial["task_name"] for trial in members}
        for name, members in groups(trials, key).items()
    }
    return {name: [t for t in trials if t["task_name"] in tasks] for name, tasks in own.items()}


_judged_as = partial(before, "success.binary")
"""Returns the change of the one reward's value before it is judged."""


def _of_one_name(trials: Trials) -> Trials:
    """Drop all trials if their rewards have different names."""
    names = {name for trial in trials for name in rewards_of(trial) or ()}
    return trials if len(names) <= 1 else []


def _rounded(tolerance: float) -> Changes:
    """Return the change that rounds numbers very close to an integer."""

    def rounded(value: Number) -> Number:
        finite = math.isfinite(value)
        close = finite and math.isclose(value, round(value), abs_tol=tolerance)
        return round(value) if close else value

    return _judged_as(rounded)


ROWS: Table = {
    "pass-at-k-needs-a-trial": before(groups=lambda trials: [trials[0], *trials[1:]]),
    "pass-at-k-slashes": taking("separator", str, lambda text: instead("key.join", text.join), "/"),
    "pass-at-k-keys": {
        "empty-parts-omitted": before("key.join", lambda parts: [part for part in parts if part]),
        "source-first": before("key.join", lambda parts: [parts[-1], *parts[:-1]]),
        "null-as-text": instead("key.model", lambda model: [str(model)]),
        "empty-model": instead("key.model", lambda model: [] if model is None else [model]),
        "empty-source": instead(
            "key.source", lambda source: ["adhoc" if source is None else source]
        ),
        "no-source": instead("key.source", lambda _: []),
        "no-model": instead("key.model", lambda _: []),
        "no-agent": before("key.join", lambda parts: parts[1:]),
        "missing-source-omitted": instead("key.source", model_if_any),
    },
    "pass-at-k-missing-model-named": taking_name(
        lambda name: instead("key.model", lambda model: [model or name]),
        ("unknown", "default", "none", "no-model"),
    ),
    "pass-at-k-missing-source-named": taking_name(
        lambda name: instead("key.source", lambda source: [source or name]),
        ("default", "unknown", "local", "None"),
    ),
    "pass-at-k-groups": {
        "last-of-equal-keys": calling(groups=_last_of_equal_keys),
        "js-object": before(
            groups=lambda trials: [t for t in trials if t["task_name"] not in _INHERITED]
        ),
        "lower-case": before(groups=lambda trials: [_in_lower_case(trial) for trial in trials]),
        "shared-tasks": calling(groups=_sharing_tasks),
    },
    "pass-at-k-tasks-by": {
        "trial-name": instead(
            task=lambda trial: str(trial.get("trial_name", task_name(trial))).rpartition("__")[0]
        ),
    },
    "pass-at-k-reward-of": {
        "first": instead("success.value", lambda rewards: next(iter(rewards.values()), None)),
        "called-reward": before(
            "success.value",
            lambda rewards: {"reward": rewards["reward"]} if "reward" in rewards else rewards,
        ),
    },
    "pass-at-k-only-called-reward": taking_name(
        lambda name: before("success.value", lambda rewards: rewards if name in rewards else {}),
        "reward",
    ),
    "pass-at-k-one-name-for-all": before(groups=_of_one_name),
    "pass-at-k-tolerance": taking("tolerance", float, _rounded, "1e-6"),
    "pass-at-k-binary": {
        "truncated": _judged_as(lambda value: value if is_nan(value) else int(value)),
    },
}
