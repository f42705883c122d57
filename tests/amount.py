"""How many generated questions are put to the oracle and to harbor driven the long way."""

import os

LONG_WAY = "HARBOR_CONFORMANCE_LONG_WAY"


def examples(usual: int, long_way: int) -> int:
    """Return how many; ``tox -e long-way`` asks for as many as a proof deserves."""
    return long_way if LONG_WAY in os.environ else usual
