"""Other ideas of what stands in reward.json where it is no object."""

from candidates.deviations.deviation import Deviation, before


def _object_or_empty(document: object) -> object:
    return document if isinstance(document, dict) else {}


DEVIATIONS = (
    Deviation(
        "other-types-are-empty",
        "verifier.json-not-an-object",
        "what is no object is taken for an empty one: `data if isinstance(data, dict) else {}`",
        before({"json.rewards": _object_or_empty}),
    ),
)
"""Each answers something where harbor answers with an error."""
