"""Texts made of parts, and of characters and bytes that readers of numbers treat differently."""

from collections.abc import Iterable, Sequence

from hypothesis import strategies as st

from conformance.operations.strategies.drawing import Choice, build

WHITE_SPACE = tuple(
    chr(code)
    for code in (
        *(0x20, 0x0A, 0x09, 0x0D, 0x0B, 0x0C, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B)),
        *(0x2028, 0x2029, 0x202F, 0x205F, 0x3000),
    )
)
"""The White_Space property of Unicode."""

NOT_WHITE_SPACE = tuple(
    chr(code)
    for code in (
        *(0x1C, 0x1D, 0x1E, 0x1F, 0x00, 0x08, 0x0E, 0x1A, 0x7F, 0x84, 0x86, 0xAD, 0x180E),
        *(0x200B, 0x200C, 0x200D, 0x200E, 0x2060, 0x2800, 0x3164, 0xFEFF),
    )
)
"""What some trim function drops, some terminal hides or some language counts as space."""

ZEROS = tuple(
    chr(code)
    for code in (
        *(0x660, 0x6F0, 0x966, 0xFF10, 0x7C0, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6),
        *(0xD66, 0xDE6, 0xE50, 0xED0, 0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0),
        *(0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0),
        *(0xA9F0, 0xAA50, 0xABF0, 0x104A0, 0x10D30, 0x11066, 0x110F0, 0x11136, 0x111D0),
        *(0x112F0, 0x11450, 0x114D0, 0x11650, 0x116C0, 0x11730, 0x118E0, 0x11950, 0x11C50),
        *(0x11D50, 0x11DA0, 0x11F50, 0x16A60, 0x16AC0, 0x16B50, 0x1D7CE, 0x1D7D8, 0x1D7E2),
        *(0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E4F0, 0x1E950, 0x1FBF0),
    )
)
"""The zeros of Unicode 15.0 beyond ASCII, each the first of a run of ten digits.

Written out, because the digits that a Python knows grow with its Unicode tables.
"""

NOT_DIGITS = tuple(
    chr(code)
    for code in (
        *(0xB2, 0xB9, 0xBD, 0x2460, 0x2160, 0x3007, 0x4E00, 0x1369, 0x19DA, 0x2070, 0x2081),
        *(0x2776, 0xD70, 0x10A40, 0x1F101, 0x66B, 0xFF0E, 0x2212, 0xFF0B, 0x6F, 0x4F, 0x6C),
    )
)
"""Numerals without a place value, signs and points of other scripts, and letters like 0 and 1."""

AROUND = ("", "", *WHITE_SPACE, *NOT_WHITE_SPACE)
NUMERALS = ZEROS + NOT_DIGITS

LONE_BYTES = (
    b"\xff", b"\x80", b"\xe9", b"\xa0", b"\xc2", b"\xe2\x80", b"\xf0\x9d\x9f", b"\xc0\xb1",
    b"\xe0\x80\xb1", b"\xc0\x80", b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xf4\x90\x80\x80",
    b"\xf8\x88\x80\x80\x80", b"\xfe",
)  # fmt: skip
"""Byte sequences that are not UTF-8: lone, cut short, overlong, surrogates, out of range."""

WELL_FORMED = tuple(
    chr(code).encode() for code in (0xA0, 0x2003, 0x3000, 0x661, 0xFF11, 0x1D7CF, 0x20, 0x31)
)
"""Characters beyond ASCII that a number may carry, and two within."""

SEQUENCES = LONE_BYTES + WELL_FORMED

ALIKE_NAMES = (
    ("t", "T"), ("t", "t "), ("t", " t"), ("t", "t\n"), ("1", "01"), ("1", "1.0"), ("t-1", "t_1"),
    ("\u00e9", "e\u0301"), ("\u00c5", "\u212b"), ("K", "\u212a"), ("\u00df", "ss"),
    ("\ufb01", "fi"), ("t", "t\u200b"), ("t", "t\x00"), ("org/t", "t"), ("org/t", "lib/t"),
    ("org/lib/t", "lib/t"), ("0", "false"),
)  # fmt: skip
"""Pairs of names that are different and often taken for the same."""


def edited(texts: Sequence[str], pieces: Sequence[str]) -> st.SearchStrategy[str]:
    """One of the texts with one small edit or none; ``pieces`` are what is inserted."""
    edits = ("keep", "insert", "delete", "replace", "repeat", "cut", "twice")
    return build(edit, texts, edits, st.integers(0, 30), pieces)


def edit(text: str, how: str, place: int, piece: str) -> str:
    """Return a text after one edit at a place, which is counted round and round."""
    at = place % (len(text) + 1)
    head, tail = text[:at], text[at:]
    results = {
        "keep": text, "insert": head + piece + tail, "delete": head + tail[1:],
        "replace": head + piece + tail[1:], "repeat": head + tail[:1] + tail, "cut": head,
        "twice": text + text,
    }  # fmt: skip
    return results[how]


def with_bytes(texts: Sequence[bytes], pieces: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """One of the texts with one of the pieces at any place."""

    def insert(text: bytes, place: int, piece: bytes) -> bytes:
        at = place % (len(text) + 1)
        return text[:at] + piece + text[at:]

    return build(insert, texts, st.integers(0, 30), pieces)


ENCODINGS = (
    "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-7",
    "latin-1", "cp1252", "cp037",
)  # fmt: skip
"""How editors, shells and other languages write text when nobody tells them to use UTF-8."""


def encoded(text: str, encoding: str) -> bytes:
    """Return the text in an encoding, with ``?`` for what the encoding lacks."""
    # Python's "utf-16" takes the byte order of the machine.
    marks = {"utf-16": ("utf-16-le", b"\xff\xfe"), "utf-32": ("utf-32-le", b"\xff\xfe\x00\x00")}
    name, mark = marks.get(encoding, (encoding, b""))
    return mark + text.encode(name, "replace")


def joined(*parts: Choice) -> st.SearchStrategy[str]:
    """Return texts made of one part after the other."""
    return build(lambda *drawn: "".join(drawn), *parts)


def near_powers(
    bits: tuple[int, int], offsets: tuple[int, int], signs: tuple[str, ...]
) -> st.SearchStrategy[str]:
    """Return integers near powers of two; ``bits`` and ``offsets`` are the least and the most."""
    return build(
        lambda power, offset, sign: f"{sign}{2**power + offset}",
        st.integers(*bits),
        st.integers(*offsets),
        signs,
    )


def object_of(pairs: Iterable[tuple[str, str]]) -> str:
    """Return a JSON object as text, of names and values as text."""
    return "{" + ", ".join(f'"{name}": {value}' for name, value in pairs) + "}"


def underscored(text: str, *places: int) -> str:
    """Return a text with an underscore inserted at each place, which is counted round and round."""
    for place in places:
        text = edit(text, "insert", place, "_")
    return text
