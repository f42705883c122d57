"""What reward.json is as a document."""

from conformance.operations.clause import Cases, clause, common, rare
from conformance.operations.strategies.characters import edited
from conformance.operations.strategies.drawing import build
from conformance.operations.strategies.texts import joined
from conformance.operations.verifier import sources
from conformance.operations.verifier.inputs import BOTH_KINDS, json_of

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
    others = (
        "\x0b",
        "\x0c",
        "\u00a0",
        "\u2028",
        "\u3000",
        "\u2003",
        "\x85",
        "\x1f",
        "\x00",
        "\u200b",
    )
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
