"""Answers about the stats of a job: those that a text would have, and what one says."""

import json
from typing import cast

from conformance.operations.clause import Examination
from conformance.protocol import json_text
from conformance.protocol.values import Answer, Case, Failure, Result, Value


def stats(key: str, evals: dict[str, Value], **others: Value) -> Result:
    """Return the answer whose stats have one group, with these fields besides the usual ones."""
    group: dict[str, Value] = {
        "n_trials": 1, "n_errors": 0, "metrics": [{"mean": 1.0}], "pass_at_k": {},
        "reward_stats": {"reward": {"1": ["1"]}}, "exception_stats": {},
    }  # fmt: skip
    members: dict[str, Value] = {
        "n_completed_trials": 1, "n_errored_trials": 0, "n_running_trials": 0,
        "n_pending_trials": 0, "n_cancelled_trials": 0, "n_retries": 0,
        "evals": {key: {**group, **evals}}, "n_input_tokens": None, "n_cache_tokens": None,
        "n_output_tokens": None, "cost_usd": None,
    }  # fmt: skip
    return Result({"stats": json.dumps({**members, **others}, indent=4)})


def groups_of(answer: Answer) -> dict[str, dict[str, Value]]:
    """Return the groups of an answer by key; an error has none."""
    if not isinstance(answer, Result):
        return {}
    text = cast("dict[str, str]", answer.value)["stats"]
    parsed = cast("dict[str, dict[str, dict[str, Value]]]", json_text.parse(text))
    return parsed["evals"]


def metrics_of(answer: Answer) -> list[Value]:
    """Return the values of the metrics of all groups."""
    entries = [cast("list[dict[str, Value]]", g["metrics"]) for g in groups_of(answer).values()]
    return [value for metrics in entries for metric in metrics for value in metric.values()]


def observe_outcome(examination: Examination, case: Case) -> None:
    """Note whether there is a result, or which error there is."""
    answer = examination.agree(case)
    examination.observe("a result", happened=isinstance(answer, Result))
    for error in ("ExceptionGroup", "OverflowError"):
        examination.observe(error, happened=answer == Failure(error))
