"""What people do to a value, by its kind: a sentence about its place, and the edit."""

import math
from collections.abc import Callable, Mapping
from functools import partial

from candidates.deviations.lists_and_maps import LISTS, MAPS
from candidates.deviations.number_edits import COUNTS, NUMBERS
from candidates.deviations.texts import FILES, TEXTS, Edits
from conformance.diagnosis.places import PlaceKind
from conformance.protocol.values import Value

MISSING: Mapping[PlaceKind, Mapping[str, Value]] = {
    PlaceKind.TEXT: {'the text "None"': "None", 'the text "null"': "null", "an empty text": ""},
    PlaceKind.NUMBER: {"0": 0, "0.0": 0.0, "1": 1, "nan": math.nan},
    PlaceKind.COUNT: {"0": 0, "1": 1},
    PlaceKind.BYTES: {"an empty file": b"", "a file that says 0": b"0"},
    PlaceKind.LIST: {"an empty list": []},
    PlaceKind.MAP: {"an empty object": {}},
}
"""What people put in place of null, by the kind of value that may be null there."""


def _of_bytes(change: Callable[[str], Value], data: bytes) -> Value:
    """Edit a file as a text; bytes that are no UTF-8 stay."""
    new = change(data.decode("utf-8", "surrogateescape"))
    return new.encode("utf-8", "surrogateescape") if isinstance(new, str) else new


EDITS: Mapping[PlaceKind, tuple[tuple[type, ...], Edits]] = {
    PlaceKind.NUMBER: ((int, float), NUMBERS),
    PlaceKind.COUNT: ((int,), COUNTS),
    PlaceKind.TEXT: ((str,), TEXTS),
    PlaceKind.BYTES: ((bytes,), {words: partial(_of_bytes, of) for words, of in FILES.items()}),
    PlaceKind.LIST: ((list,), LISTS),
    PlaceKind.MAP: ((dict,), MAPS),
    PlaceKind.OTHER: (
        (bool,),
        {"{} is always true": lambda _: True, "{} is always false": lambda _: False},
    ),
}
"""The types of the values of a kind, and what people do to them."""
