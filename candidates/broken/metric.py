"""Wrong ways to do metric."""

from candidates.broken.variant import Variant

VARIANTS: tuple[Variant, ...] = ()
