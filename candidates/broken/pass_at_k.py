"""Wrong ways to do pass@k."""

from candidates.broken import (
    pass_at_k_attempts,
    pass_at_k_estimates,
    pass_at_k_names,
    pass_at_k_rewards,
    pass_at_k_tasks,
)
from candidates.broken.variant import Variant

VARIANTS: tuple[Variant, ...] = (
    *pass_at_k_names.VARIANTS,
    *pass_at_k_attempts.VARIANTS,
    *pass_at_k_rewards.VARIANTS,
    *pass_at_k_tasks.VARIANTS,
    *pass_at_k_estimates.VARIANTS,
)
