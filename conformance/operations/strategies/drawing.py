"""What cases are drawn from: what a function makes of arguments, and combinations of features.

Where arguments are drawn, a collection stands for any one of its elements. Features are combined
so that any few occur together in every way, by an orthogonal array (Bush, 1952): each row is a
polynomial over the integers modulo seven, and each feature a place at which it is evaluated. As
many values as it has coefficients decide it, so that many features have each combination of
their levels in one row.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from itertools import product
from typing import Any

from hypothesis import strategies as st

from conformance.protocol.values import Case

type Choice = st.SearchStrategy[object] | Sequence[object]
"""What an argument is drawn from."""


def build[Made](
    make: Callable[..., Made], /, *choices: Choice, **named: Choice
) -> st.SearchStrategy[Made]:
    """Return a strategy of what a function makes of arguments that are drawn."""
    drawn_named = {name: _strategy(choice) for name, choice in named.items()}
    return st.builds(make, *map(_strategy, choices), **drawn_named)


def drawn(
    *choices: Choice, **named: Choice
) -> Callable[[Callable[..., Case]], Callable[[], st.SearchStrategy[Case]]]:
    """Turn a function from arguments to a case into one that returns a strategy for its cases."""

    def declare(make: Callable[..., Case]) -> Callable[[], st.SearchStrategy[Case]]:
        @wraps(make)
        def cases() -> st.SearchStrategy[Case]:
            return build(make, *choices, **named)

        return cases

    return declare


def either[Drawn](*choices: st.SearchStrategy[Drawn] | Sequence[Drawn]) -> st.SearchStrategy[Drawn]:
    """Return a strategy of what any of these choices has."""
    return st.one_of(
        *(one if isinstance(one, st.SearchStrategy) else st.sampled_from(one) for one in choices)
    )


def some[Element](
    elements: st.SearchStrategy[Element] | Sequence[Element], least: int, most: int
) -> st.SearchStrategy[list[Element]]:
    """Return lists of these elements, with ``least`` to ``most`` of them."""
    return st.lists(either(elements), min_size=least, max_size=most)


def rows(least: int, most: int, *choices: Choice) -> st.SearchStrategy[list[tuple[Any, ...]]]:
    """Return lists of ``least`` to ``most`` tuples that have one of each choice."""
    return st.lists(st.tuples(*map(_strategy, choices)), min_size=least, max_size=most)


def _strategy(choice: Choice) -> st.SearchStrategy[object]:
    return choice if isinstance(choice, st.SearchStrategy) else st.sampled_from(choice)


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
