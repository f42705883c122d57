"""The numbers that Python's ``float()`` reads from text.

harbor reads reward.txt with ``float(text)`` (harbor/verifier/verifier.py:68).
Any digit and any white space of Unicode count; an underscore may stand between
two digits; ``inf``, ``infinity`` and ``nan`` are words. What remains is plain ASCII
decimal text, which every language can round to the nearest binary64.
"""

import re

WHITE_SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008"
    "\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
"""Characters dropped at both ends. U+001C to U+001F, which ``str.strip`` drops, are not."""

_ZEROS = (
    0x0030, 0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6,
    0x0C66, 0x0CE6, 0x0D66, 0x0DE6, 0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0,
    0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620,
    0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10, 0x104A0, 0x10D30, 0x11066,
    0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0, 0x11650, 0x116C0, 0x11730,
    0x118E0, 0x11950, 0x11C50, 0x11D50, 0x11DA0, 0x11F50, 0x16A60, 0x16AC0, 0x16B50,
    0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E4F0, 0x1E950,
    0x1FBF0,
)  # fmt: skip
DIGITS = {chr(zero + value): str(value) for zero in _ZEROS for value in range(10)}
"""Each decimal digit of Unicode 15.0, in runs of ten that begin with a zero."""

_DIGITS = r"[0-9]+(?:_[0-9]+)*"
_NUMBER = re.compile(
    rf"[+-]?(?:(?:{_DIGITS}(?:\.(?:{_DIGITS})?)?|\.{_DIGITS})(?:e[+-]?{_DIGITS})?"
    r"|inf|infinity|nan)",
    re.IGNORECASE | re.ASCII,
)


def parse(text: str) -> float | None:
    """Return the binary64 nearest to the number in ``text``, or None if it holds none."""
    plain = text.strip(WHITE_SPACE)
    if not plain.isascii():
        plain = "".join(DIGITS.get(character, character) for character in plain)
    if not _NUMBER.fullmatch(plain):
        return None
    return float(plain.replace("_", ""))
