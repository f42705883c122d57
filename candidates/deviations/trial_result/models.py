"""Deviations that follow from harbor's models: a field is not validated, or may be missing."""

from collections.abc import Iterator

from candidates.deviations.deviation import Deviation, entries
from candidates.reference.trial_result_model import READER

_ANYTHING = "anything"
_OF_TEXT = {"environment", "mount", "policy", "time", "topology", "transport", "uuid", "word"}


def unvalidated() -> Iterator[Deviation]:
    """Yield what asks less of each field of a result.json than harbor does."""
    for model, fields in READER.models.items():
        for name, kind in fields.items():
            needed = kind.removesuffix("!")
            if needed.rstrip("?") != _ANYTHING:
                unchecked = _ANYTHING + ("!" if kind != needed else "")
                yield _row(model, name, unchecked, "is not validated")
            if needed.rstrip("?") in _OF_TEXT:
                unchecked = kind.replace(needed.rstrip("?"), "text")
                yield _row(model, name, unchecked, "may be any text")
            if not kind.endswith("?"):
                yield _row(model, name, f"{needed}?", "may be missing or null")
            if kind != needed:
                yield _row(model, name, _ANYTHING, "is not validated, and may be missing")


def _row(model: str, name: str, kind: str, what: str) -> Deviation:
    sentence = f"{name} of {model} {what}"
    return Deviation(
        name=f"trial_result: {sentence}",
        clause="trial_result.",
        description=sentence,
        changes=entries(f"reader.models.{model}", {name: kind}),
        advice=f"Validate {name} of {model} as harbor's model does.",
    )
