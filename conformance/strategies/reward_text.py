"""Questions about what stands in reward.txt, one function a rule of ``float()``."""

from hypothesis import strategies as st

from conformance.model import Case
from conformance.strategies import binary64
from conformance.strategies.characters import (
    ENCODINGS,
    LONE_BYTES,
    NOT_DIGITS,
    NOT_WHITE_SPACE,
    WELL_FORMED,
    WHITE_SPACE,
    ZEROS,
    edited,
    encoded,
    with_bytes,
)
from conformance.strategies.verifier import files

NUMBERS = (
    "1", "0", "0.5", "-1", "12", "1.25", "+3", ".5", "7.", "1e5", "-2.5e-3", "0001", "1_000",
    "-0.0", "nan", "inf", "-inf", "Infinity", "NaN", "9007199254740993", "1E+10", "0.1\n", " 1 ",
    "123456789012345678901234567890", "3.141592653589793", "1e400", "5e-324", "00.10",
)  # fmt: skip
"""What float() reads, the simplest first."""

REMARKS = (
    "pass", "True", "true", "PASSED", "1,0", "1/2", "50%", "reward: 1", "1 # done", "None", "null",
    "1 0", "0.5 0.5", "1\n0", "1;", "{}", '{"reward": 1}', "[1]", '"1"', "'1'", "1.0.0", "--1",
    "e5", "============================== 3 passed in 0.12s ===============================\n",
    "tests/test_outputs.py ..F                                                    [100%]\n",
    "=================== 1 failed, 2 passed, 1 warning in 10.05s ====================\n1\n",
    "1\n========== 1 passed in 1.00s ==========\n", "E       assert 0 == 1\n", "\x1b[32m1\x1b[0m\n",
    "echo 1 > /logs/verifier/reward.txt", "$1", "#1", "1.0f", "0x1", "1e", ".", "+", "-", "_",
    "bash: line 1: 0: command not found\n", "Traceback (most recent call last):\n", "1\\n", "-n 1",
)  # fmt: skip
"""What test scripts leave behind in place of a number."""

_PIECES = (
    *("0", "1", "9", ".", "-", "+", "_", "e", "E", " ", "\n", ",", "x", "n", "inf", "nan", "\r\n"),
    *("\t", "\x00", "\ufeff", "\x1f", "\u00a0", "\u0661", "\u00b2", "\U0001d7d9", "f", "__", "%"),
)

_WORDS = ("nan", "inf", "infinity", "NaN", "INF", "Infinity")
_NEARLY_WORDS = (
    "infi", "infinit", "infinityy", "nan0", "nan(1)", "snan", "qnan", "in", "na", "n", "null",
    "None", "undefined", "\u221e", "1.#INF", "1.#QNAN", "\u0131nf", "\u0130nf", "in\ufb01nity",
    "\uff49\uff4e\uff46", "in f", "in_f", "nan_", "_inf", "1inf", "inf1", "inf.", "nane1",
    "\u212anan", "Inf\u0131nity", "NA", "N/A", "NaN%", "overflow", "huge", "infinity.0", "-",
)  # fmt: skip


def anything() -> st.SearchStrategy[Case]:
    """Numbers and remarks, each as it is or with one character out of place."""
    return _text(st.one_of(edited(NUMBERS, _PIECES), edited(NUMBERS + REMARKS, _PIECES)))


def beside_numbers() -> st.SearchStrategy[Case]:
    """A number, and something more before or behind it."""
    ends = (
        "",
        "\n",
        "\r\n",
        " ",
        "\t\n",
        "\n\n",
        "\n0",
        " 0",
        ";",
        ",",
        "abc",
        "\n1\n",
        ".",
        "%",
        " #",
        "\n\nok",
    )
    starts = ("", "", "", "\n", " ", "reward: ", "$", "= ", "0\n")
    return _joined(starts, NUMBERS, ends)


def integers_as_text() -> st.SearchStrategy[Case]:
    """Whole numbers that a binary64 holds or does not hold."""
    return _text(
        st.builds(
            lambda bits, offset, sign: f"{sign}{2**bits + offset}",
            st.integers(50, 90),
            st.integers(0, 99),
            st.sampled_from(("", "-")),
        )
    )


def signs() -> st.SearchStrategy[Case]:
    """One sign, several, or what looks like one."""
    usual = ("+", "-", "+", "-", " +", "\n-", "- ", "+ ", "- ")
    signs = ("", "+", "-", "--", "+-", "- ", "-\n", "\u2212", "\uff0b", "~", "-_", "+\t")
    return _joined(signs + usual, ("1", "0", "0.5", ".5", "inf", "nan", "1e5", "+1"), ("", "", "-"))


def points() -> st.SearchStrategy[Case]:
    """Digits before the point, behind it, at both sides or at neither."""
    points = (".", ".", ".", "", ",", "..", "\u066b", "\uff0e")
    return _joined(("", "-", "0", "1", "12", "-1"), points, ("", "0", "5", "25", "e1", "5e1", ".5"))


def exponents() -> st.SearchStrategy[Case]:
    """Exponents with and without sign and digits, short and long."""
    marks = ("e", "E", "e+", "e-", "E-", "e", "e ", "ee", "e+-", "d", "^", "*10^", "p")
    digits = (
        "0",
        "5",
        "1",
        "05",
        "22",
        "",
        "",
        "",
        "1.5",
        "1_0",
        "1e1",
        "000000000000000000003",
        "x",
    )
    return _joined(("1", "0", "2.5", ".5", "7.", "-1", "", "inf", "1_0"), marks, digits)


def underscores() -> st.SearchStrategy[Case]:
    """Numbers with one or two underscores anywhere."""
    numbers = ("123456", "12.34", "10e10", "12345.678901", "-12e-34", "1000", "0000", "3.14159e22")
    once = edited(numbers, ("_",))
    return _text(
        st.one_of(
            st.builds(_underscored, st.sampled_from(numbers), st.integers(0, 12), st.none()),
            st.builds(_underscored, st.sampled_from(numbers), *[st.integers(0, 12)] * 2),
            once,
        )
    )


def white_space() -> st.SearchStrategy[Case]:
    """Numbers between characters that are white space to Unicode, to C or only to the eye."""
    spaces = WHITE_SPACE + WHITE_SPACE[6:] + ("\x85", "\x1f") * 4
    around = st.lists(st.sampled_from(spaces + NOT_WHITE_SPACE), max_size=2).map("".join)
    bodies = st.sampled_from(("1", "0.5", "-1", "nan", "1e5", "\u0661", "1 0", "- 1", "1 e5"))
    return _text(st.builds(lambda start, body, end: start + body + end, around, bodies, around))


def unicode_digits() -> st.SearchStrategy[Case]:
    """Numbers with some digits of other scripts, and now and then with what is none."""
    numbers = ("1", "0.5", "-12.75", "1e3", "1_000", "907", "+8.", ".4", " 36 ", "6e-2", "inf")
    return _text(
        st.builds(
            _in_another_script,
            st.sampled_from(numbers),
            st.sampled_from(ZEROS),
            st.integers(1, 255),
            st.sampled_from(("",) * 30 + NOT_DIGITS),
        )
    )


def words() -> st.SearchStrategy[Case]:
    """The words for infinity and nan in any case, and words close to them."""
    word = st.one_of(
        st.builds(_in_mixed_case, st.sampled_from(_WORDS), st.integers(0, 255)),
        st.sampled_from(_NEARLY_WORDS),
    )
    start, end = st.sampled_from(("", "", "+", "-", " ", "- ")), st.sampled_from(("", "", "\n"))
    return _text(st.builds(lambda a, b, c: a + b + c, start, word, end))


def other_notations() -> st.SearchStrategy[Case]:
    """Numbers as other languages write them, hexadecimal, octal, suffixed or grouped."""
    prefixes = ("0x", "0X", "-0x", "0b", "0o", "0", "00", "$", "#", "&h", "\\u0031", "\u20ac")
    suffixes = ("p3", "p-1", "f", "d", "L", "j", "n", "m", "%", "_000", ",000", "'000", "u8")
    starts, ends = ("",) * 5 + ("0", "0") + prefixes, ("",) * 9 + suffixes
    return _joined(starts, ("1", "010", "17", "017", "0777", "0", "0.5", "1.8", "1f"), ends)


def rounded() -> st.SearchStrategy[Case]:
    """Numbers between two neighbouring binary64, with up to hundreds of digits."""
    return _text(st.one_of(binary64.halfway(), binary64.halfway(), binary64.shortest()))


def large() -> st.SearchStrategy[Case]:
    """Numbers about the largest finite binary64."""
    return _text(binary64.largest())


def small() -> st.SearchStrategy[Case]:
    """Numbers about the smallest binary64."""
    return _text(binary64.smallest())


def null_characters() -> st.SearchStrategy[Case]:
    """Numbers with a NUL, or another C control character, at any place."""
    zero = ("\x00", "\x00", "\x00", "\x00\x00", "\x1a", "\x04", "\n", "\\0")
    return _joined(("",) * 6 + zero, NUMBERS[:16], ("",) * 6 + (*zero, "\x001"))


def encodings() -> st.SearchStrategy[Case]:
    """Numbers in other encodings than UTF-8, and with bytes that are not UTF-8."""
    texts = st.sampled_from((*NUMBERS[:12], "\u00a01", "\u20030.5\u2003", "\u0661", "\uff11"))
    whole = st.builds(encoded, texts, st.sampled_from(("utf-8",) * 4 + ("utf-16",) * 2 + ENCODINGS))
    numbers = tuple(number.encode() for number in NUMBERS[:8])
    pieces = with_bytes(numbers, LONE_BYTES + WELL_FORMED * 2)
    return st.one_of(whole, pieces).map(_file)


def byte_order_marks() -> st.SearchStrategy[Case]:
    """Numbers behind, before or without a byte order mark."""
    marks = (b"", b"", b"\xef\xbb\xbf", b"\xef\xbb\xbf", b" \xef\xbb\xbf", b"\xef\xbb\xbf\n")
    start, end = st.sampled_from(marks), st.sampled_from((b"", b"", b"\n", b"\xef\xbb\xbf"))
    numbers = st.sampled_from(NUMBERS).map(str.encode)
    return st.builds(lambda a, b, c: _file(a + b + c), start, numbers, end)


def _file(content: bytes) -> Case:
    return files(content, None)


def _text(texts: st.SearchStrategy[str]) -> st.SearchStrategy[Case]:
    return texts.map(lambda text: _file(text.encode()))


def _joined(*parts: tuple[str, ...]) -> st.SearchStrategy[Case]:
    return _text(st.tuples(*map(st.sampled_from, parts)).map("".join))


def _underscored(text: str, first: int, second: int | None) -> str:
    for place in (first, second):
        if place is not None:
            at = place % (len(text) + 1)
            text = f"{text[:at]}_{text[at:]}"
    return text


def _in_another_script(text: str, zero: str, which: int, tail: str) -> str:
    """Replace the digits that ``which`` has a bit for, the first digit by its lowest bit."""
    found = []
    for place, character in enumerate(text):
        other = character.isdigit() and which >> (place % 8) & 1
        found.append(chr(ord(zero) + int(character)) if other else character)
    return "".join(found) + tail


def _in_mixed_case(word: str, which: int) -> str:
    return "".join(c.upper() if which >> (i % 8) & 1 else c for i, c in enumerate(word))
