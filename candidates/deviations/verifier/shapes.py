"""Other readings of a reward.json that is no object."""

from candidates.deviations.deviation import Deviation, before


def _object_or_empty(document: object) -> object:
    return document if isinstance(document, dict) else {}


DEVIATIONS = (
    Deviation(
        "other-types-are-empty",
        "verifier.json-not-an-object",
        "a document that is not an object counts as an empty one",
        before({"json.rewards": _object_or_empty}),
        advice="Raise ValidationError for a document of another type.",
    ),
)
"""Each answers something where harbor answers with an error."""
