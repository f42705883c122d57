"""The reference, wrong in one way each: what every check must be able to catch.

``certify broken/NAME`` shows what a divergence looks like.
"""

from candidates.broken import metric, pass_at_k, verifier
from candidates.broken.variant import Variant

VARIANTS: dict[str, Variant] = {
    variant.name: variant for module in (verifier, metric, pass_at_k) for variant in module.VARIANTS
}
"""Each variant by its name."""
