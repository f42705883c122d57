"""Which values in reward.json are numbers to harbor, and which numbers."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, clause, common, extreme, rare
from conformance.operations.strategies import binary64
from conformance.operations.strategies.drawing import build, some
from conformance.operations.strategies.texts import joined, near_powers, object_of
from conformance.operations.verifier import sources
from conformance.operations.verifier.inputs import BOTH_KINDS, files, json_of

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
