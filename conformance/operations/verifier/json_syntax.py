"""What reward.json is as a document: its syntax, its names and texts, and its limits."""

import json
from itertools import cycle, islice
from operator import mul

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import (
    Cases,
    Check,
    Subject,
    clause,
    common,
    extreme,
    rare,
    seeing,
)
from conformance.operations.strategies.drawing import build, drawn, either, rows, some
from conformance.operations.strategies.texts import edited, joined, object_of
from conformance.operations.verifier.inputs import BOTH_KINDS, json_file, json_of
from conformance.protocol.values import Case, Failure

LEVEL = rare("JSON that a shell script assembles, or NaN as Python writes it")

DOCUMENTS = (
    '{"a": 1}', "{}", "null", "[]", '{"a": 0.5, "b": -2}', '{"a": true}', '{"a": "1"}',
    '{"a": null}', '{"reward": 1.0}', '{"a": 1e3, "a": 2}', '{ "a" :\t[1, {"b": []}] }',
    '{"\\u0061": 1e-3}', "1", '{"a": NaN, "b": -Infinity}', '"a"', "true", '{"": 0}',
    '{"a\\n\\"": 9007199254740993}\n', "-0.5", '{"correctness": 1, "speed": 0.5}', '{"a": "0x10"}',
    '{"a": {"b": 1}}', '{"\\ud83d\\ude00": 3}',
)  # fmt: skip
"""Documents that Python's json reads, the simplest first; some of them are no rewards."""

_PIECES = (
    *("0", "1", "-", "+", ".", "e", '"', ",", ":", "{", "}", "[", "]", " ", "\n", "\\", "'", "/"),
    *("_", "\t", "\x00", "\x0b", "\u00a0", "\ufeff", "null", "true", "NaN", "//", "#", "\\u", "a"),
    *("\u2028", '"b": 2', ",,", "\x7f", "Infinity", "\u0661", "00"),
)

_NOT_QUITE_JSON = (
    '{"a": 1,}', "{'a': 1}", "{a: 1}", '{"a": 1 /* c */}', '{"a": 1} // c', '{"a": 1} # c',
    "# c\n{}", '{"a": [1,]}', "{,}", '{"a" 1}', '{"a": 1 "b": 2}', '{"a":: 1}', '{"a": 1;}',
    '{"a": undefined}', '{"a": True}', '{"a": None}', '{"a": TRUE}', '{"a": Null}', '{"a": \'1\'}',
    '{"a": 1, , "b": 2}', '{"a": 1', '"a": 1', '{"a": }', '{"a"}', "{1: 1}", "{null: 1}", "[1, 2",
    "{", "}", "[", ",", ":", '{"a": `1`}', '{"a" = 1}', '{"a": 1]', '("a")', '{"a": nul}',
    '{"a": tru}', "a: 1", "a = 1", '"\\', '{"a": "\\u12"}', '{"a": b"1"}', '{"a": """1"""}',
    '{"a": $1}', '{"a": (1)}', '{"a": .}',
    "}}", '{"a": [1}}', '{,a": 1}', '{"a"{1}', '{"a": 1: "b": 2}', '{"a": [1: 2]}',
    '{"a": 1""b": 2}', '{"a": 1, b: 2}', "{a: 0.5, b: -2}", '{ reward : 1.0, "a": 0}', "{a:1}",
)  # fmt: skip

_NUMBERS = (
    *("0", "1", "-1", "1.5", "1e5", "1E-2", "-0", "0.10", "10", "-0.0", "0e0", "1.0e+2", "12"),
    *("01", "00", "-01", "+1", ".5", "1.", "-.5", "1.e5", "1e", "1e+", "--1", "- 1", "0x10", "1_0"),
    *("1.5.1", "1,5", "1f", "1e5.0", "-", "\u0661", "1n", "0b1", "1e05", "0.", "00.5", "-00"),
    *("+0", "+1.5", "+1e5", "+12", ".25", ".0", "-.25e1", "007"),
)

CONSTANTS = ("NaN", "Infinity", "-Infinity")

NEARLY_CONSTANTS = (
    "nan", "NAN", "-NaN", "+NaN", "+Infinity", "infinity", "inf", "-inf", "Inf", "INFINITY",
    "- Infinity", "-infinity", "Nan", "NaN0", "Infinit", "--Infinity", "1Infinity", "\u221e",
    "NaNs",
)  # fmt: skip


@clause(
    "json-document",
    *sources.DOCUMENT,
    level=common("hud-evals/hud-python#516: a verifier writes a malformed reward.json"),
    **BOTH_KINDS,
)
def any_document() -> Cases:
    """reward.json holds one document as Python's json.loads() reads it; anything else is a
    VerifierOutputParseError."""
    return json_of(edited(DOCUMENTS, _PIECES))


@clause("json-strict", *sources.DOCUMENT, **BOTH_KINDS, effort=1.5)
def not_quite_json() -> Cases:
    """Comments, trailing commas, single quotes, bare names and other languages' words are
    refused."""
    return json_of(joined(_NOT_QUITE_JSON + DOCUMENTS[:8], ("", "", "\n", " ")))


@clause("json-one-document", *sources.DOCUMENT, **BOTH_KINDS)
def more_than_one_document() -> Cases:
    """Nothing but white space may follow the document."""
    good = ("", "\n", " \r\n", "  ", "\t", "\n\n")
    bad = ("\n{}", "{}", " null", "x", "\x00", "}", "]", ",", ";", "\n1", "\x1a", " {}\n")
    return json_of(joined(DOCUMENTS, good + bad))


@clause("json-white-space", *sources.DOCUMENT, **BOTH_KINDS)
def white_space() -> Cases:
    """Only space, tab, line feed and carriage return may separate tokens."""
    spaces = ("", " ", "\n", "\t", "\r", "\r\n", "  ", "\n\t") * 4
    others = tuple("\x0b\x0c\u00a0\u2028\u3000\u2003\x85\x1f\0\u200b")
    return json_of(build('{0}{{{1}"a"{2}:{3}1{4}}}{5}'.format, *[spaces + others] * 6))


@clause("json-number-form", *sources.DOCUMENT, **BOTH_KINDS)
def numbers() -> Cases:
    """A bare number has JSON's form: no plus sign, no leading zeros, digits at both sides of the
    point."""
    return _with_member(_NUMBERS)


@clause("json-constants", *sources.DOCUMENT, **BOTH_KINDS, effort=2)
def constants() -> Cases:
    """NaN, Infinity and -Infinity, spelled exactly so, are numbers."""
    return _with_member(CONSTANTS * 4 + NEARLY_CONSTANTS[:4] + NEARLY_CONSTANTS)


def _with_member(values: tuple[str, ...]) -> Cases:
    """Documents that hold a value as a member, in a list or by itself."""
    places = ('{{"a": {}}}', '{{"a":{}}}', '{{"a": 1, "b": {}}}', "[{}]", "{}")
    return json_of(build(str.format, places, values))


NAMES = Subject(
    "json-names", rare("generated JSON with escapes, repeated keys or keys of other scripts")
)

_ODD_NAMES = (
    "a", "b", "", " ", "reward", "A", "a ", " a", "a.b", "1", "10", "2", "__proto__", "constructor",
    "\u00e9", "e\u0301", "\u212b", "\u00c5", "\U0001f600", "\x00", "a\x00", "\x7f", "\n", '"', "\\",
    "/", "null", "\u2028", "\ufeff", "\u00df", "SS", "toString",
)  # fmt: skip


@clause("json-control-characters", *sources.DOCUMENT, **BOTH_KINDS, of=NAMES)
def control_characters() -> Cases:
    """Bare control characters up to U+001F are refused in names and texts; from U+007F on they are
    not."""
    codes = st.one_of(st.integers(0, 0x1F), st.sampled_from((0x7F, 0x80, 0x85, 0x9F, 0x20, 0x2028)))
    forms = (chr, chr, "\\u{:04x}".format)
    places = ('{{"a{}": 1}}', '{{"{}": 1}}', '{{"a": "1{}"}}', '{{"a": "{}"}}')
    return json_of(build(lambda code, form, place: place.format(form(code)), codes, forms, places))


@clause("json-escapes", *sources.DOCUMENT, **BOTH_KINDS, effort=3, of=NAMES)
def escapes() -> Cases:
    """A backslash begins one of JSON's nine escapes, in lower case, and nothing else."""
    letters = '"\\/bfnrt' + "'0avxUN\nux1 " + "BNRT"
    digits = ("0061", "00e9", "00E9", "004a", "61", "{61}", "006g", " 061", "+061")
    escape = st.one_of(build("\\{}".format, letters), build("\\{}{}".format, "uuuUxx", digits))
    places = ('{{"{}": 1}}', '{{"a{}b": 1}}', '{{"a": 1, "{}": 2}}')
    return json_of(build(lambda inner, place: place.format(inner), escape, places))


@clause("json-surrogates", sources.JSON, sources.REWARDS, of=NAMES)
def surrogates() -> Cases:
    """An escaped surrogate pair is one character, and a surrogate without its partner stays in the
    name."""
    halves = ("\\ud800", "\\udc00", "\\ud83d", "\\ude00", "\\uDBFF", "\\uDFFF")
    names = some((*halves, "a", "\U0001f600", "\\\\"), 1, 4).map("".join)
    return json_of(build('{{"{0}": 1, "{1}": 2}}'.format, names, ("a", "\\ud83d\\ude00")))


@clause("json-names", sources.JSON, sources.REWARDS, effort=2, of=NAMES)
def names() -> Cases:
    """Names are kept as they are: any text, empty too, neither trimmed nor normalised."""
    objects = st.dictionaries(
        st.sampled_from(_ODD_NAMES), st.integers(0, 3), min_size=1, max_size=4
    )
    return json_of(build(json.dumps, objects, ensure_ascii=st.booleans()))


@clause("json-duplicate-names", sources.JSON, sources.REWARDS, **BOTH_KINDS, of=NAMES)
def duplicate_names() -> Cases:
    """Of duplicate names the last value holds, and the earlier ones are not looked at."""
    values = ("1", "0", "2", "0.5", "NaN", '"3"', "true", "null", "[1]", "{}")
    return json_of(rows(2, 4, ("a", "a", "b", "\\u0061", "A"), values).map(object_of))


LIMITS = Subject(
    "json-limits", extreme("no test script writes 4,300 digits or nests hundreds of lists")
)

_DEEP = "the nesting is too deep for Python"
_TOO_DEEP = seeing((_DEEP, lambda answer: answer == Failure("RecursionError"), 0.03))

READ_BY_ALL = 1_000
"""Levels that every supported Python reads, from any stack that a program comes with."""

REFUSED_BY_ALL = 10_001
"""Levels from which on every supported Python ends in RecursionError; between, they differ."""

_REFUSED = (REFUSED_BY_ALL, REFUSED_BY_ALL, 12_000)


@clause("json-digit-limit", *sources.DOCUMENT, **BOTH_KINDS, of=LIMITS)
def long_integers() -> Cases:
    """An integer of more than 4300 digits, in any place, is a VerifierOutputParseError."""
    places = ('{{"a":{}}}', '{{"a":1,"b":{}}}', '{{"a":{},"a":1}}', "[{}]", "{}")
    digits = build(mul, "19", (4300, 4301, 4299, 4302, 5000))
    numbers = joined(("", "-"), digits, ("", "", "", ".0", "e0", "0"))
    return json_of(build(str.format, places, numbers))


def _nest(around: tuple[str, str], level: tuple[str, str], depth: int, closed: bool) -> Case:  # noqa: FBT001 - a draw
    """Return a value nested ``depth`` times; without ``closed``, the file ends at the innermost."""
    opening = around[0] + level[0] * depth
    closing = level[1] * depth + around[1]
    return json_file((opening + "1" + closing if closed else opening).encode())


@drawn(
    ("[@]", '{"a":@}', '{"a":1,"b":[@]}', '{"a":[@],"a":1}', '{"a":[@]', "[@", "[@],"),
    some(("[@]", '{"a":@}', "[0,@]", '{"b":0,"a":@}', "[null,@,1]", ' { "a" : @ } '), 1, 4),
    ("1", '""', "null", "", "01", "]"),
    either(st.integers(200, READ_BY_ALL), (500, 512, 900, READ_BY_ALL), _REFUSED),
)
def as_deep_as_all_agree(outermost: str, levels: list[str], inner: str, depth: int) -> Case:
    """Lists, objects and mixtures, of as many levels as every Python reads or none does."""
    # The last of equal names holds, so nothing is left of what stands so deep.
    # Return ``inner`` in ``depth`` lists and objects: the outermost, and the levels in turn.
    start = outermost.partition("@")[0]
    sides = cycle([level.split("@") for level in levels])
    opening, closing = zip(*islice(sides, depth - start.count("[") - start.count("{")), strict=True)
    value = "".join([*opening, inner, *reversed(closing)])
    return json_file(outermost.replace("@", value).encode())


@clause("json-deep-nesting", *sources.DOCUMENT, of=LIMITS)
def json_deep_nesting() -> tuple[Check, ...]:
    """Nesting that exhausts Python's recursion limit is a RecursionError, even if the text behind
    it is not JSON."""
    starts = (("", ""), ('{"a":', "}"), ('{"a":1,"b":', "}"), (" ", "\n"))
    flat_or_wrong = (('"', '"'), ('{"a":"', '"}'), ("]", ""), ("1,", ""))
    nested = build(
        _nest,
        starts + flat_or_wrong,
        (("[", "]"), ('{"a":', "}"), ('[{"a":', "}]"), ("[[1],", "]")),
        either(st.integers(1, 99), (100_000, 100_001, 120_000)),
        st.booleans(),
    )
    return (
        Check("nested", nested, **_TOO_DEEP),
        Check("as-deep-as-all-agree", as_deep_as_all_agree(), **_TOO_DEEP),
    )
