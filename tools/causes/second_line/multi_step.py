"""What public readers of multi-step rewards do differently."""

from typing import Any

from candidates.reference.multi_step import (
    MultiStep,
    last_result,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: a reader's `if result and result["rewards"] is not None` before the result is passed on
# differs: final of one step with null rewards: null, not {"rewards": null}
@candidate("multi_step")
def a_final_result_of_null_rewards_is_none(case: Json) -> Json:
    """A final step whose rewards are null gives no verifier result."""

    def final(steps: Json) -> Json:
        result = last_result(steps)
        return None if result is None or result["rewards"] is None else result

    return MultiStep(final=final)(case)
