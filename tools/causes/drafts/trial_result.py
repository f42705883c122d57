"""Ports of `trial_result` with one mistake each."""

from dataclasses import replace
from typing import Any

from candidates.reference.lax_values import UnfitError, reward
from candidates.reference.trial_result import (
    TrialResult,
)
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §2: "rewards: dict[str, float | int] | None"; in Go or Swift a field of numbers
#   takes no strings
# differs: "rewards": {"a": "1"}: ValidationError, not {"a": 1.0}
@candidate("trial_result")
def rewards_are_no_text(case: Json) -> Json:
    """A reward that is a text is refused; text that reads as a number should become it.

    True and false are still numbers, and text is still one at other places.
    """

    def only_numbers(value: object) -> int | float:
        if isinstance(value, str):
            raise UnfitError
        return reward(value)

    values = dict(READER.values) | {"reward": only_numbers}
    return TrialResult(reader=replace(READER, values=values))(case)
