"""Patches to `pass_at_k` that break one rule each."""

from typing import Any

from candidates.reference.pass_at_k import (
    PassAtK,
    Success,
)
from tools.causes.wrong.making import candidate

Json = Any

TOLERANCE = 1e-9


# source: patch "allow for rounding": `value in (0, 1)` became two calls of math.isclose
# differs: rewards 0.9999999999999999 and 0 of one task: {"2": 1.0}, not no group
@candidate("pass_at_k")
def a_reward_close_to_one_is_a_success(case: Json) -> Json:
    """A reward within 1e-9 of 1 is a success and one within 1e-9 of 0 a failure.

    It should switch its group off unless it equals 0 or 1.
    """

    def binary(value: Json) -> Json:
        return next((whole for whole in (0, 1) if abs(value - whole) <= TOLERANCE), None)

    return PassAtK(success=Success(binary=binary))(case)
