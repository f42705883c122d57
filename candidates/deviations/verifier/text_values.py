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
)
from candidates.deviations.verifier.text import Number, Read, rewritten

WITHIN_BINARY32 = 1e38


def in_single_precision(number: Number) -> Number:
    """Return the number as binary32 holds it, if it can hold one of that size."""
    if number is None or not math.isfinite(number) or abs(number) > WITHIN_BINARY32:
        return number
    return float(struct.unpack("f", struct.pack("f", number))[0])


def _in_digits(most: int) -> Changes:
    """Cut the digits behind so many that count."""

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
    Deviation(
        "single-precision",
        "verifier.text-rounding",
        "the number passes a binary32",
        after({"text.parse": in_single_precision}),
    ),
    Deviation(
        "seventeen-digits",
        "verifier.text-rounding",
        "digits behind the 17th are cut",
        parameter=Parameter("number of digits", "17", int, _in_digits),
    ),
    Deviation(
        "digit-by-digit",
        "verifier.text-rounding",
        "every step of reading rounds",
        around({"text.parse": _digit_by_digit}),
    ),
    Deviation(
        "overflow-refused",
        "verifier.text-overflow",
        "a range error is an error",
        around({"text.parse": _finite_only}),
    ),
    Deviation(
        "overflow-clamped",
        "verifier.text-overflow",
        "the largest finite number is the limit",
        around({"text.parse": _clamped}),
    ),
    Deviation(
        "flush-to-zero",
        "verifier.text-underflow",
        "subnormal numbers become zero",
        after({"text.parse": _normal_only}),
    ),
    Deviation(
        "underflow-refused",
        "verifier.text-underflow",
        "a range error is an error",
        around({"text.parse": _refuse_underflow}),
    ),
    Deviation(
        "nul-ends",
        "verifier.text-nul",
        "a C string ends at NUL",
        before({"text.parse": lambda text: text.split("\0")[0]}),
    ),
    Deviation(
        "nul-dropped",
        "verifier.text-nul",
        "NUL characters are dropped",
        rewritten("text.parse", "\0", ""),
    ),
    Deviation(
        "latin-1",
        "verifier.text-utf8",
        "bytes are read as Latin-1",
        before({"text.decode": lambda content: content.decode("latin-1").encode()}),
    ),
    Deviation(
        "json-latin-1",
        "verifier.json-utf8",
        "bytes are read as Latin-1",
        before({"json.decode": lambda content: content.decode("latin-1").encode()}),
    ),
    Deviation(
        "bad-bytes-dropped",
        "verifier.text-utf8",
        "bytes that are not UTF-8 are ignored",
        before({"text.decode": lambda content: content.decode(errors="ignore").encode()}),
    ),
    Deviation(
        "utf-16",
        "verifier.text-utf8",
        "a mark of UTF-16 is believed",
        before({"text.decode": _by_its_mark}),
    ),
    Deviation(
        "mark-dropped",
        "verifier.text-byte-order-mark",
        "a byte order mark is dropped",
        before({"text.decode": without_mark}),
    ),
)
"""Each breaks one clause about the value of the number in reward.txt, or about its bytes."""
