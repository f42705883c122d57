"""Other ways to decide which trials count, which k, and how tasks are averaged."""

from collections.abc import Callable
from functools import partial
from itertools import chain, groupby
from typing import Any

from candidates.deviations.deviation import Changes, Step, Table, after, before, calling, instead
from candidates.deviations.parameters import first_of, taking_limit
from candidates.reference.pass_at_k import Attempts, Success, Trial, Trials, evals_key, rewards_of

type AnyTrial = dict[str, Any]
"""A trial with the members that pass@k does not read."""

type Tasks = list[Attempts]

_success = Success()


def _counting_only(counts: Callable[[Any], bool]) -> Changes:
    """Return the change that passes over the trials that do not count."""
    return before(groups=lambda trials: [trial for trial in trials if counts(trial)])


def _last_of_each_name(trials: list[AnyTrial]) -> list[AnyTrial]:
    """Keep one trial of each name, as if the others had been retried."""
    return list({trial.get("trial_name", i): trial for i, trial in enumerate(trials)}.values())


def _is_fit(trial: Any) -> bool:  # noqa: ANN401 - any trial
    return _success(trial) is not None


def _of_fit_tasks(trials: Trials) -> Trials:
    """Pass over tasks with a trial that should switch the whole group off."""
    unfit = {(evals_key(trial), trial["task_name"]) for trial in trials if not _is_fit(trial)}
    return [trial for trial in trials if (evals_key(trial), trial["task_name"]) not in unfit]


def _weighted(average: Step, tasks: Tasks, k: int) -> object:
    """Multiply each task's estimate by the number of its attempts."""
    products = [average([attempts], k) * len(attempts) for attempts in tasks]
    return sum(products) / sum(map(len, tasks))


def _cut(tasks: Tasks) -> Tasks:
    fewest = min(map(len, tasks))
    return [attempts[:fewest] for attempts in tasks]


def _with_enough_attempts(average: Step, tasks: Tasks, k: int) -> object:
    """Leave out of each k the tasks with too few attempts."""
    return average([attempts for attempts in tasks if len(attempts) >= k], k)


def _last_runs(trials: Trials) -> Trials:
    """Group with itertools.groupby and keep the last run of each task."""
    runs = {task: list(run) for task, run in groupby(trials, key=lambda trial: trial["task_name"])}
    return list(chain.from_iterable(runs.values()))


def _five_and_its_doubles(k_values: list[int]) -> list[int]:
    """Double five as two is doubled."""
    doubles = [5 * 2**i for i in range(10)]
    return [k for k in k_values if k % 5 or k in doubles]


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
        "doubles-of-five": after(k_values=_five_and_its_doubles),
    },
    "pass-at-k-limit": {
        "most": instead(fewest=max),
        "first": instead(fewest=lambda counts: counts[0]),
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
