"""Draws a check's examples from Hypothesis's strategies; only the seed decides which.

Hypothesis's engine searches for examples unlike earlier ones, which takes three times as long. Here
each example is drawn independently, and the engine gets the first that fails.
"""

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from random import Random
from typing import cast

import hypothesis
from hypothesis.control import BuildContext
from hypothesis.database import choices_to_bytes
from hypothesis.errors import StopTest, Unsatisfiable, UnsatisfiedAssumption
from hypothesis.internal.cache import LRUCache
from hypothesis.internal.conjecture import engine, providers
from hypothesis.internal.conjecture.choice import ChoiceT, ChoiceTemplate
from hypothesis.internal.conjecture.data import MAX_DEPTH, ConjectureData, Status
from hypothesis.internal.conjecture.datatree import DataTree
from hypothesis.internal.conjecture.shrinker import Shrinker
from hypothesis.internal.constants_ast import Constants
from hypothesis.strategies import SearchStrategy
from hypothesis.strategies._internal.lazy import unwrap_strategies


class UnknownHypothesisError(Exception):
    """This version of Hypothesis draws examples that no seed decides."""


_IN_ORDER_OF_THE_EXAMPLE = property(lambda shrinker: list(shrinker.spans_by_label))
"""The labels of an example's parts, which Hypothesis sorts by the hash of their strategies.

Such a hash can depend on an address or on PYTHONHASHSEED; then the order of the attempts, and so
the number of cases, would differ between processes.
"""

_OURS: tuple[tuple[object, str, object], ...] = (
    (providers, "_get_local_constants", Constants),
    (providers, "CONSTANTS_CACHE", LRUCache(1024)),
    (Shrinker, "distinct_labels", _IN_ORDER_OF_THE_EXAMPLE),
    (engine, "MAX_SHRINKING_SECONDS", math.inf),
)
"""Private names of Hypothesis, and their values while we draw and shrink."""

_DRAWING = threading.RLock()
"""Held while the names are replaced; a check's body may draw another check."""


@contextmanager
def by_seed_alone() -> Iterator[None]:
    """Stop Hypothesis from mixing constants of loaded modules into examples.

    The same seed must give the same cases from every entry point. Afterwards Hypothesis is
    restored, since a user's tests may run in this process too. Raises UnknownHypothesisError if it
    has no such names.
    """
    with _DRAWING, ExitStack() as restored:
        if lacking := [name for owner, name, _ in _OURS if not hasattr(owner, name)]:
            raise UnknownHypothesisError(
                f"a seed does not decide what hypothesis {hypothesis.__version__} draws (it has no "
                f"{' and no '.join(lacking)}); install the version of constraints.txt"
            )
        for owner, name, value in _OURS:
            restored.callback(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, value)
        yield


class SpanlessData(ConjectureData):
    """Hypothesis's choices for one example, without the spans by which it explains and shrinks.

    Recording spans takes as long as drawing. A failing example is drawn again from its choices by
    the engine, which records everything; a seed gives the same choices both ways.
    """

    def start_span(self, label: int) -> None:
        """Count how deeply strategies are nested, which ends recursive ones."""
        del label
        self.depth += 1

    def stop_span(self, *, discard: bool = False) -> None:
        """Count as ``start_span`` does."""
        del discard
        self.depth -= 1

    def draw[Drawn](
        self,
        strategy: SearchStrategy[Drawn],
        label: int | None = None,
        observe_as: str | None = None,
    ) -> Drawn:
        """Draw from a strategy as Hypothesis does; raises StopTest if it is empty."""
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


_ATTEMPTS = 10
"""How many examples may be rejected for each wanted one, as in Hypothesis."""


def draw_each[Drawn](
    strategy: SearchStrategy[Drawn], test: Callable[[Drawn, bytes], None], seed: int, examples: int
) -> None:
    """Test this many different examples, the simplest first, each with its choices.

    Ends with the first exception of a test, unless that rejects the example; raises Unsatisfiable
    if every example is rejected.
    """
    random = Random(seed)  # noqa: S311 - cases, and no secrets
    seen = _Dedup(random)
    valid = attempts = 0
    while valid < examples and attempts < _ATTEMPTS * examples and not seen.exhausted:
        attempts += 1
        data = SpanlessData(random=random, prefix=seen.prefix() if attempts > 1 else _SIMPLEST)
        with BuildContext(data, wrapped_test=test), suppress(StopTest, UnsatisfiedAssumption):
            try:
                drawn = data.draw(strategy)
            except (StopTest, UnsatisfiedAssumption):
                seen.conclude(data, Status.INVALID)
                raise
            if (choices := seen.add(data)) is not None:
                test(drawn, choices)
                valid += 1
    if not valid:
        raise Unsatisfiable("every example was rejected")


_SIMPLEST = (ChoiceTemplate("simplest", count=None),)

_FEW, _SHARE = 16, 2
"""Repeated examples that are ignored; new examples for each further one.

With more repeats, examples are remembered choice by choice, which takes as long as drawing: most
strategies hardly ever repeat themselves.
"""


class _Dedup:
    """The drawn examples of one strategy, and the choices that the next begins with."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._drawn: set[bytes] = set()
        self._repeated = 0
        self._tree: DataTree | None = None

    @property
    def exhausted(self) -> bool:
        """Whether every example of the strategy is known to be drawn."""
        return self._tree is not None and self._tree.is_exhausted

    def prefix(self) -> tuple[ChoiceT | ChoiceTemplate, ...]:
        """Return the choices that the next example begins with."""
        return self._tree.generate_novel_prefix(self._random) if self._tree else ()

    def add(self, data: ConjectureData) -> bytes | None:
        """Remember an example that was drawn; return its choices if it is new."""
        self.conclude(data, Status.VALID)
        choices = choices_to_bytes(data.choices)
        if choices not in self._drawn:
            self._drawn.add(choices)
            return choices
        self._repeated += 1
        if self._tree is None and self._repeated > _FEW + len(self._drawn) // _SHARE:
            self._tree = DataTree()
        return None

    def conclude(self, data: ConjectureData, status: Status) -> None:
        """Remember choices: those of an example, or invalid ones."""
        if self._tree is None or data.status is Status.OVERRUN:
            return
        observer = self._tree.new_observer()  # type: ignore[no-untyped-call]  # Hypothesis's own
        for node in data.nodes:
            observer.draw_value(
                node.type, node.value, was_forced=node.was_forced, constraints=node.constraints
            )
        observer.conclude_test(status, None)
