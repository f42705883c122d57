"""Questions about what stands in reward.json as a document: syntax, names, nesting, bytes."""

import json

from hypothesis import strategies as st

from conformance.model import Case
from conformance.strategies.characters import (
    ENCODINGS,
    LONE_BYTES,
    WELL_FORMED,
    edited,
    encoded,
    with_bytes,
)
from conformance.strategies.verifier import files

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
)  # fmt: skip

_NUMBERS = (
    *("0", "1", "-1", "1.5", "1e5", "1E-2", "-0", "0.10", "10", "-0.0", "0e0", "1.0e+2", "12"),
    *("01", "00", "-01", "+1", ".5", "1.", "-.5", "1.e5", "1e", "1e+", "--1", "- 1", "0x10", "1_0"),
    *("1.5.1", "1,5", "1f", "1e5.0", "-", "\u0661", "1n", "0b1", "1e05", "0.", "00.5", "-00"),
    *("+0", "+1.5", "+1e5", "+12", ".25", ".0", "-.25e1", "007"),
)

_CONSTANTS = ("NaN", "Infinity", "-Infinity")
_NEARLY_CONSTANTS = (
    "nan", "NAN", "-NaN", "+NaN", "+Infinity", "infinity", "inf", "-inf", "Inf", "INFINITY",
    "- Infinity", "-infinity", "Nan", "NaN0", "Infinit", "--Infinity", "1Infinity", "\u221e",
    "NaNs",
)  # fmt: skip

_NAMES = (
    "a", "b", "", " ", "reward", "A", "a ", " a", "a.b", "1", "10", "2", "__proto__", "constructor",
    "\u00e9", "e\u0301", "\u212b", "\u00c5", "\U0001f600", "\x00", "a\x00", "\x7f", "\n", '"', "\\",
    "/", "null", "\u2028", "\ufeff", "\u00df", "SS", "toString",
)  # fmt: skip


def any_document() -> st.SearchStrategy[Case]:
    """Documents as they are or with one character out of place."""
    return _text(edited(DOCUMENTS, _PIECES))


def not_quite_json() -> st.SearchStrategy[Case]:
    """JSON and what JavaScript, Python, YAML or JSON5 would take for it."""
    texts = st.sampled_from(_NOT_QUITE_JSON + DOCUMENTS[:8])
    ends = st.sampled_from(("", "", "\n", " "))
    return _text(st.builds(str.__add__, texts, ends))


def numbers() -> st.SearchStrategy[Case]:
    """Numbers that JSON knows and numbers that others write."""
    return _with_member(st.sampled_from(_NUMBERS))


def constants() -> st.SearchStrategy[Case]:
    """The three words that Python adds to JSON's numbers, and words close to them."""
    return _with_member(st.sampled_from(_CONSTANTS * 6 + _NEARLY_CONSTANTS))


def control_characters() -> st.SearchStrategy[Case]:
    """Names and texts with control characters, bare or escaped."""
    codes = st.one_of(st.integers(0, 0x1F), st.sampled_from((0x7F, 0x80, 0x85, 0x9F, 0x20, 0x2028)))
    forms = st.sampled_from((chr, chr, "\\u{:04x}".format))
    places = st.sampled_from(('{{"a{}": 1}}', '{{"{}": 1}}', '{{"a": "1{}"}}', '{{"a": "{}"}}'))
    return _text(
        st.builds(lambda code, form, place: place.format(form(code)), codes, forms, places)
    )


def escapes() -> st.SearchStrategy[Case]:
    """Names and texts with escapes that JSON has and escapes that it has not."""
    letters = '"\\/bfnrt' + "'0avxUN\nux1 " + "BNRT"
    escape = st.one_of(
        st.sampled_from(letters).map(lambda letter: "\\" + letter),
        st.builds(
            lambda mark, digits: f"\\{mark}{digits}",
            st.sampled_from("uuuuUx"),
            st.sampled_from(("0061", "00e9", "00E9", "004a", "61", "{61}", "006g", " 061", "+061")),
        ),
    )
    places = st.sampled_from(('{{"{}": 1}}', '{{"a{}b": 1}}', '{{"a": 1, "{}": 2}}'))
    return _text(st.builds(lambda inner, place: place.format(inner), escape, places))


def white_space() -> st.SearchStrategy[Case]:
    """White space of JSON and of others between the tokens."""
    spaces = st.sampled_from(
        ("", " ", "\n", "\t", "\r", "\r\n", "  ", "\n\t") * 4
        + ("\x0b", "\x0c", "\u00a0", "\u2028", "\u3000", "\u2003", "\x85", "\x1f", "\x00", "\u200b")
    )
    return _text(st.builds('{0}{{{1}"a"{2}:{3}1{4}}}{5}'.format, *[spaces] * 6))


def more_than_one_document() -> st.SearchStrategy[Case]:
    """A document, and something behind it."""
    good = ("", "\n", " \r\n", "  ", "\t", "\n\n")
    bad = ("\n{}", "{}", " null", "x", "\x00", "}", "]", ",", ";", "\n1", "\x1a", " {}\n")
    return _text(st.builds(str.__add__, st.sampled_from(DOCUMENTS), st.sampled_from(good + bad)))


def duplicate_names() -> st.SearchStrategy[Case]:
    """Objects whose names come twice, in one spelling or two, with values good and bad."""
    names = st.sampled_from(('"a"', '"a"', '"b"', '"\\u0061"', '"A"'))
    values = st.sampled_from(("1", "0", "2", "0.5", "NaN", '"3"', "true", "null", "[1]", "{}"))
    return _text(st.lists(st.tuples(names, values), min_size=2, max_size=4).map(_object))


def names() -> st.SearchStrategy[Case]:
    """Objects whose names are any text, escaped or bare."""
    objects = st.dictionaries(st.sampled_from(_NAMES), st.integers(0, 3), min_size=1, max_size=4)
    return _text(
        st.builds(lambda o, escape: json.dumps(o, ensure_ascii=escape), objects, st.booleans())
    )


def surrogates() -> st.SearchStrategy[Case]:
    """Names with escaped surrogates, paired, alone or the wrong way round."""
    units = st.sampled_from(
        (
            "\\ud800",
            "\\udc00",
            "\\ud83d",
            "\\ude00",
            "\\uDBFF",
            "\\uDFFF",
            "a",
            "\U0001f600",
            "\\\\",
        )
    )
    names = st.lists(units, min_size=1, max_size=4).map("".join)
    return _text(
        st.builds('{{"{0}": 1, "{1}": 2}}'.format, names, st.sampled_from(("a", "\\ud83d\\ude00")))
    )


def nested() -> st.SearchStrategy[Case]:
    """Values nested up to 200 or at least 100,000 levels deep; in between Pythons differ."""
    starts = (("", ""), ('{"a":', "}"), ('{"a":1,"b":', "}"), (" ", "\n"))
    flat_or_wrong = (('"', '"'), ('{"a":"', '"}'), ("]", ""), ("1,", ""))
    return st.builds(
        _nest,
        st.sampled_from(starts + flat_or_wrong),
        st.sampled_from((("[", "]"), ('{"a":', "}"), ('[{"a":', "}]"), ("[[1],", "]"))),
        st.one_of(st.integers(1, 99), st.sampled_from((100_000, 100_001, 120_000))),
        st.booleans(),
    )


def encodings() -> st.SearchStrategy[Case]:
    """Documents in other encodings than UTF-8, and with bytes that are not UTF-8."""
    texts = st.sampled_from(
        (*DOCUMENTS[:8], '{"\u00e9": 1}', '{"\u20ac": "1"}', '{"\U0001f600": 1}')
    )
    whole = st.builds(encoded, texts, st.sampled_from(("utf-8",) * 4 + ("utf-16",) * 2 + ENCODINGS))
    pieces = with_bytes((b'{"a": 1}', b'{"name": 0.5}', b'{"a": "1"}'), LONE_BYTES + WELL_FORMED)
    in_a_name = st.sampled_from(LONE_BYTES + WELL_FORMED).map(lambda piece: b'{"a%s": 1}' % piece)
    return st.one_of(whole, pieces, in_a_name).map(_file)


def byte_order_marks() -> st.SearchStrategy[Case]:
    """Documents behind, before or without a byte order mark."""
    marks = (
        b"",
        b"",
        b"",
        b"",
        b"\xef\xbb\xbf",
        b"\xef\xbb\xbf",
        b" \xef\xbb\xbf",
        b"\xef\xbb\xbf\n",
    )
    start, end = st.sampled_from(marks), st.sampled_from((b"", b"", b" ", b"\n", b"\xef\xbb\xbf"))
    documents = st.sampled_from(DOCUMENTS).map(str.encode)
    return st.builds(lambda a, b, c: _file(a + b + c), start, documents, end)


def _file(content: bytes) -> Case:
    return files(None, content)


def _text(texts: st.SearchStrategy[str]) -> st.SearchStrategy[Case]:
    return texts.map(lambda text: _file(text.encode()))


def _with_member(values: st.SearchStrategy[str]) -> st.SearchStrategy[Case]:
    """Documents that hold a value as a member, in a list or by itself."""
    places = st.sampled_from(('{{"a": {}}}', '{{"a":{}}}', '{{"a": 1, "b": {}}}', "[{}]", "{}"))
    return _text(st.builds(lambda place, value: place.format(value), places, values))


def _object(pairs: list[tuple[str, str]]) -> str:
    return "{" + ", ".join(f"{name}: {value}" for name, value in pairs) + "}"


def _nest(around: tuple[str, str], level: tuple[str, str], depth: int, closed: bool) -> Case:  # noqa: FBT001 - a draw
    """Return a value nested ``depth`` times; without ``closed``, the file ends at the innermost."""
    opening = around[0] + level[0] * depth
    closing = level[1] * depth + around[1]
    return _file((opening + "1" + closing if closed else opening).encode())
