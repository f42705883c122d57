"""What a candidate does to one field is named, without a row of the catalogue."""

import json
import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from diagnosed import changed

from candidates.reference.pass_at_k import EvalsKey
from conformance.diagnosis.aspects import aspects_of
from conformance.operations.functions import Function
from conformance.protocol.values import Failure


def asked(change: Callable[..., Any]) -> Callable[[Function], Function]:
    """Return a mistake that is made with the input, a dictionary."""
    return lambda function: lambda case: function({**case, **change(**case)})


def answered(change: Callable[[Any], Any]) -> Callable[[Function], Function]:
    """Return a mistake that is made with the result."""
    return lambda function: lambda case: change(function(case))


def of_trials(change: Callable[[Any], Any]) -> Callable[[Function], Function]:
    """Return a mistake that is made with each trial of the input."""
    return asked(lambda trials, **_: {"trials": [change(trial) for trial in trials]})


def in_range(rewards: dict[str, float] | None) -> dict[str, float] | None:
    return rewards and {key: min(max(value, 0), 1) for key, value in rewards.items()}


def digits(ndigits: int, value: Any) -> Any:  # noqa: ANN401 - any value of a result
    """Round the finite floats in a value."""
    if isinstance(value, dict):
        return {key: digits(ndigits, inner) for key, inner in value.items()}
    return round(value, ndigits) if isinstance(value, float) and math.isfinite(value) else value


def with_last_step(function: Function, *, only_where_null: bool) -> Function:
    """Read the last step's result in place of the trial's."""

    def answer(case: dict[str, Any]) -> Any:  # noqa: ANN401 - a result of the reference
        function(case)
        trial = json.loads(case["result"])
        steps, own = trial.get("step_results"), trial.get("verifier_result")
        if steps and (own is None or not only_where_null):
            trial["verifier_result"] = steps[-1].get("verifier_result")
        return function({"result": json.dumps(trial).encode()})

    return answer


def reversed_key(function: Function) -> Function:
    key = EvalsKey(join=lambda parts: "__".join(parts[::-1]))
    return replace(function, key=key)  # type: ignore[type-var] # a dataclass of steps


MISTAKES: dict[str, tuple[str, Callable[[Function], Function]]] = {
    'null in trials[].source is read as the text "None"': ("pass_at_k",
        of_trials(lambda trial: {**trial, "source": str(trial.get("source"))})),
    "trials[].agent is ignored": ("pass_at_k", of_trials(lambda trial: {**trial, "agent": ""})),
    "result{}{} is rounded to 8 digits": ("pass_at_k", answered(partial(digits, 8))),
    "rewards[]{} is limited to the range from 0 to 1": ("metric",
        asked(lambda rewards, **_: {"rewards": [*map(in_range, rewards)]})),
    "result.rewards{} is rounded to 6 digits": ("multi_step", answered(partial(digits, 6))),
    "null in result is read as an object of empty objects": ("multi_step",
        answered(lambda result: result or {"rewards": {}})),
    "verifier_result that is null is read from the last step_results[].verifier_result of result": (
        "trial_result", partial(with_last_step, only_where_null=True)),
    "verifier_result is read from the last step_results[].verifier_result of result": (
        "trial_result", partial(with_last_step, only_where_null=False)),
    "null in result.exception is read as an empty text": ("trial_result",
        answered(lambda result: {**result, "exception": result["exception"] or ""})),
    "result.dynamic.accuracy is rounded to 2 digits": ("leaderboard",
        answered(lambda result: {**result, "dynamic": digits(2, result["dynamic"])})),
    "the list of parts of a group's key is reversed": ("pass_at_k", reversed_key),
    "n_retries is always read as 0": ("job", asked(lambda **_: {"n_retries": 0})),
}  # fmt: skip
"""Mistakes in one field, by the cause that explains all of the answers."""


@pytest.mark.parametrize("description", MISTAKES)
def test_what_is_done_to_a_field_needs_no_row_of_the_catalogue(description: str) -> None:
    diagnosis = changed(*MISTAKES[description])
    (cause,) = diagnosis.causes
    assert cause.description == description
    assert cause.explained == cause.cases > 0
    assert diagnosis.unexplained == ()


def test_errors_of_different_messages_agree_in_every_field() -> None:
    one, other = Failure("KeyError", "'a'"), Failure("KeyError", "no such key")
    assert all(aspect.of(one) == aspect.of(other) for aspect in aspects_of("job"))
