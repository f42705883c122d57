"""The number in reward.txt: how it is written, in which characters, and what it becomes."""

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
    near_powers,
    underscored,
)
from conformance.operations.verifier import inputs
from conformance.operations.verifier.inputs import BOTH_KINDS, txt_joined, txt_of

LEVEL = rare("a number that a person, awk, bc or another language wrote")

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
    "true", "false", "True", "pass", "PASS", "passed", "fail", "FAILED", "yes", "no", "ok", "error",
)  # fmt: skip


@clause(
    "text-number",
    *sources.TEXT,
    level=common("alexrabo/LISAgentValidation: test.sh echoes 0 or 1"),
    **inputs.BOTH_KINDS,
)
def anything() -> Cases:
    """reward.txt holds one number as Python's float() reads it; anything else is a
    VerifierOutputParseError."""
    return inputs.txt_of(st.one_of(edited(NUMBERS, _PIECES), edited(NUMBERS + REMARKS, _PIECES)))


@clause("text-whole-file", *sources.TEXT, **inputs.BOTH_KINDS)
def beside_numbers() -> Cases:
    """The number is all of reward.txt: only white space may precede or follow it."""
    ends = (
        "", "\n", "\r\n", " ", "\t\n", "\n\n", "\n0", " 0", ";", ",", "abc", "\n1\n", ".", "%",
        " #", "\n\nok",
    )  # fmt: skip
    starts = ("", "", "", "\n", " ", "reward: ", "$", "= ", "0\n")
    return inputs.txt_joined(starts, NUMBERS, ends)


@clause("text-sign", *sources.TEXT, **inputs.BOTH_KINDS)
def signs() -> Cases:
    """One + or - may directly precede the digits or the word."""
    usual = ("+", "-", "+", "-", " +", "\n-", "- ", "+ ", "- ")
    signs = ("", "+", "-", "--", "+-", "- ", "-\n", "\u2212", "\uff0b", "~", "-_", "+\t")
    return inputs.txt_joined(
        signs + usual, ("1", "0", "0.5", ".5", "inf", "nan", "1e5", "+1"), ("", "", "-")
    )


@clause("text-point", *sources.TEXT, **inputs.BOTH_KINDS)
def points() -> Cases:
    """The digits may be missing before the point or behind it, but not at both sides."""
    points = (".", ".", ".", "", ",", "..", "\u066b", "\uff0e")
    return inputs.txt_joined(
        ("", "-", "0", "1", "12", "-1"), points, ("", "0", "5", "25", "e1", "5e1", ".5")
    )


@clause("text-exponent", *sources.TEXT, **inputs.BOTH_KINDS, effort=2)
def exponents() -> Cases:
    """Digits may be followed by e or E, at most one sign and at least one digit."""
    marks = ("e", "E", "e+", "e-", "E-", "e", "E", "e", "e ", "ee", "e+-", "d", "^", "*10^", "p")
    digits = (
        "0", "5", "1", "05", "22", "", "", "", "1.5", "1_0", "1e1", "000000000000000000003", "x",
    )  # fmt: skip
    return inputs.txt_joined(("1", "0", "2.5", ".5", "7.", "-1", "", "inf", "1_0"), marks, digits)


@clause("text-underscore", *sources.TEXT, **inputs.BOTH_KINDS)
def underscores() -> Cases:
    """A single underscore may separate two digits, and may occur nowhere else."""
    numbers = ("123456", "12.34", "10e10", "12345.678901", "-12e-34", "1000", "0000", "3.14159e22")
    once = build(underscored, numbers, st.integers(0, 12))
    twice = build(underscored, numbers, *[st.integers(0, 12)] * 2)
    return inputs.txt_of(st.one_of(once, twice, edited(numbers, ("_",))))


@clause("text-words", *sources.TEXT, **inputs.BOTH_KINDS, effort=3)
def words() -> Cases:
    """nan, inf and infinity in any case are numbers; no other word is one."""
    word = either(build(_in_mixed_case, _WORDS, st.integers(0, 255)), _NEARLY_WORDS)
    return inputs.txt_joined(("", "", "+", "-", " ", "- "), word, ("", "", "\n"))


@clause("text-decimal-only", *sources.TEXT)
def decimal_only() -> tuple[Check, ...]:
    """Numbers are decimal: leading zeros mean nothing, and prefixes, suffixes and separators of
    thousands other than underscores are refused."""
    prefixes = (
        "0x", "0x", "0x", "0X", "-0x", "0b", "0o", "0", "00", "$", "#", "&h", "\\u0031", "\u20ac",
    )  # fmt: skip
    suffixes = ("p3", "p-1", "f", "d", "L", "j", "n", "m", "%", "_000", ",000", "'000", "u8")
    starts, ends = ("",) * 5 + ("0", "0") + prefixes, ("",) * 9 + suffixes
    other_notations = inputs.txt_joined(
        starts, ("1", "010", "17", "017", "0777", "0", "0.5", "1.8", "1f"), ends
    )
    return (
        Check("other-notations", other_notations, **inputs.BOTH_KINDS, effort=2),
        Check(
            "features",
            inputs.txt_of(st.sampled_from(inputs.NUMBERS_BY_FEATURES)),
            **inputs.BOTH_KINDS,
            effort=1.6,
        ),
    )


def _in_mixed_case(word: str, which: int) -> str:
    return "".join(c.upper() if which >> (i % 8) & 1 else c for i, c in enumerate(word))


CHARACTERS = Subject(
    "text-characters",
    rare("white space or digits of other scripts, and NUL, which only a faulty script prints"),
)


@clause("text-white-space", *sources.TEXT, **BOTH_KINDS, effort=2.5, of=CHARACTERS)
def white_space() -> Cases:
    """Any Unicode white space around the number is dropped, U+001C to U+001F not among it."""
    # Numbers between characters that are white space to Unicode, to C or only to the eye.
    spaces = WHITE_SPACE + WHITE_SPACE[6:] + ("\x85", "\x1f") * 4
    around = some(spaces + NOT_WHITE_SPACE, 0, 2).map("".join)
    bodies = ("1", "0.5", "-1", "nan", "1e5", "\u0661", "1 0", "- 1")
    return txt_joined(around, bodies, around)


@clause("text-unicode-digits", *sources.TEXT, **BOTH_KINDS, of=CHARACTERS)
def unicode_digits() -> Cases:
    """The decimal digits of every script count as digits; other numerals do not."""
    numbers = ("1", "0.5", "-12.75", "1e3", "1_000", "907", "+8.", ".4", " 36 ", "6e-2", "inf")
    return txt_of(
        build(_in_another_script, numbers, ZEROS, st.integers(1, 255), ("",) * 30 + NOT_DIGITS)
    )


@clause("text-nul", *sources.TEXT, **BOTH_KINDS, of=CHARACTERS)
def null_characters() -> Cases:
    """A NUL character does not end the text: it makes it a VerifierOutputParseError."""
    zero = ("\x00", "\x00", "\x00", "\x00\x00", "\x1a", "\x04", "\n", "\\0")
    return txt_joined(("",) * 6 + zero, NUMBERS[:16], ("",) * 6 + (*zero, "\x001"))


def _in_another_script(text: str, zero: str, which: int, tail: str) -> str:
    """Replace the digits that ``which`` has a bit for, the first digit by its lowest bit."""
    characters = []
    for place, character in enumerate(text):
        other = character.isdigit() and which >> (place % 8) & 1
        characters.append(chr(ord(zero) + int(character)) if other else character)
    return "".join(characters) + tail


ROUNDING = Subject("text-rounding", rare("more digits than binary64 holds"))
_EXTREME = extreme("no reward lies beyond 1e308 or below 1e-308")


@clause(
    "text-name",
    sources.NUMBER,
    level=common("alexrabo/LISAgentValidation: test.sh writes reward.txt"),
    check="numbers-as-text",
    of=ROUNDING,
)
def text_name() -> Cases:
    """The number of reward.txt is the only reward, and its name is reward."""
    return txt_of(st.one_of(st.integers(-(2**53), 2**53).map(str), binary64.shortest()))


@clause("text-integer", sources.NUMBER, check="integers-as-text", of=ROUNDING)
def text_integer() -> Cases:
    """A whole number in reward.txt is rounded to binary64 like any other."""
    return txt_of(near_powers((50, 90), (0, 99), ("", "-")))


@clause("text-rounding", sources.NUMBER, of=ROUNDING)
def rounded() -> Cases:
    """A number of any length becomes the nearest binary64; of two equally near ones, the even
    one."""
    return txt_of(st.one_of(binary64.halfway(), binary64.halfway(), binary64.shortest()))


@clause("text-overflow", sources.NUMBER, level=_EXTREME, of=ROUNDING)
def large() -> Cases:
    """A number too large for a binary64 becomes infinity and is not an error."""
    return txt_of(binary64.largest())


@clause("text-underflow", sources.NUMBER, level=_EXTREME, of=ROUNDING)
def small() -> Cases:
    """Small numbers become subnormal, and finally zero, by the same rounding."""
    return txt_of(binary64.smallest())
