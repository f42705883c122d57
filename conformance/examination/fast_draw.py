"""Draws an example without the spans and labels by which Hypothesis explains and shrinks one.

Recording them takes as long as drawing does. What fails is drawn once more, from its choices, by
Hypothesis's engine with all its records; the choices of a seed are the same with and without.
"""

from contextlib import AbstractContextManager, nullcontext
from typing import Any, cast

from hypothesis.control import BuildContext
from hypothesis.internal.conjecture.data import MAX_DEPTH, ConjectureData
from hypothesis.strategies import SearchStrategy
from hypothesis.strategies._internal.lazy import unwrap_strategies

_NO_LABELS: AbstractContextManager[dict[str, Any]] = nullcontext({})
"""The arguments of a call and where in the example each was drawn: none are told."""


class SpanlessData(ConjectureData):
    """Hypothesis's choices for one example, and nothing of what each of them was for."""

    def start_span(self, label: int) -> None:
        """Count how deep strategies are within each other; recursive ones end by it."""
        del label
        self.depth += 1

    def stop_span(self, *, discard: bool = False) -> None:
        """Count as ``start_span`` does."""
        del discard
        self.depth -= 1

    def track_arg_label(self, label: str) -> Any:  # noqa: ANN401 - as Hypothesis has it
        """Keep nothing of which argument is drawn."""
        del label
        return _NO_LABELS

    def _pooled_constraints(self, choice_type: str, constraints: Any) -> Any:  # noqa: ANN401
        # Hypothesis has one object for those that are equal, since it keeps them for long.
        del choice_type
        return constraints

    def draw[Drawn](
        self,
        strategy: SearchStrategy[Drawn],
        label: int | None = None,
        observe_as: str | None = None,
    ) -> Drawn:
        """Draw from a strategy as Hypothesis does.

        Raises StopTest where nothing can be drawn from it.
        """
        del label, observe_as
        strategy.validate()
        if strategy.is_empty or self.depth >= MAX_DEPTH:
            self.mark_invalid()
        self.depth += 1
        try:
            unwrapped = unwrap_strategies(strategy)  # type: ignore[no-untyped-call]  # Hypothesis's
            return cast("Drawn", unwrapped.do_draw(self))
        finally:
            self.depth -= 1


class SpanlessContext(BuildContext):
    """What strategies know of the example that is drawn, but not how its values would be shown."""

    def record_call(self, *made: object, **of: object) -> None:
        """Keep nothing of which call made a value."""
