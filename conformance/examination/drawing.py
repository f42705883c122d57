"""Draws a check's examples by Hypothesis's own strategies, as a matter of the seed alone.

Hypothesis's engine looks for examples unlike those before; for each it spends three times what
drawing it takes. Here each is drawn on its own, and the engine gets the first that fails.
"""

import math
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from random import Random

import hypothesis
from hypothesis.errors import StopTest, Unsatisfiable, UnsatisfiedAssumption
from hypothesis.internal.cache import LRUCache
from hypothesis.internal.conjecture import engine, providers
from hypothesis.internal.conjecture.shrinker import Shrinker
from hypothesis.internal.constants_ast import Constants
from hypothesis.strategies import SearchStrategy

from conformance.examination.novelty import Novelty
from conformance.examination.unrecorded import UnrecordedContext, UnrecordedData


class UnknownHypothesisError(Exception):
    """This version of Hypothesis cannot be kept from drawing what no seed decides."""


_IN_ORDER_OF_THE_EXAMPLE = property(lambda shrinker: list(shrinker.spans_by_label))
"""The labels of an example's parts, which Hypothesis sorts by a hash of what each draws from.

The hash of a function or of nan is its address, and that of a text follows PYTHONHASHSEED: what is
tried first, and so how many cases are asked, would differ from process to process.
"""

_OURS: tuple[tuple[object, str, object], ...] = (
    (providers, "_get_local_constants", Constants),
    (providers, "CONSTANTS_CACHE", LRUCache(1024)),
    (Shrinker, "distinct_labels", _IN_ORDER_OF_THE_EXAMPLE),
    (engine, "MAX_SHRINKING_SECONDS", math.inf),
)
"""Private names of Hypothesis, and what they are while we draw and shrink."""

_DRAWING = threading.RLock()
"""Held while the names are ours; a check's body may have another check drawn."""


@contextmanager
def by_seed_alone() -> Iterator[None]:
    """Keep Hypothesis from mixing constants of the modules that happen to be loaded into examples.

    The same seed must ask the same questions from every entry point. Afterwards Hypothesis is
    as it was, since the tests of a user may run in this process as well. Raises
    UnknownHypothesisError where it has no such names.
    """
    with _DRAWING:
        if lacking := [name for owner, name, _ in _OURS if not hasattr(owner, name)]:
            raise UnknownHypothesisError(
                f"a seed does not decide what hypothesis {hypothesis.__version__} draws (it has no "
                f"{' and no '.join(lacking)}); install the version of constraints.txt"
            )
        theirs = [(owner, name, getattr(owner, name)) for owner, name, _ in _OURS]
        _set_all(_OURS)
        try:
            yield
        finally:
            _set_all(theirs)


def _set_all(names: Iterable[tuple[object, str, object]]) -> None:
    for owner, name, value in names:
        setattr(owner, name, value)


_ATTEMPTS = 10
"""Examples that may be rejected for each that is wanted, as in Hypothesis."""


class Failing(Exception):  # noqa: N818 - what was found, not an error of ours
    """An example whose test failed: the choices that Hypothesis makes it of."""

    def __init__(self, choices: bytes) -> None:
        """Carry the choices, as Hypothesis's example database keeps them."""
        super().__init__()
        self.choices = choices


def draw_each[Drawn](
    strategy: SearchStrategy[Drawn],
    test: Callable[[Drawn], None],
    seed: int,
    examples: int,
    then: Callable[[Drawn, bytes], None] | None = None,
) -> None:
    """Test so many different examples, the simplest first, until one fails.

    Each that did not is handed to ``then``, with the choices that Hypothesis makes it of.
    Raises Failing from whatever a test raised, what ``then`` raises, and Unsatisfiable where
    every example is rejected.
    """
    random = Random(seed)  # noqa: S311 - questions, and no secrets
    novelty = Novelty(random)
    valid = attempts = 0
    while valid < examples and attempts < _ATTEMPTS * examples and not novelty.exhausted:
        attempts += 1
        data = UnrecordedData(random=random, prefix=novelty.beginning())
        with UnrecordedContext(data, wrapped_test=test), suppress(StopTest, UnsatisfiedAssumption):
            if (new := _draw(strategy, data, novelty)) is not None:
                drawn, choices = new
                _test(test, drawn, choices)
                valid += 1
                if then:
                    then(drawn, choices)
    if not valid:
        raise Unsatisfiable("every example was rejected")


def _draw[Drawn](
    strategy: SearchStrategy[Drawn], data: UnrecordedData, novelty: Novelty
) -> tuple[Drawn, bytes] | None:
    """Return an example and its choices, or nothing where it was drawn before or is rejected."""
    try:
        drawn = data.draw(strategy)
    except (StopTest, UnsatisfiedAssumption):
        novelty.reject(data)
        return None
    choices = novelty.take(data)
    return None if choices is None else (drawn, choices)


def _test[Drawn](test: Callable[[Drawn], None], drawn: Drawn, choices: bytes) -> None:
    try:
        test(drawn)
    except (StopTest, UnsatisfiedAssumption):
        raise
    except Exception as error:
        raise Failing(choices) from error
