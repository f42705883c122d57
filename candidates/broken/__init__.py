"""The reference, and for whole jobs harbor itself, wrong in one way each.

They are what every check must be able to catch.

``certify broken/NAME`` shows what a divergence looks like.
"""

from candidates.broken import (
    job,
    metric,
    multi_step,
    outcome,
    pass_at_k,
    reason_code,
    run,
    trial_result,
    verifier,
)
from candidates.broken.variant import RunVariant, Variant

_MODULES = (
    verifier,
    multi_step,
    metric,
    pass_at_k,
    job,
    trial_result,
    outcome,
    reason_code,
    run,
)

VARIANTS: dict[str, Variant | RunVariant] = {
    variant.name: variant for module in _MODULES for variant in module.VARIANTS
}
"""Each variant by its name."""
