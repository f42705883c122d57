"""Combinations of features in which any few occur together in every way, by construction.

An orthogonal array (Bush, 1952): each row is a polynomial over the integers modulo seven, and each
feature a place at which it is evaluated. As many values as it has coefficients decide it, so that
many features have each combination of their levels in one row.
"""

from itertools import product

LEVELS = 7
"""Levels of each feature, of which there are at most as many."""


def covering(*features: tuple[str, ...], together: int = 3) -> list[str]:
    """Return texts of a level of each feature; any ``together`` features meet in every way."""
    return [
        "".join(
            levels[sum(c * place**power for power, c in enumerate(row)) % LEVELS]
            for place, levels in enumerate(features)
        )
        for row in product(range(LEVELS), repeat=together)
    ]
