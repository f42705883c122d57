"""Questions about the values in reward.json, and which of them harbor takes for numbers."""

from hypothesis import strategies as st

from conformance.model import Case
from conformance.strategies import binary64
from conformance.strategies.verifier import files

_GOOD = ("1", "0", "0.5", "-2", "true", '"3"', "1e2", "NaN", "9007199254740993", '"1_0"')
_BAD = ("null", "[]", "{}", "[1]", '{"a": 1}', '""', '"a"', '"true"', "[null]", '" "', '"1,0"')


def any_values() -> st.SearchStrategy[Case]:
    """Objects of up to three values of any type, mostly of those that become numbers."""
    values = st.sampled_from(_GOOD * 4 + _BAD)
    return _objects(st.lists(values, max_size=3))


def one_bad_among_good() -> st.SearchStrategy[Case]:
    """Objects of numbers, with one value among them that may be none."""
    good = st.lists(st.sampled_from(_GOOD), min_size=1, max_size=3)
    middle = st.sampled_from(_GOOD[:6] + _BAD)
    return _objects(st.builds(lambda a, b, c: [*a, b, *c], good, middle, good))


def null_documents() -> st.SearchStrategy[Case]:
    """The document null, and others that hold nothing, beside a reward.txt or alone."""
    texts = (
        b"null",
        b"null",
        b"{}",
        b"[]",
        b'""',
        b"0",
        b"false",
        b'{"a": null}',
        b'"null"',
        b"nul",
    )
    around = st.sampled_from((b"", b" ", b"\n", b"\r\n\t"))
    documents = st.builds(lambda a, b, c: a + b + c, around, st.sampled_from(texts), around)
    return st.builds(files, st.sampled_from((None, b"1", b"x")), documents)


def documents_of_any_type() -> st.SearchStrategy[Case]:
    """Documents that are a list, a number, a text or a word instead of an object."""
    whole = ("{}", '{"a": 1}', "[]", "1", '"1"', "true", "false", "0.5", "NaN", '""', "-Infinity")
    lists = ('[{"a": 1}]', '[["a", 1]]', "[null]", "[1, 2]", '["a", 1]', "[[]]", '"{}"', '"null"')
    around = st.sampled_from(("", " ", "\n"))
    return _text(
        st.builds(
            lambda a, b, c: a + b + c,
            around,
            st.sampled_from(whole[:2] * 3 + whole + lists),
            around,
        )
    )


def members_of_any_type() -> st.SearchStrategy[Case]:
    """Objects with a null, a list, an object or an unreadable text among numbers."""
    return _objects(st.lists(st.sampled_from(_BAD[:7] + _GOOD[:6]), min_size=1, max_size=2))


def booleans() -> st.SearchStrategy[Case]:
    """Objects with true and false among numbers and text."""
    values = ("true", "false", "true", "false", "1", "0", '"true"', '"false"', "null")
    return _objects(st.lists(st.sampled_from(values), min_size=1, max_size=4))


def integers() -> st.SearchStrategy[Case]:
    """Integers that a binary64 or a machine word does not hold."""
    near_powers = st.builds(
        lambda bits, offset, sign: f"{sign}{2**bits + offset}",
        st.integers(53, 1100),
        st.integers(-3, 3),
        st.sampled_from(("", "-")),
    )
    return _objects(st.lists(near_powers, min_size=1, max_size=2))


def long_integers() -> st.SearchStrategy[Case]:
    """Integers of 4300 digits, and of one more or less, where they count and where they do not."""
    return _text(
        st.builds(
            lambda place, sign, digit, length, end: place.format(sign + digit * length + end),
            st.sampled_from(('{{"a":{}}}', '{{"a":1,"b":{}}}', '{{"a":{},"a":1}}', "[{}]", "{}")),
            st.sampled_from(("", "-")),
            st.sampled_from("19"),
            st.sampled_from((4300, 4301, 4299, 4302, 5000)),
            st.sampled_from(("", "", "", ".0", "e0", "0")),
        )
    )


def floats() -> st.SearchStrategy[Case]:
    """Numbers with a point or an exponent, between two neighbouring binary64."""
    numbers = (binary64.halfway(), binary64.shortest(), binary64.largest(), binary64.smallest())
    return _objects(st.lists(st.one_of(*numbers), min_size=1, max_size=1))


def _text(texts: st.SearchStrategy[str]) -> st.SearchStrategy[Case]:
    return texts.map(lambda text: files(None, text.encode()))


def _objects(values: st.SearchStrategy[list[str]]) -> st.SearchStrategy[Case]:
    """Objects of these values, under the names a, b, c and so on."""
    return _text(
        values.map(
            lambda values: (
                "{"
                + ", ".join(f'"{n}": {v}' for n, v in zip("abcdefgh", values, strict=False))
                + "}"
            )
        )
    )
