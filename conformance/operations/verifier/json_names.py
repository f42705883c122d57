"""Names and texts in reward.json: their characters, escapes and repetitions."""

import json

from hypothesis import strategies as st

from conformance.operations.clause import Cases, clause, rare
from conformance.operations.strategies.drawing import build, rows, some
from conformance.operations.strategies.texts import object_of
from conformance.operations.verifier import sources
from conformance.operations.verifier.inputs import BOTH_KINDS, json_of

LEVEL = rare("generated JSON with escapes, repeated keys or keys of other scripts")

_NAMES = (
    "a", "b", "", " ", "reward", "A", "a ", " a", "a.b", "1", "10", "2", "__proto__", "constructor",
    "\u00e9", "e\u0301", "\u212b", "\u00c5", "\U0001f600", "\x00", "a\x00", "\x7f", "\n", '"', "\\",
    "/", "null", "\u2028", "\ufeff", "\u00df", "SS", "toString",
)  # fmt: skip


@clause("json-control-characters", *sources.DOCUMENT, **BOTH_KINDS)
def control_characters() -> Cases:
    """Bare control characters up to U+001F are refused in names and texts; from U+007F on they are
    not."""
    codes = st.one_of(st.integers(0, 0x1F), st.sampled_from((0x7F, 0x80, 0x85, 0x9F, 0x20, 0x2028)))
    forms = (chr, chr, "\\u{:04x}".format)
    places = ('{{"a{}": 1}}', '{{"{}": 1}}', '{{"a": "1{}"}}', '{{"a": "{}"}}')
    return json_of(build(lambda code, form, place: place.format(form(code)), codes, forms, places))


@clause("json-escapes", *sources.DOCUMENT, **BOTH_KINDS, effort=3)
def escapes() -> Cases:
    """A backslash begins one of JSON's nine escapes, in lower case, and nothing else."""
    letters = '"\\/bfnrt' + "'0avxUN\nux1 " + "BNRT"
    digits = ("0061", "00e9", "00E9", "004a", "61", "{61}", "006g", " 061", "+061")
    escape = st.one_of(
        build("\\{}".format, letters),
        build("\\{}{}".format, "uuuUxx", digits),
    )
    places = ('{{"{}": 1}}', '{{"a{}b": 1}}', '{{"a": 1, "{}": 2}}')
    return json_of(build(lambda inner, place: place.format(inner), escape, places))


@clause("json-surrogates", sources.JSON, sources.FIELD)
def surrogates() -> Cases:
    """An escaped surrogate pair is one character, and a surrogate without its partner stays in the
    name."""
    halves = ("\\ud800", "\\udc00", "\\ud83d", "\\ude00", "\\uDBFF", "\\uDFFF")
    names = some((*halves, "a", "\U0001f600", "\\\\"), 1, 4).map("".join)
    return json_of(build('{{"{0}": 1, "{1}": 2}}'.format, names, ("a", "\\ud83d\\ude00")))


@clause("json-names", sources.JSON, sources.FIELD, effort=2)
def names() -> Cases:
    """Names are kept as they are: any text, empty too, neither trimmed nor normalised."""
    objects = st.dictionaries(st.sampled_from(_NAMES), st.integers(0, 3), min_size=1, max_size=4)
    return json_of(build(json.dumps, objects, ensure_ascii=st.booleans()))


@clause("json-duplicate-names", sources.JSON, sources.FIELD, **BOTH_KINDS)
def duplicate_names() -> Cases:
    """Of duplicate names the last value holds, and the earlier ones are not looked at."""
    values = ("1", "0", "2", "0.5", "NaN", '"3"', "true", "null", "[1]", "{}")
    return json_of(rows(2, 4, ("a", "a", "b", "\\u0061", "A"), values).map(object_of))
