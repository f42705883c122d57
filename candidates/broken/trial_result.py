"""Wrong ways to read back a trial's result.json, one for each way of getting it wrong."""

from candidates.broken import (
    trial_result_answers,
    trial_result_json,
    trial_result_members,
    trial_result_rewards,
)
from candidates.broken.variant import Variant

VARIANTS: tuple[Variant, ...] = (
    *trial_result_answers.VARIANTS,
    *trial_result_rewards.VARIANTS,
    *trial_result_members.VARIANTS,
    *trial_result_json.VARIANTS,
)
