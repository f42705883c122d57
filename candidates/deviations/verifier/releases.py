"""What newer releases of harbor changed; runners that follow one of them do too."""

import math
from collections.abc import Iterator

from candidates.deviations.deviation import Deviation, before
from candidates.reference.verifier import VerifierOutputParseError


def _values(document: object) -> Iterator[object]:
    yield from document.values() if isinstance(document, dict) else (document,)


def _numbers(document: object) -> object:
    if not all(isinstance(value, int | float) for value in _values(document)):
        raise VerifierOutputParseError
    return document


def _finite(document: object) -> object:
    if not all(math.isfinite(v) for v in _values(document) if isinstance(v, float)):
        raise VerifierOutputParseError
    return document


DEVIATIONS = (
    Deviation(
        "numbers-by-isinstance",
        "verifier.json-text",
        "text in reward.json raises VerifierOutputParseError, as in harbor from 0.23.0 on",
        before({"json.rewards": _numbers}),
        advice="Parse text as pydantic does, as in harbor before 0.23.0.",
    ),
    Deviation(
        "finite-by-isfinite",
        "verifier.json-constants",
        "nan and infinities raise VerifierOutputParseError, as in harbor from 0.23.0 on",
        before({"json.rewards": _finite, "text.rewards": _finite}),
        advice="Accept nan and infinities, as in harbor before 0.23.0.",
    ),
)
"""Each is a change between two releases."""
