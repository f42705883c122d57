"""Other ways to group and judge trials, to decide which count and which k, and to average tasks."""

from collections.abc import Callable
from functools import partial
from itertools import chain, groupby
from typing import Any

from candidates.deviations.deviation import Changes, Step, Table, after, before, calling, instead
from candidates.deviations.numbers import is_nan
from candidates.deviations.parameters import first_of, taking, taking_limit, taking_name
from candidates.reference.pass_at_k import (
    Attempts,
    Key,
    Success,
    Trial,
    Trials,
    evals_key,
    model_if_any,
    rewards_of,
    task_name,
)
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
    own = {
        name: {trial["task_name"] for trial in members}
        for name, members in groups(trials, key).items()
    }
    return {name: [t for t in trials if t["task_name"] in tasks] for name, tasks in own.items()}


_judged_as = partial(before, "success.binary")
"""Returns the change of the one reward's value before it is judged."""


def _rounded(tolerance: float) -> Changes:
    """Return the change that takes numbers very close to 0 or 1 for these."""

    def rounded(value: Number) -> Number:
        return next((whole for whole in (0, 1) if abs(value - whole) <= tolerance), value)

    return _judged_as(rounded)


type AnyTrial = dict[str, Any]
"""A trial with the members that pass@k does not read."""

type Tasks = list[Attempts]

_success = Success()


def _counting_only(counts: Callable[[Any], bool]) -> Changes:
    """Return the change that passes over the trials that do not count."""
    return before(groups=lambda trials: [trial for trial in trials if counts(trial)])


def _last_of_each_name(trials: list[AnyTrial]) -> list[AnyTrial]:
    return list({trial.get("trial_name", i): trial for i, trial in enumerate(trials)}.values())


def _is_fit(trial: Any) -> bool:  # noqa: ANN401 - any trial
    return _success(trial) is not None


def _of_fit_tasks(trials: Trials) -> Trials:
    """Pass over tasks with a trial that should switch the whole group off."""
    unfit = {(evals_key(trial), trial["task_name"]) for trial in trials if not _is_fit(trial)}
    return [trial for trial in trials if (evals_key(trial), trial["task_name"]) not in unfit]


def _weighted(average: Step, tasks: Tasks, k: int) -> object:
    products = [average([attempts], k) * len(attempts) for attempts in tasks]
    return sum(products) / sum(map(len, tasks))


def _cut(tasks: Tasks) -> Tasks:
    fewest = min(map(len, tasks))
    return [attempts[:fewest] for attempts in tasks]


def _with_enough_attempts(average: Step, tasks: Tasks, k: int) -> object:
    return average([attempts for attempts in tasks if len(attempts) >= k], k)


def _last_runs(trials: Trials) -> Trials:
    runs = {task: list(run) for task, run in groupby(trials, key=lambda trial: trial["task_name"])}
    return list(chain.from_iterable(runs.values()))


def _on_trials(change: Callable[[Trials], Trials]) -> Changes:
    return before(pass_at_k=lambda case: {"trials": change(case["trials"])})


def _of_first_tasks(limit: int, trials: Trials) -> Trials:
    first = [*dict.fromkeys(trial["task_name"] for trial in trials)][:limit]
    return [trial for trial in trials if trial["task_name"] in {*first}]


def _first_attempts(cut: Step) -> Changes:
    def kept(trials: Trials) -> Trials:
        met: dict[str, list[Trial]] = {}
        for trial in trials:
            met.setdefault(trial["task_name"], []).append(trial)
        return [*chain.from_iterable(map(cut, met.values()))]

    return _on_trials(kept)


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
    "pass-at-k-tolerance": taking("tolerance", float, _rounded, ("1e-6", "1e-9")),
    "pass-at-k-binary": {
        "truncated": _judged_as(lambda value: value if is_nan(value) else int(value)),
    },
    "pass-at-k-attempts": {
        "last-of-a-name": before(groups=_last_of_each_name),
        "with-rewards": _counting_only(lambda trial: rewards_of(trial) is not None),
        "with-keys": _counting_only(lambda trial: bool(rewards_of(trial))),
        "fit": _counting_only(_is_fit),
        "fit-tasks": before(groups=_of_fit_tasks),
        "fit-jobs": before(groups=lambda trials: trials if all(map(_is_fit, trials)) else []),
    },
    "pass-at-k-exceptions-fail": calling(
        success=lambda success, trial: success(trial) if trial.get("exception") is None else 0
    ),
    "pass-at-k-off-groups-stay-empty": instead(present=dict),
    "pass-at-k-averages": {
        "pooled": before(average=lambda tasks: [list(chain.from_iterable(tasks))]),
        "weighted": calling(average=_weighted),
        "cut": before(average=_cut),
    },
    "pass-at-k-ks": {
        "from-one": after(k_values=lambda k_values: [1, *k_values]),
        "powers-of-two": after(k_values=lambda k_values: [k for k in k_values if k & (k - 1) == 0]),
        "every": instead(k_values=lambda fewest: list(range(2, fewest + 1))),
        "below": before(k_values=lambda fewest: fewest - 1),
    },
    "pass-at-k-of-most-with-what-there-is": instead(fewest=max)
    + calling("average.estimate", lambda estimate, n, c, k: estimate(n, c, min(n, k))),
    "pass-at-k-lenient": instead(fewest=max) + calling(average=_with_enough_attempts),
    "pass-at-k-adjacent": after(
        groups=lambda groups: {key: _last_runs(trials) for key, trials in groups.items()}
    ),
    "pass-at-k-first-tasks": taking_limit(
        "number of tasks",
        lambda limit: _on_trials(partial(_of_first_tasks, limit)),
        (12, 24, 64, 100, 255),
    ),
    "pass-at-k-first-attempts": first_of(
        "number of attempts", _first_attempts, 12, 64, 100, 255, 512
    ),
}
