"""Other ways to treat the names in reward.json."""

import re
import unicodedata
from collections.abc import Callable

from candidates.deviations.deviation import Changes, Deviation, after, before
from candidates.reference import lax_number
from candidates.reference.verifier import ValidationError

type Pairs = list[tuple[str, object]]


def _renamed(rename: Callable[[str], str | None]) -> Changes:
    """Change every name, or drop the member where there is none."""

    def change(document: object) -> object:
        if not isinstance(document, dict):
            return document
        names = {name: rename(name) for name in document}
        return {new: document[old] for old, new in names.items() if new is not None}

    return after({"json.parse": change})


def _no_lone_surrogates(document: object) -> object:
    if re.search("[\ud800-\udfff]", "".join(document) if isinstance(document, dict) else ""):
        raise ValueError(document)
    return document


def _pairs_apart(name: str) -> str:
    units = name.encode("utf-16-le", "surrogatepass")
    return "".join(chr(units[i] + 256 * units[i + 1]) for i in range(0, len(units), 2))


def _distinct(pairs: Pairs) -> Pairs:
    if len(dict(pairs)) < len(pairs):
        raise ValueError(pairs)
    return pairs


def _convertible(pairs: Pairs) -> Pairs:
    if any(lax_number.convert(value) is None for _, value in pairs):
        raise ValidationError
    return pairs


DEVIATIONS = (
    Deviation(
        "surrogates-replaced",
        "verifier.json-surrogates",
        "a lone surrogate becomes U+FFFD",
        _renamed(lambda name: re.sub("[\ud800-\udfff]", "\ufffd", name)),
    ),
    Deviation(
        "surrogates-refused",
        "verifier.json-surrogates",
        "lone surrogates are no text",
        after({"json.parse": _no_lone_surrogates}),
    ),
    Deviation(
        "pairs-apart", "verifier.json-surrogates", "pairs are not joined", _renamed(_pairs_apart)
    ),
    Deviation("names-trimmed", "verifier.json-names", "names are trimmed", _renamed(str.strip)),
    Deviation(
        "empty-name-dropped",
        "verifier.json-names",
        "an empty name is none",
        _renamed(lambda name: name or None),
    ),
    Deviation(
        "names-normalised",
        "verifier.json-names",
        "names are normalised",
        _renamed(lambda name: unicodedata.normalize("NFC", name)),
    ),
    Deviation(
        "proto-dropped",
        "verifier.json-names",
        "a member named __proto__ is lost, as in a plain JavaScript object",
        _renamed(lambda name: None if name == "__proto__" else name),
    ),
    Deviation(
        "first-holds",
        "verifier.json-duplicate-names",
        "the first of duplicate names holds",
        before({"json.parse.members": lambda pairs: pairs[::-1]}),
    ),
    Deviation(
        "no-duplicates",
        "verifier.json-duplicate-names",
        "duplicates are refused",
        before({"json.parse.members": _distinct}),
    ),
    Deviation(
        "each-duplicate-converted",
        "verifier.json-duplicate-names",
        "members are converted as they are read",
        before({"json.parse.members": _convertible}),
    ),
)
"""Each breaks one clause about names in reward.json."""
