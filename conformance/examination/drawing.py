"""Keeps what Hypothesis draws for a check a matter of the seed alone."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import hypothesis
from hypothesis.internal.cache import LRUCache
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants


class UnknownHypothesisError(Exception):
    """This version of Hypothesis cannot be kept from drawing what no seed decides."""


_OURS = {"_get_local_constants": Constants, "CONSTANTS_CACHE": LRUCache(1024)}
"""Private names of Hypothesis, and what they are while we draw: no constants at all."""

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
        if lacking := [name for name in _OURS if not hasattr(providers, name)]:
            raise UnknownHypothesisError(
                f"a seed does not decide what hypothesis {hypothesis.__version__} draws (it has no "
                f"{' and no '.join(lacking)}); install the version of constraints.txt"
            )
        theirs = {name: getattr(providers, name) for name in _OURS}
        vars(providers).update(_OURS)
        try:
            yield
        finally:
            vars(providers).update(theirs)
