"""How many generated cases are run on the oracle and on harbor driven the long way."""

import os

LONG_WAY = "HARBOR_CONFORMANCE_LONG_WAY"


def examples(usual: int, long_way: int) -> int:
    """Return how many; ``tox -e long-way`` asks for as many as a proof deserves."""
    return long_way if LONG_WAY in os.environ else usual
