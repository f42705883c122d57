"""Deviations that follow from harbor's models: a field is not validated, or may be missing."""

import re
from collections.abc import Callable, Iterator
from functools import partial

from candidates.deviations.deviation import Changes, Deviation, entries
from candidates.reference.lax_values import UnfitError
from candidates.reference.trial_result_model import READER

_ANYTHING = "anything"
_OF_TEXT = {"environment", "mount", "policy", "time", "topology", "transport", "uuid", "word"}
_ANSWERED = {"verifier_result", "exception_info"}
"""Fields from which the answer is read; it must find the fields below them."""

_FORMS_OF_TIMES = {
    "without a zone": r".*[Tt _].*(?:[Zz]|[-+\u2212][0-9]{2}:?[0-9]{2})",
    "that are dates or times without a zone": (
        r"[-+]?[^-:]*(?:[eE]-[0-9]+)?|.*[Tt _].*(?:[Zz]|[-+\u2212][0-9]{2}:?[0-9]{2})"
    ),
    "that end in Z": ".*[^Zz]",
    "with more than six digits of a second": "(?!.*[.,][0-9]{7}).*",
    "other than RFC 3339 has": (
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9:]{8}(?:\.[0-9]+)?(?:[Zz]|[-+][0-9]{2}:[0-9]{2})"
    ),
}
"""Patterns of the times that other readers take, by the words for those that they refuse."""

_TYPES = {str: "texts", bool: "booleans", float: "floats", int: "integers"}


def unvalidated() -> Iterator[Deviation]:
    """Yield what asks less of each field of a result.json than harbor does."""
    for model, fields in READER.models.items():
        for name, kind in fields.items():
            needed = kind.removesuffix("!")
            if needed.rstrip("?") != _ANYTHING and name not in _ANSWERED:
                unchecked = _ANYTHING + ("!" if kind != needed else "")
                yield _row(model, name, unchecked, "is not validated")
            if needed.rstrip("?") in _OF_TEXT:
                unchecked = kind.replace(needed.rstrip("?"), "text")
                yield _row(model, name, unchecked, "may be any text")
            if not kind.endswith("?"):
                yield _row(model, name, f"{needed}?", "may be missing or null")
            if kind != needed:
                yield _row(model, name, _ANYTHING, "is not validated, and may be missing")


def of_kinds() -> Iterator[Deviation]:
    """Yield what reads all values of a kind in another way: unchecked, or of fewer types."""
    for kind, read in READER.values.items():
        if kind != _ANYTHING:
            yield _of_kind(kind, READER.values[_ANYTHING], f"any value is taken as {kind}")
        for of_type, words in _TYPES.items():
            yield _of_kind(kind, partial(_but, of_type, read), f"{words} are refused as {kind}")
    for words, form in _FORMS_OF_TIMES.items():
        read = partial(_in_form, form, READER.values["time"])
        yield _of_kind("time", read, f"texts {words} are refused as time")


def _but(refused: type, read: Callable[[object], object], value: object) -> object:
    if type(value) is refused:
        raise UnfitError
    return read(value)


def _in_form(form: str, read: Callable[[object], object], value: object) -> object:
    if isinstance(value, str) and not re.fullmatch(form, value):
        raise UnfitError
    return read(value)


def _of_kind(kind: str, read: Callable[[object], object], sentence: str) -> Deviation:
    changes = entries("reader.values", {kind: read})
    return _sentenced(sentence, changes, f"Read each {kind} as harbor's models do.")


def _row(model: str, name: str, kind: str, what: str) -> Deviation:
    changes = entries(f"reader.models.{model}", {name: kind})
    advice = f"Validate {name} of {model} as harbor's model does."
    return _sentenced(f"{name} of {model} {what}", changes, advice)


def _sentenced(sentence: str, changes: Changes, advice: str) -> Deviation:
    name = f"trial_result: {sentence}"
    return Deviation(name, "trial_result.", sentence, changes, advice=advice)
