"""What other readers make of the number in reward.txt, and of its bytes."""

import math
import re
import struct
import sys

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    after,
    around,
    before,
    family,
)
from candidates.deviations.verifier.text import Number, Read, rewritten

WITHIN_BINARY32 = 1e38


def in_single_precision(number: Number) -> Number:
    """Return the number as binary32 holds it, if it can hold one of that size."""
    if number is None or not math.isfinite(number) or abs(number) > WITHIN_BINARY32:
        return number
    return float(struct.unpack("f", struct.pack("f", number))[0])


def _in_digits(most: int) -> Changes:
    """Cut the digits after the first N that count."""

    def cut(text: str) -> str:
        kept, count, exponent = [], 0, False
        for character in text:
            exponent = exponent or character in "eE"
            if character.isdigit() and not exponent:
                count += count > 0 or character != "0"
                kept.append("0" if count > most else character)
            else:
                kept.append(character)
        return "".join(kept)

    return before({"text.parse": cut})


def _digit_by_digit(read: Read) -> Read:
    """Build the number as a sum of digits and a power of ten, with a rounding in every step."""

    def change(text: str) -> Number:
        parts = re.fullmatch(r"(-?)([0-9]+)(?:\.([0-9]*))?(?:e(-?[0-9]{1,3}))?", text)
        if parts is None:
            return read(text)
        sign, whole, fraction, exponent = parts.groups(default="")
        number = 0.0
        for digit in whole + fraction:
            number = number * 10 + int(digit)
        power = int(exponent or 0) - len(fraction)
        scale = 10.0 ** min(abs(power), 308)
        number = number / scale if power < 0 else number * scale
        return -number if sign else number

    return change


def _overflown(number: Number, text: str) -> bool:
    return number in (math.inf, -math.inf) and "inf" not in text.lower()


def _finite_only(read: Read) -> Read:
    """Refuse digits that overflow, as readers do that report a range error."""

    def change(text: str) -> Number:
        number = read(text)
        return None if _overflown(number, text) else number

    return change


def _clamped(read: Read) -> Read:
    def change(text: str) -> Number:
        number = read(text)
        if number is not None and _overflown(number, text):
            return math.copysign(sys.float_info.max, number)
        return number

    return change


def _normal_only(number: Number) -> Number:
    return 0.0 if number is not None and abs(number) < sys.float_info.min else number


def _refuse_underflow(read: Read) -> Read:
    def change(text: str) -> Number:
        number = read(text)
        mantissa = re.split("[eE]", text)[0]
        return None if number == 0 and re.search("[1-9]", mantissa) else number

    return change


def without_mark(content: bytes) -> bytes:
    """Return a file without its byte order mark; one of nothing else is blank, not empty."""
    return content and (content.removeprefix(b"\xef\xbb\xbf") or b" ")


def _by_its_mark(content: bytes) -> bytes:
    marked = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    return content.decode("utf-16", "replace").encode() if marked else content


DEVIATIONS = (
    family(
        "text-value",
        "verifier.text-rounding",
        "the number in reward.txt {}",
        {
            "single": ("is rounded to binary32", after({"text.parse": in_single_precision})),
            "stepwise": ("is rounded after each digit", around({"text.parse": _digit_by_digit})),
            "no-overflow": (
                "is refused if it overflows",
                around({"text.parse": _finite_only}),
                "verifier.text-overflow",
            ),
            "clamped": (
                "is at most the greatest finite one",
                around({"text.parse": _clamped}),
                "verifier.text-overflow",
            ),
            "flushed": (
                "is 0 if it is subnormal",
                after({"text.parse": _normal_only}),
                "verifier.text-underflow",
            ),
            "no-underflow": (
                "is refused if it underflows",
                around({"text.parse": _refuse_underflow}),
                "verifier.text-underflow",
            ),
        },
        advice="Round the number to the nearest binary64, infinities and subnormals included.",
    ),
    Deviation(
        "seventeen-digits",
        "verifier.text-rounding",
        "digits after the first {} are ignored",
        parameter=Parameter("number of digits", "17", int, _in_digits),
        advice="Round the whole number to the nearest binary64.",
    ),
    family(
        "text-nul",
        "verifier.text-nul",
        "{}",
        {
            "ends": (
                "text ends at NUL, as in C",
                before({"text.parse": lambda text: text.split("\0")[0]}),
            ),
            "dropped": ("NUL characters are dropped", rewritten("text.parse", "\0", "")),
        },
        advice="Raise VerifierOutputParseError for text with a NUL.",
    ),
    family(
        "text-decoded",
        "verifier.text-utf8",
        "reward.txt is decoded {}",
        {
            "latin-1": (
                "as Latin-1",
                before({"text.decode": lambda content: content.decode("latin-1").encode()}),
            ),
            "ignoring": (
                "without bytes that are not UTF-8",
                before({"text.decode": lambda content: content.decode(errors="ignore").encode()}),
            ),
            "utf-16": ("as UTF-16 if it has the mark", before({"text.decode": _by_its_mark})),
            "without-mark": (
                "without its byte order mark",
                before({"text.decode": without_mark}),
                "verifier.text-byte-order-mark",
            ),
        },
        advice="Decode reward.txt as strict UTF-8, and keep a byte order mark.",
    ),
    Deviation(
        "json-latin-1",
        "verifier.json-utf8",
        "reward.json is decoded as Latin-1",
        before({"json.decode": lambda content: content.decode("latin-1").encode()}),
        advice="Decode reward.json as strict UTF-8.",
    ),
)
"""Each breaks one clause about the value of the number in reward.txt, or about its bytes."""
