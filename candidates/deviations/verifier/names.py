"""Other ways to treat the names in reward.json."""

import re
from collections.abc import Callable

from candidates.deviations.deviation import Changes, Deviation, after, before, family
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
    family(
        "keys-of-json",
        "verifier.json-surrogates",
        "{}",
        {
            "replaced": (
                "a lone surrogate becomes U+FFFD",
                _renamed(lambda name: re.sub("[\ud800-\udfff]", "\ufffd", name)),
            ),
            "pairs-apart": ("surrogate pairs are not joined", _renamed(_pairs_apart)),
            "not-empty": (
                "an empty key is left out",
                _renamed(lambda name: name or None),
                "verifier.json-names",
            ),
            "without-proto": (
                "the key __proto__ is lost, as in a JavaScript object",
                _renamed(lambda name: None if name == "__proto__" else name),
                "verifier.json-names",
            ),
        },
        advice="Keep keys unchanged, lone surrogates too, and join surrogate pairs.",
    ),
    Deviation(
        "surrogates-refused",
        "verifier.json-surrogates",
        "lone surrogates are refused",
        after({"json.parse": _no_lone_surrogates}),
        advice="Keep lone surrogates in keys.",
    ),
    family(
        "duplicate-keys",
        "verifier.json-duplicate-names",
        "of duplicate keys {}",
        {
            "first": (
                "the first counts",
                before({"json.parse.members": lambda pairs: pairs[::-1]}),
            ),
            "refused": ("all are refused", before({"json.parse.members": _distinct})),
            "each-converted": (
                "each must be a number",
                before({"json.parse.members": _convertible}),
            ),
        },
        advice="Use the last of duplicate keys, and ignore the others.",
    ),
)
"""Each breaks one clause about names in reward.json."""
