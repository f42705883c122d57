"""Ports of `multi_step` with one mistake each."""

from typing import Any

from candidates.reference.multi_step import MultiStep, last_result
from tools.causes.wrong.making import candidate

Json = Any


# source: a public benchmark dashboard (TypeScript), parseHarborTrialFromJson: it goes through
#   step_results and keeps the rewards of the last step that has an object of rewards
#   (stored file 58542760628)
# differs: final of [{"rewards": {"a": 1}}, null]: {"rewards": {"a": 1}}, not null
@candidate("multi_step")
def final_is_the_last_step_with_rewards(case: Json) -> Json:
    """Final takes the last step whose rewards are not null; later steps are passed over.

    Those are steps without a result or with null rewards. If no step has rewards, it is the
    last step's result as it should be.
    """

    def final(steps: Json) -> Json:
        rewarded = [step for step in steps if step is not None and step["rewards"] is not None]
        return last_result(rewarded or steps)

    return MultiStep(final=final)(case)
