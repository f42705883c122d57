"""Wrong ways to do pass_at_k."""

from candidates.broken.variant import Variant

VARIANTS: tuple[Variant, ...] = ()
