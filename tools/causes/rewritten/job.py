"""The stats of a job in one loop over its trials."""

import json
import math
from typing import Any

from tools.causes.rewritten.metric import metric
from tools.causes.rewritten.pass_at_k import of_group


def group_of(trial: dict[str, Any]) -> str:
    """Return the key of a trial's group."""
    agent = trial["agent"]
    model = trial.get("model")
    source = trial.get("source") or "adhoc"
    if model:
        return f"{agent}__{model}__{source}"
    return f"{agent}__{source}"


def rewards_of(trial: dict[str, Any]) -> dict[str, Any] | None:
    """Return a trial's rewards."""
    found = trial.get("verifier_result")
    return found["rewards"] if found is not None else None


def job(case: dict[str, Any]) -> dict[str, str]:
    """Return the text of the stats."""
    trials: list[dict[str, Any]] = case["trials"]
    evals: dict[str, Any] = {}
    seen: dict[str, Any] = {}
    last: dict[str, Any] = {}
    tokens: dict[str, Any] = dict.fromkeys(
        ("n_input_tokens", "n_cache_tokens", "n_output_tokens", "cost_usd")
    )
    errored = 0
    live: dict[str, dict[str, Any]] = {}
    for trial in trials:
        check_progress(case, trial, live, seen)
        key, rewards = group_of(trial), rewards_of(trial)
        group = evals.setdefault(
            key, {"n": 0, "errors": 0, "rewards": [], "trials": [], "stats": {}, "failed": {}}
        )
        group["trials"].append(trial)
        group["rewards"].append(rewards)
        if rewards is not None:
            group["n"] += 1
            for name, value in rewards.items():
                by_value = group["stats"].setdefault(name, [])
                for known, names in by_value:
                    if known == value:
                        names.append(trial["trial_name"])
                        break
                else:
                    by_value.append((value, [trial["trial_name"]]))
        if trial["exception"] is not None:
            group["failed"].setdefault(trial["exception"], []).append(trial["trial_name"])
            group["errors"] += 1
            errored += 1
        last[trial["trial_name"]] = trial["exception"]
        for name, used in (trial["usage"] or {}).items():
            if used is not None:
                start = 0.0 if name == "cost_usd" else 0
                tokens[name] = (tokens[name] if tokens[name] is not None else start) + used
    stats = {
        "n_completed_trials": len(trials),
        "n_errored_trials": errored,
        "n_running_trials": 0,
        "n_pending_trials": max(case["n_total_trials"] - len(trials), 0),
        "n_cancelled_trials": sum(one == "CancelledError" for one in last.values()),
        "n_retries": case["n_retries"] + len(trials) - len(last),
        "evals": {key: members(case, key, group) for key, group in evals.items()},
        **tokens,
    }
    return {"stats": text(stats)}


def members(case: dict[str, Any], key: str, group: dict[str, Any]) -> dict[str, Any]:
    """Return the stats of a group."""
    names = case["metrics"].get(key.split("__")[-1], [])
    metrics = [metric({"metric": name, "rewards": group["rewards"]}) for name in names]
    return {
        "n_trials": group["n"],
        "n_errors": group["errors"],
        "metrics": metrics,
        "pass_at_k": of_group(group["trials"]),
        "reward_stats": {
            name: [(str(value), names) for value, names in found]
            for name, found in group["stats"].items()
        },
        "exception_stats": group["failed"],
    }


def check_progress(
    case: dict[str, Any], trial: dict[str, Any], live: dict[str, Any], seen: dict[str, Any]
) -> None:
    """Raise what the live display of a job raises."""
    try:
        name, key = trial["trial_name"], group_of(trial)
        previous = seen.get(name)
        if previous is not None:
            old = group_of(previous)
            live[old].pop(name)
            compute(case, previous, live[old].values())
        seen[name] = trial
        live.setdefault(key, {})[name] = rewards_of(trial)
        found = compute(case, trial, live[key].values())
        if rewards_of(trial) or trial["exception"] is not None:
            name.encode()
        if previous is None:
            float(next(iter(found[0].values())))
    except Exception as error:
        raise ExceptionGroup("trial", [error]) from error


def compute(case: dict[str, Any], trial: dict[str, Any], rewards: Any) -> list[Any]:
    """Return the metrics of a group so far."""
    if not rewards:
        return []
    names = case["metrics"].get(trial.get("source") or "adhoc", [])
    return [metric({"metric": name, "rewards": [*rewards]}) for name in names]


def text(value: Any, margin: str = "") -> str:
    """Return JSON with an indent of four."""
    inner = f"{margin}    "
    if isinstance(value, dict):
        pairs = [(quoted(key.encode("utf-8", "surrogatepass").decode("utf-8", "replace")), one)
                 for key, one in value.items()]  # fmt: skip
        lines = [f"{inner}{key}: {text(one, inner)}" for key, one in pairs]
        return "{\n" + ",\n".join(lines) + f"\n{margin}}}" if lines else "{}"
    if isinstance(value, list) and value and isinstance(value[0], tuple):
        lines = [f'{inner}"{key}": {text(names, inner)}' for key, names in value]
        return "{\n" + ",\n".join(lines) + f"\n{margin}}}"
    if isinstance(value, list):
        lines = [inner + text(one, inner) for one in value]
        return "[\n" + ",\n".join(lines) + f"\n{margin}]" if lines else "[]"
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise type("PydanticSerializationError", (Exception,), {}) from error
        return quoted(value)
    if isinstance(value, float) and not math.isfinite(value):
        return "null"
    return json.dumps(value)


def quoted(value: str) -> str:
    """Return a string of JSON."""
    return json.dumps(value, ensure_ascii=False)
