"""The recorded cases, read once for all tests of a process."""

from functools import cache

from conformance.examination import corpus
from conformance.examination.corpus import RecordedCase


@cache
def recorded(operation: str = "*") -> tuple[RecordedCase, ...]:
    """Return the recorded cases of an operation, or of all."""
    return tuple(corpus.load(operation))
