"""Wrong ways to do multi_step, one module a subject."""

from candidates.broken import multi_step_means, multi_step_names, multi_step_results
from candidates.broken.variant import Variant

VARIANTS: tuple[Variant, ...] = (
    *multi_step_results.VARIANTS,
    *multi_step_names.VARIANTS,
    *multi_step_means.VARIANTS,
)
"""Each breaks one clause of the operation."""
