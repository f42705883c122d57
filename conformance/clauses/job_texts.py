"""Errata about a job's stats: small questions, and the stats that a text would have."""

import json

from conformance.model import Case, Result, Value

type Number = int | float


def question(
    *rewards: Number,
    metrics: dict[str, Value] | None = None,
    source: str | None = None,
    **others: Value,
) -> Case:
    """Return the question about one group with a trial for each reward, named 1, 2 and so on."""
    trials: list[Value] = [
        {
            "trial_name": str(number),
            "task_name": "t",
            "agent": "a",
            "model": None,
            "source": source,
            "verifier_result": {"rewards": {"reward": reward}},
            "exception": None,
            "usage": None,
            **others,
        }
        for number, reward in enumerate(rewards, 1)
    ]
    return Case(
        "job",
        {
            "n_total_trials": len(trials),
            "n_retries": 0,
            "metrics": {"adhoc": ["mean"]} if metrics is None else metrics,
            "trials": trials,
        },
    )


def stats(key: str, evals: dict[str, Value], **others: Value) -> Result:
    """Return the answer whose stats have one group, with these members beside the usual ones."""
    group: dict[str, Value] = {
        "n_trials": 1,
        "n_errors": 0,
        "metrics": [{"mean": 1.0}],
        "pass_at_k": {},
        "reward_stats": {"reward": {"1": ["1"]}},
        "exception_stats": {},
    }
    members: dict[str, Value] = {
        "n_completed_trials": 1,
        "n_errored_trials": 0,
        "n_running_trials": 0,
        "n_pending_trials": 0,
        "n_cancelled_trials": 0,
        "n_retries": 0,
        "evals": {key: {**group, **evals}},
        "n_input_tokens": None,
        "n_cache_tokens": None,
        "n_output_tokens": None,
        "cost_usd": None,
    }
    return Result({"stats": json.dumps({**members, **others}, indent=4)})
