"""Wrong ways to do metric, one module a subject."""

from candidates.broken import (
    metric_integers,
    metric_limits,
    metric_missing,
    metric_names,
    metric_sums,
    metric_values,
)
from candidates.broken.variant import Variant

VARIANTS: tuple[Variant, ...] = (
    *metric_names.VARIANTS,
    *metric_missing.VARIANTS,
    *metric_values.VARIANTS,
    *metric_sums.VARIANTS,
    *metric_limits.VARIANTS,
    *metric_integers.VARIANTS,
)
"""Each breaks one clause of the operation."""
