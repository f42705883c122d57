"""Which characters count in reward.txt: white space and the digits of all scripts."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, clause, rare
from conformance.operations.strategies.characters import (
    NOT_DIGITS,
    NOT_WHITE_SPACE,
    WHITE_SPACE,
    ZEROS,
)
from conformance.operations.strategies.drawing import build, some
from conformance.operations.verifier import sources
from conformance.operations.verifier.inputs import BOTH_KINDS, txt_joined, txt_of
from conformance.operations.verifier.text_form import NUMBERS

LEVEL = rare("white space or digits of other scripts, and NUL, which only a faulty script prints")


@clause("text-white-space", *sources.TEXT, **BOTH_KINDS, effort=2.5)
def white_space() -> Cases:
    """Any Unicode white space around the number is dropped, U+001C to U+001F not among it."""
    # Numbers between characters that are white space to Unicode, to C or only to the eye.
    spaces = WHITE_SPACE + WHITE_SPACE[6:] + ("\x85", "\x1f") * 4
    around = some(spaces + NOT_WHITE_SPACE, 0, 2).map("".join)
    bodies = ("1", "0.5", "-1", "nan", "1e5", "\u0661", "1 0", "- 1")
    return txt_joined(around, bodies, around)


@clause("text-unicode-digits", *sources.TEXT, **BOTH_KINDS)
def unicode_digits() -> Cases:
    """The decimal digits of every script count as digits; other numerals do not."""
    numbers = ("1", "0.5", "-12.75", "1e3", "1_000", "907", "+8.", ".4", " 36 ", "6e-2", "inf")
    return txt_of(
        build(_in_another_script, numbers, ZEROS, st.integers(1, 255), ("",) * 30 + NOT_DIGITS)
    )


@clause("text-nul", *sources.TEXT, **BOTH_KINDS)
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
