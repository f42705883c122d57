"""Wrong ways to treat the names in reward.json."""

import json
import re
import unicodedata
from collections.abc import Callable

from candidates.broken.variant import Variant
from candidates.broken.verifier_parts import Function, with_parser
from candidates.reference import lax_number, python_json
from candidates.reference.verifier import ValidationError


def _renamed(rename: Callable[[str], str | None]) -> Function:
    """Return a reading that changes every name, or drops the member where there is no name."""

    def parse(text: str) -> object:
        value = python_json.parse(text)
        if not isinstance(value, dict):
            return value
        names = {name: rename(name) for name in value}
        return {new: value[old] for old, new in names.items() if new is not None}

    return with_parser(parse)


def _without_lone_surrogates(name: str) -> str:
    return re.sub("[\ud800-\udfff]", "\ufffd", name)


def _surrogates_refused(text: str) -> object:
    value = python_json.parse(text)
    if re.search("[\ud800-\udfff]", "".join(value) if isinstance(value, dict) else ""):
        raise ValueError(text)
    return value


def _pairs_apart(name: str) -> str:
    units = name.encode("utf-16-le", "surrogatepass")
    return "".join(chr(units[i] + 256 * units[i + 1]) for i in range(0, len(units), 2))


def _first_holds(text: str) -> object:
    return json.loads(text, object_pairs_hook=lambda pairs: dict(reversed(pairs)))


def _duplicates_refused(text: str) -> object:
    return json.loads(text, object_pairs_hook=_distinct)


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError
    return dict(pairs)


def _each_duplicate_converted(text: str) -> object:
    return json.loads(text, object_pairs_hook=_convertible)


def _convertible(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if any(lax_number.convert(value) is None for _, value in pairs):
        raise ValidationError
    return dict(pairs)


def _variant(name: str, clause: str, mistake: str, function: Function) -> Variant:
    return Variant(name, f"verifier.json-{clause}", mistake, function)


def _parser(name: str, clause: str, mistake: str, parse: Callable[[str], object]) -> Variant:
    return _variant(name, clause, mistake, with_parser(parse))


VARIANTS = (
    _variant(
        "surrogates-replaced",
        "surrogates",
        "a lone surrogate becomes U+FFFD",
        _renamed(_without_lone_surrogates),
    ),
    _parser("surrogates-refused", "surrogates", "lone surrogates are no text", _surrogates_refused),
    _variant("pairs-apart", "surrogates", "pairs are not joined", _renamed(_pairs_apart)),
    _variant("names-trimmed", "names", "names are trimmed", _renamed(str.strip)),
    _variant("empty-name-dropped", "names", "an empty name is none", _renamed(lambda n: n or None)),
    _variant(
        "names-normalised",
        "names",
        "names are normalised",
        _renamed(lambda name: unicodedata.normalize("NFC", name)),
    ),
    _variant(
        "proto-dropped",
        "names",
        "a member named __proto__ is lost, as in a plain JavaScript object",
        _renamed(lambda name: None if name == "__proto__" else name),
    ),
    _parser("first-holds", "duplicate-names", "the first of duplicate names holds", _first_holds),
    _parser("no-duplicates", "duplicate-names", "duplicates are refused", _duplicates_refused),
    _parser(
        "each-duplicate-converted",
        "duplicate-names",
        "members are converted as they are read",
        _each_duplicate_converted,
    ),
)
