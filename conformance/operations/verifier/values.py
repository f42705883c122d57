"""Which values in reward.json are numbers to harbor, text among them, and which numbers."""

import json
from operator import mul

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, Check, Subject, clause, common, extreme, rare
from conformance.operations.strategies import binary64
from conformance.operations.strategies.drawing import build, either, some
from conformance.operations.strategies.texts import (
    NOT_DIGITS,
    NOT_WHITE_SPACE,
    WHITE_SPACE,
    ZEROS,
    edited,
    joined,
    near_powers,
    object_of,
    underscored,
)
from conformance.operations.verifier.inputs import BOTH_KINDS, NUMBERS_BY_FEATURES, files, json_of

LEVEL = common("harbor-framework/harbor#3121: numbers along with text and lists in reward.json")
_RARE = rare("null, true, or more digits than binary64 holds")

_GOOD = ("1", "0", "0.5", "-2", "true", '"3"', "1e2", "NaN", "9007199254740993", '"1_0"')

_BAD = ("null", "[]", "{}", "[1]", '{"a": 1}', '""', '"a"', '"true"', "[null]", '" "', '"1,0"')


@clause("json-values", *sources.MODEL, **BOTH_KINDS)
def any_values() -> Cases:
    """Each member of the document becomes a number by the rules of pydantic's float | int."""
    return _objects(some(_GOOD * 4 + _BAD, 0, 3))


@clause("json-null", *sources.MODEL, level=_RARE, **BOTH_KINDS)
def null_documents() -> Cases:
    """The document null gives rewards that are null; an empty object gives rewards that are
    empty."""
    texts = (
        b"null", b"null", b"{}", b"[]", b'""', b"0", b"false", b'{"a": null}', b'"null"', b"nul",
    )  # fmt: skip
    around = (b"", b" ", b"\n", b"\r\n\t")
    documents = build(lambda a, b, c: a + b + c, around, texts, around)
    return build(files, (None, b"1", b"x"), documents)


@clause("json-not-an-object", *sources.MODEL, **BOTH_KINDS)
def documents_of_any_type() -> Cases:
    """A document that is a list, a number, a text or a boolean is a ValidationError."""
    whole = ("{}", '{"a": 1}', "[]", "1", '"1"', "true", "false", "0.5", "NaN", '""', "-Infinity")
    lists = ('[{"a": 1}]', '[["a", 1]]', "[null]", "[1, 2]", '["a", 1]', "[[]]", '"{}"', '"null"')
    around = ("", " ", "\n")
    return json_of(joined(around, whole[:2] * 3 + whole + lists, around))


@clause("json-not-a-number", *sources.MODEL, **BOTH_KINDS)
def members_of_any_type() -> Cases:
    """A member that is null, a list, an object or text that no number can be read from is a
    ValidationError."""
    return _objects(some(_BAD[:7] + _GOOD[:6], 1, 2))


@clause("json-all-or-nothing", *sources.MODEL, **BOTH_KINDS)
def one_bad_among_good() -> Cases:
    """One member that is refused makes the whole document a ValidationError."""
    good = some(_GOOD, 1, 3)
    return _objects(build(lambda a, b, c: [*a, b, *c], good, _GOOD[:6] + _BAD, good))


@clause("json-booleans", *sources.MODEL, level=_RARE, **BOTH_KINDS)
def booleans() -> Cases:
    """true becomes 1.0 and false becomes 0.0, but not their names as text."""
    values = ("true", "false", "true", "false", "1", "0", '"true"', '"false"', "null")
    return _objects(some(values, 1, 4))


@clause(
    "json-integers",
    sources.JSON,
    *sources.MODEL,
    level=extreme("no reward is an integer beyond 2**53"),
)
def integers() -> Cases:
    """A bare integer stays an integer of full precision, with up to 4300 digits."""
    numbers = near_powers((53, 1100), (-3, 3), ("", "-"))
    return _objects(some(numbers, 1, 2))


@clause("json-rounding", sources.JSON, *sources.MODEL, level=_RARE)
def floats() -> Cases:
    """A bare number with a point or an exponent becomes the nearest binary64, infinity and zero
    included."""
    numbers = (binary64.halfway(), binary64.shortest(), binary64.largest(), binary64.smallest())
    return _objects(some(st.one_of(*numbers), 1, 1))


def _objects(values: st.SearchStrategy[list[str]]) -> Cases:
    """Objects of these values, under the names a, b, c and so on."""
    return json_of(values.map(lambda drawn: object_of(zip("abcdefgh", drawn, strict=False))))


TEXT = Subject(
    "member-text", rare("numbers in quotes that have spaces, underscores, zeros or words")
)

_WRITTEN = ("1", "0", "0.5", "1.0", "0.75", "12", "-1", "100", "1e-05", "0.3333333333333333")
_NO_NUMBERS = (
    "", "a", "true", "True", "False", "null", "None", "yes", "pass", "PASSED", "failed", "0,5",
    "85%", "1/2", "N/A", "reward: 1", "[1]",
)  # fmt: skip

_TEXT_NUMBERS = (
    "1", "0", "0.5", "-1", "12", "1.25", "+3", ".5", "7.", "1e5", "-2.5e-3", "0001", "1_000",
    "-0.0", "nan", "inf", "-inf", "Infinity", "1E+10", " 1 ", "1e400", "5e-324", "00.10", "1_.5",
    "in_f", "0-1", " 1_0 ", " 0_-1", "1_0\n", "9007199254740993", " 9_007199254740993",
)  # fmt: skip

_TEXTS = (
    "", " ", "a", "true", "True", "null", "None", "1,0", "0x10", "1 0", "--1", "+-1", "1__0", "_1",
    "1_", "e5", ".", "-", "+", "_", "1e", "1f", "50%", "1/2", "[1]", "{}", "\u00bd", "0b1", "1e5.0",
    "reward: 1", "1\x00", "\ufeff1", "\u0661", "\ud800", "1\ud800", "yes", "pass", "1.0.0", "1j",
)  # fmt: skip

_PIECES = (
    *("0", "1", "9", ".", "-", "+", "_", "e", "E", " ", "\n", ",", "x", "inf", "nan", "\t"),
    *("\x00", "\ufeff", "\x1f", "\u00a0", "\u0661", "\u00b2", "\ud800", "00", "_0", ".0"),
)


@clause(
    "json-text",
    *sources.MODEL,
    level=common("huggingface/Repo2RLEnv#74: text in reward.json"),
    **BOTH_KINDS,
    of=TEXT,
)
def written_text() -> Cases:
    """Text becomes the number that can be read from it; any other text is a ValidationError."""
    fractions = st.integers(0, 1000).map(lambda thousandths: f"{thousandths / 1000}")
    return _members(either(_WRITTEN, fractions, _NO_NUMBERS))


@clause("json-text-spelling", *sources.MODEL, **BOTH_KINDS, of=TEXT)
def any_text() -> Cases:
    """Text may spell its number in any way that pydantic's model reads, and in no other."""
    return _members(st.one_of(edited(_TEXT_NUMBERS, _PIECES), edited(_TEXTS, _PIECES)))


@clause("json-text-white-space", *sources.MODEL, **BOTH_KINDS, of=TEXT)
def text_in_spaces() -> Cases:
    """White space around the number in text is dropped, U+001C to U+001F not among it."""
    spaces = WHITE_SPACE + WHITE_SPACE[6:] + ("\x85", "\x1c") * 4
    around = some(spaces + NOT_WHITE_SPACE, 0, 2).map("".join)
    bodies = ("1", "0.5", "-1", "nan", "1e5", "1_0", "1 0", "- 1", "")
    return _members(joined(around, bodies, around))


@clause("json-text-underscore", *sources.MODEL, **BOTH_KINDS, of=TEXT)
def text_with_underscores() -> Cases:
    """In text without white space, single underscores between digits are dropped."""
    numbers = ("1234", "12.5", "1e10", "-1.5e-3", "inf", "nan", "+7", ".25", "-infinity", "0012")
    places = some(st.integers(0, 10), 1, 2)
    return _members(build(lambda text, at: underscored(text, *at), numbers, places))


@clause("json-text-ascii-digits", *sources.MODEL, **BOTH_KINDS, of=TEXT)
def text_with_digits_of_other_scripts() -> Cases:
    """Only ASCII digits count in text, unlike in reward.txt."""
    digits = st.one_of(
        st.integers(0, 9999).map(str),
        st.integers(0, 9).map(str),
        build(lambda zero, value: chr(ord(zero) + value), ZEROS, st.integers(0, 9)),
        st.sampled_from(NOT_DIGITS),
    )
    places = ("{}", "1{}", "0.{}", "-{}5", "1e{}", " {} ", "{}_0")
    return _members(build(str.format, places, digits))


@clause("json-text-words", *sources.MODEL, **BOTH_KINDS, of=TEXT)
def text_words() -> Cases:
    """nan, inf and infinity in any case are numbers as text too."""
    words = ("nan", "inf", "infinity", "-inf", "+infinity", "-nan", " inf", "nan\n")
    others = (
        "infi", "true", "none", "1inf", "nan(1)", "snan", "\u221e", "\u0131nf", "null", "i_nf",
    )  # fmt: skip
    cases = (str.lower, str.upper, str.title, str.swapcase, str.capitalize)
    return _members(build(lambda change, word: change(word), cases, words + words + others))


@clause("json-text-binary64", *sources.MODEL, of=TEXT)
def text_beyond_binary64() -> Cases:
    """Text that reads as a float is rounded to binary64, whole numbers too."""
    whole = near_powers((53, 64), (-3, 3), ("", "-", " ", "+"))
    return _members(st.one_of(whole, binary64.halfway(), binary64.largest()))


@clause("json-text-integer", *sources.MODEL, of=TEXT)
def text_as_integers() -> tuple[Check, ...]:
    """Text that reads as no float is tried as an integer of full precision, white space outside and
    single underscores between digits allowed, and a point with zeros."""
    features = _members(st.sampled_from(NUMBERS_BY_FEATURES))
    return (
        Check("text-of-integers", text_of_integers(), **BOTH_KINDS),
        Check("features", features, **BOTH_KINDS, effort=1.6),
    )


def text_of_integers() -> Cases:
    """Text that no float can be read from, but an integer can."""
    others = (
        "1_0", "9_007199254740993", "1__0", "1_", "_1", "10", "1_0_0", "00_1", "0_1_0", "1_0x",
        "1 _0",
    )  # fmt: skip
    # One draw from the whole range would have 53 bits, and so lose nothing as a float.
    long = st.builds(
        lambda bits, offset: f"{2**bits + offset:_}", st.integers(53, 80), st.integers(1, 99)
    )
    bodies = either(long, others)
    ends = (" ", "", ".0 ", ".00 ", ".000\t", ".5 ", ". ", "e1 ")
    return _members(joined((" ", "\n", "\u00a0", ""), ("", "-", "+"), bodies, ends))


@clause("json-text-leading-zeros", *sources.MODEL, **BOTH_KINDS, of=TEXT)
def text_with_leading_zeros() -> Cases:
    """Where text is tried as an integer, leading zeros and underscores after a zero are dropped,
    and a minus sign behind them counts if none is before them."""
    before = ("", " "), ("", "", "-", "+"), ("0", "00", "0_", "0_0", "0__0", "_0", "")
    behind = ("-", "-", "", "+", "--", "_-"), ("1", "5", "1_0", "0", "01", "")
    return _members(joined(*before, *behind, ("", "", " ", ".0", "_")))


@clause(
    "json-text-digit-limit",
    *sources.MODEL,
    level=extreme("no test script writes 4,300 digits"),
    **BOTH_KINDS,
    of=TEXT,
)
def text_of_long_integers() -> Cases:
    """Text that only reads as an integer has at most 4300 digits, and otherwise is a
    ValidationError."""
    starts = (" ", " ", "", " -", " +", " 0_0")
    digits = build(mul, "02", (4299, 4300, 4298, 4301, 5000))
    return _members(joined(starts, ("1_", "1_", "1"), digits, ("", " ", ".0 ")))


def _members(texts: st.SearchStrategy[str]) -> Cases:
    """Objects of one text."""
    return json_of(texts.map(lambda text: json.dumps({"a": text})))
