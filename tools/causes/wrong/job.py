"""Wrong implementations of `job`."""

import json
import math
from collections.abc import Callable, Iterable
from typing import Any

from tools.causes.wrong import metric, pass_at_k
from tools.causes.wrong.making import candidate

COUNTS = ("n_input_tokens", "n_cache_tokens", "n_output_tokens", "cost_usd")


def readable(value: Any) -> Any:
    """Return a value as harbor writes it: what is not finite becomes null."""
    if isinstance(value, dict):
        return {key: readable(one) for key, one in value.items()}
    if isinstance(value, list):
        return [readable(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


class OwnKey(str):
    """A key that equals no other: harbor writes each nan as one of its own."""

    __slots__ = ()
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same object."""
        return self is other


def key_of(value: Any) -> str:
    """Return the text of a reward where it is a key."""
    return OwnKey("nan") if isinstance(value, float) and math.isnan(value) else str(value)


def encodable(text: str) -> bool:
    """Return whether a text has no lone surrogate."""
    return text.encode(errors="replace") == text.encode(errors="surrogatepass")


def while_running(case: Any) -> None:
    """Compute what harbor computes after each trial; raises ExceptionGroup where that fails."""
    live: dict[str, dict[str, Any]] = {}
    ended: set[str] = set()
    for trial in case["trials"]:
        found = live.setdefault(pass_at_k.group_of(trial), {})
        found[trial["trial_name"]] = rewards_of(trial)
        names = case["metrics"].get(trial["source"] or "adhoc", [])
        try:
            shown = [
                metric.computed({"metric": one, "rewards": list(found.values())}) for one in names
            ]
            if trial["trial_name"] not in ended:
                float(next(iter(shown[0].values())))
        except Exception as error:
            raise ExceptionGroup("a trial", [error]) from error
        ended.add(trial["trial_name"])


def cancelled_of(trials: list[Any], names: Iterable[str]) -> int:
    """Return how many names of trials end cancelled."""
    last = {trial["trial_name"]: trial["exception"] for trial in trials}
    return sum(exception in names for exception in last.values())


def usage_of(trials: list[Any], name: str) -> Any:
    """Return the total of one count, or null where no trial has it."""
    found = [t["usage"][name] for t in trials if t["usage"] and t["usage"][name] is not None]
    if not found:
        return None
    total = 0.0 if name == "cost_usd" else 0
    for value in found:
        total = (total or 0) + value
    return total


def rewards_of(trial: Any) -> Any:
    """Return the rewards of a trial, or null."""
    return trial["verifier_result"] and trial["verifier_result"]["rewards"]


def group(  # noqa: PLR0913, PLR0917 - each is a place for a mistake
    trials: list[Any],
    metrics: list[str],
    passed: dict[str, float],
    counted: Callable[[Any], bool] = lambda trial: rewards_of(trial) is not None,
    failed: Callable[[Any], bool] = lambda trial: trial["exception"] is not None,
    rewarded: Callable[[Any], Any] = rewards_of,
) -> dict[str, Any]:
    """Return the statistics of one group."""
    stats: dict[str, dict[Any, list[str]]] = {}
    errors: dict[str, list[str]] = {}
    for trial in trials:
        for name, value in (rewards_of(trial) or {}).items():
            stats.setdefault(name, {}).setdefault(value, []).append(trial["trial_name"])
        if failed(trial):
            errors.setdefault(trial["exception"], []).append(trial["trial_name"])
    rewards = [rewarded(trial) for trial in trials]
    listed = [
        name for values in (*stats.values(), errors) for ones in values.values() for name in ones
    ]
    if not all(map(encodable, listed)):
        raise ExceptionGroup("a trial", [ValueError()])
    return {
        "n_trials": sum(map(counted, trials)),
        "n_errors": sum(map(failed, trials)),
        "metrics": [metric.computed({"metric": one, "rewards": rewards}) for one in metrics],
        "pass_at_k": passed,
        "reward_stats": {
            name: {key_of(value): names for value, names in values.items()}
            for name, values in stats.items()
        },
        "exception_stats": errors,
    }


def repeated(trials: list[Any]) -> int:
    """Return how many trials have the name of an earlier one: each is a retry."""
    return len(trials) - len({trial["trial_name"] for trial in trials})


def stats_of(
    case: Any,
    cancelled: Iterable[str] = ("CancelledError",),
    usage: Callable[[list[Any], str], Any] = usage_of,
    grouped: Callable[[Any], str] = pass_at_k.group_of,
    **mistakes: Any,
) -> dict[str, Any]:
    """Return the statistics of a job as harbor computes them."""
    while_running(case)
    trials = case["trials"]
    groups: dict[str, list[Any]] = {}
    for trial in trials:
        groups.setdefault(grouped(trial), []).append(trial)
    passed = pass_at_k.computed(case, group=grouped)
    failed = mistakes.get("failed", lambda trial: trial["exception"] is not None)
    return {
        "n_completed_trials": len(trials),
        "n_errored_trials": sum(map(failed, trials)),
        "n_running_trials": 0,
        "n_pending_trials": max(case["n_total_trials"] - len(trials), 0),
        "n_cancelled_trials": cancelled_of(trials, cancelled),
        "n_retries": case["n_retries"] + repeated(trials),
        "evals": {
            key: group(
                ones, case["metrics"].get(key.split("__")[-1], []), passed.get(key, {}), **mistakes
            )
            for key, ones in groups.items()
        },
        **{name: usage(trials, name) for name in COUNTS},
    }


def answer(stats: dict[str, Any]) -> Any:
    """Return the statistics as the text of result.json."""
    text = json.dumps(readable(stats), indent=4, ensure_ascii=False)
    return {"stats": text.encode(errors="surrogatepass").decode(errors="replace")}


def of_groups(case: Any, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """Return the answer where each group's statistics are changed."""
    stats = stats_of(case)
    return answer({**stats, "evals": {key: change(one) for key, one in stats["evals"].items()}})


@candidate("job")
def right(case: Any) -> Any:
    """No mistake."""
    return answer(stats_of(case))


@candidate("job")
def failed_not_completed(case: Any) -> Any:
    """Trials with an exception are not completed."""
    stats = stats_of(case)
    done = stats["n_completed_trials"] - stats["n_errored_trials"]
    return answer({**stats, "n_completed_trials": done})


@candidate("job")
def cancelled_not_errors(case: Any) -> Any:
    """Cancelled trials are no errors."""
    return answer(
        stats_of(case, failed=lambda trial: trial["exception"] not in {None, "CancelledError"})
    )


@candidate("job")
def every_cancellation(case: Any) -> Any:
    """Every exception whose name contains Cancel is a cancellation."""
    names = {trial["exception"] for trial in case["trials"] if "Cancel" in str(trial["exception"])}
    return answer(stats_of(case, cancelled=names))


@candidate("job")
def timeouts_zeroed(case: Any) -> Any:
    """A trial that failed has no rewards in the metrics."""
    return answer(
        stats_of(case, rewarded=lambda trial: None if trial["exception"] else rewards_of(trial))
    )


@candidate("job")
def mean_of_successes(case: Any) -> Any:
    """Trials that failed are left out of the metrics."""
    stats = stats_of(case)
    for key, one in stats["evals"].items():
        good = [
            trial
            for trial in case["trials"]
            if pass_at_k.group_of(trial) == key and trial["exception"] is None
        ]
        if good:
            again = stats_of({**case, "trials": good})["evals"][key]
            one["metrics"] = again["metrics"]
    return answer(stats)


@candidate("job")
def trials_with_errors_counted(case: Any) -> Any:
    """n_trials counts every trial of the group."""
    return answer(stats_of(case, counted=lambda _: True))


@candidate("job")
def pending_below_zero(case: Any) -> Any:
    """More trials than expected leave a negative number pending."""
    stats = stats_of(case)
    return answer({**stats, "n_pending_trials": case["n_total_trials"] - len(case["trials"])})


@candidate("job")
def tokens_never_null(case: Any) -> Any:
    """Token counts that no trial has are 0."""

    def usage(trials: list[Any], name: str) -> Any:
        found = usage_of(trials, name)
        return 0 if found is None and name != "cost_usd" else found

    return answer(stats_of(case, usage=usage))


@candidate("job")
def cost_never_null(case: Any) -> Any:
    """A cost that no trial has is 0."""

    def usage(trials: list[Any], name: str) -> Any:
        found = usage_of(trials, name)
        return 0.0 if found is None and name == "cost_usd" else found

    return answer(stats_of(case, usage=usage))


@candidate("job")
def exact_cost(case: Any) -> Any:
    """Costs are added exactly."""

    def usage(trials: list[Any], name: str) -> Any:
        found = [t["usage"][name] for t in trials if t["usage"] and t["usage"][name] is not None]
        exact = name == "cost_usd" and found and all(map(math.isfinite, found))
        return math.fsum(found) if exact else usage_of(trials, name)

    return answer(stats_of(case, usage=usage))


@candidate("job")
def cost_in_cents(case: Any) -> Any:
    """The cost is rounded to two decimals."""

    def usage(trials: list[Any], name: str) -> Any:
        found = usage_of(trials, name)
        return round(found, 2) if name == "cost_usd" and found is not None else found

    return answer(stats_of(case, usage=usage))


@candidate("job")
def without_pass_at_k(case: Any) -> Any:
    """pass@k is always empty."""
    return of_groups(case, lambda one: {**one, "pass_at_k": {}})


@candidate("job")
def floats_in_keys(case: Any) -> Any:
    """Every reward in reward_stats is written as a float."""

    def change(one: dict[str, Any]) -> dict[str, Any]:
        floats: dict[str, dict[str, list[str]]] = {}
        for name, values in one["reward_stats"].items():
            for value, trials in values.items():
                floats.setdefault(name, {}).setdefault(str(float(value)), []).extend(trials)
        return {**one, "reward_stats": floats}

    return of_groups(case, change)


@candidate("job")
def unscored_are_zero(case: Any) -> Any:
    """Trials without rewards are in reward_stats as 0."""
    stats = stats_of(case)
    for trial in case["trials"]:
        if rewards_of(trial) is None:
            found = stats["evals"][pass_at_k.group_of(trial)]["reward_stats"]
            found.setdefault("reward", {}).setdefault("0", []).append(trial["trial_name"])
    return answer(stats)


@candidate("job")
def one_metric(case: Any) -> Any:
    """Only the first metric of a dataset is computed."""
    return of_groups(case, lambda one: {**one, "metrics": one["metrics"][:1]})


@candidate("job")
def mean_where_none(case: Any) -> Any:
    """A dataset without metrics gets the mean."""
    metrics = {name: found or ["mean"] for name, found in case["metrics"].items()}
    return answer(stats_of({**case, "metrics": metrics}))


@candidate("job")
def sorted_groups_names(case: Any) -> Any:
    """Names of trials in exception_stats are given once."""

    def change(one: dict[str, Any]) -> dict[str, Any]:
        once = {name: list(dict.fromkeys(ones)) for name, ones in one["exception_stats"].items()}
        return {**one, "exception_stats": once}

    return of_groups(case, change)


@candidate("job")
def no_retries(case: Any) -> Any:
    """Retries are not counted."""
    return answer({**stats_of(case), "n_retries": 0})


@candidate("job")
def last_attempt_by_name(case: Any) -> Any:
    """Of trials with the same name the last counts."""
    kept = {trial["trial_name"]: trial for trial in case["trials"]}
    return answer(stats_of({**case, "trials": list(kept.values())}))
