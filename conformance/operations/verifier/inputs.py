"""What cases about reward files are made of, and a check that must see both kinds of answer."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, both_kinds, is_result
from conformance.operations.strategies.drawing import Choice, covering
from conformance.operations.strategies.texts import joined
from conformance.protocol.values import Case


def files(text: bytes | None, json: bytes | None) -> Case:
    """Return the case of these two files; None stands for no file."""
    return Case("verifier", {"reward.txt": text, "reward.json": json})


def txt_file(content: bytes) -> Case:
    """Return the case of a reward.txt alone."""
    return files(content, None)


def json_file(content: bytes) -> Case:
    """Return the case of a reward.json alone."""
    return files(None, content)


def txt_of(texts: st.SearchStrategy[str]) -> Cases:
    """Return cases of a reward.txt that holds one of these texts."""
    return texts.map(lambda text: txt_file(text.encode()))


def json_of(texts: st.SearchStrategy[str]) -> Cases:
    """Return cases of a reward.json that holds one of these texts."""
    return texts.map(lambda text: json_file(text.encode()))


def txt_joined(*parts: Choice) -> Cases:
    """Return cases of a reward.txt made of one part after the other."""
    return txt_of(joined(*parts))


NUMBER_FEATURES = (
    ("", " ", "\r", "\n", "\t", "\u00a0", "\r\n"),
    ("", "-", "+", "", "-", "+", ""),
    ("1", "0", "12", "1_0", "007", "1_000", "0_1"),
    ("", ".", ".00", ".5", ".0", ".25", ".000"),
    ("", " ", "\r", "\r\n", "\x0c", "\u2003", "\n"),
)
"""Spaces, sign, digits, fraction and spaces of numbers that are read."""

ODD_FEATURES = (
    ("", " ", "\r", "\n", "\t", "\u00a0", "\x1c"),
    ("", "-", "+", "\u2212", "- ", "--", "\x00"),
    ("1", "0", "12", "1_0", "1__0", "007", "\u0661"),
    ("", ".", ".00", ".5", "._5", ".5_", "_"),
    ("", "e2", "E-2", "e", "e+1_0", "inf", "%"),
    ("", " ", "\r", "\r\n", "\x0c", "\u200b", "\x00"),
)
"""The same, with an exponent, of numbers that are mostly refused."""

NUMBERS_BY_FEATURES = tuple(
    dict.fromkeys([*covering(*NUMBER_FEATURES), *covering(*ODD_FEATURES, together=2)])
)

BOTH_KINDS = both_kinds(is_result, "harbor reads it", "harbor refuses it", 0.03)
"""For rules about what harbor reads and what it refuses: a check must see both."""
