"""Wrong ways to read the number in reward.txt."""

import math
import re
import struct
import sys
import unicodedata
from collections.abc import Callable

from candidates import reference
from candidates.broken.variant import Variant
from candidates.broken.verifier_parts import Result, with_bytes_of, with_text
from candidates.reference.python_float import WHITE_SPACE, parse
from candidates.reference.verifier import VerifierInput

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_ASCII_SPACE = " \t\n\v\f\r"
_WITHIN_BINARY32 = 1e38
_DIGITS_KEPT = 17


def _unreadable_is_zero(text: str) -> float:
    return parse(text) or 0.0


def _first_number_found(text: str) -> float | None:
    found = _NUMBER.search(text)
    return parse(found[0] if found else text)


def _first_word(text: str) -> float | None:
    return parse("".join(text.split()[:1]))


def _first_line(text: str) -> float | None:
    return parse(text.partition("\n")[0])


def _whole_number(text: str) -> int | float | None:
    digits = text.strip(_ASCII_SPACE)
    return int(digits) if re.fullmatch(r"[+-]?[0-9]{1,4000}", digits) else parse(text)


def _unless(pattern: str) -> Callable[[str], float | None]:
    """Return a reading that refuses what matches the pattern."""
    return lambda text: None if re.search(pattern, text) else parse(text)


def _rewritten(pattern: str, replacement: str) -> Callable[[str], float | None]:
    """Return a reading that replaces what matches the pattern first."""
    return lambda text: parse(re.sub(pattern, replacement, text))


def _other_spaces(dropped: str) -> Callable[[str], float | None]:
    """Return a reading that drops other characters at both ends than Python does."""

    def read(text: str) -> float | None:
        inner = text.strip(dropped)
        return None if inner != inner.strip(WHITE_SPACE) else parse(inner)

    return read


def _any_numeral(text: str) -> float | None:
    return parse("".join(str(unicodedata.digit(c)) if c.isdigit() else c for c in text))


def _hexadecimal(text: str) -> float | None:
    word = text.strip(_ASCII_SPACE)
    if re.fullmatch(r"-?0[xX][0-9a-fA-F]+(?:\.[0-9a-fA-F]*)?(?:p-?[0-9]{1,3})?", word):
        return float.fromhex(word)
    return parse(text)


def _octal(text: str) -> float | None:
    word = text.strip(_ASCII_SPACE)
    return float(int(word, 8)) if re.fullmatch("0[0-7]+", word) else parse(text)


def _in_single_precision(text: str) -> float | None:
    number = parse(text)
    if number is None or not math.isfinite(number) or abs(number) > _WITHIN_BINARY32:
        return number
    return float(struct.unpack("f", struct.pack("f", number))[0])


def _in_seventeen_digits(text: str) -> float | None:
    """Cut the digits behind the 17th that counts."""
    kept, count, exponent = [], 0, False
    for character in text:
        exponent = exponent or character in "eE"
        if character.isdigit() and not exponent:
            count += count > 0 or character != "0"
            kept.append("0" if count > _DIGITS_KEPT else character)
        else:
            kept.append(character)
    return parse("".join(kept))


def _digit_by_digit(text: str) -> float | None:
    """Build the number as a sum of digits and a power of ten, with a rounding in every step."""
    found = re.fullmatch(r"(-?)([0-9]+)(?:\.([0-9]*))?(?:e(-?[0-9]{1,3}))?", text)
    if found is None:
        return parse(text)
    sign, whole, fraction, exponent = found.groups(default="")
    number = 0.0
    for digit in whole + fraction:
        number = number * 10 + int(digit)
    power = int(exponent or 0) - len(fraction)
    scale = 10.0 ** min(abs(power), 308)
    number = number / scale if power < 0 else number * scale
    return -number if sign else number


def _finite_only(text: str) -> float | None:
    """Refuse digits that overflow, as readers do that report a range error."""
    number = parse(text)
    overflown = number in (math.inf, -math.inf) and "inf" not in text.lower()
    return None if overflown else number


def _clamped(text: str) -> float | None:
    number = _finite_only(text)
    if number is None and (limit := parse(text)) is not None:
        return math.copysign(sys.float_info.max, limit)
    return number


def _normal_only(text: str) -> float | None:
    number = parse(text)
    return 0.0 if number is not None and abs(number) < sys.float_info.min else number


def _refuse_underflow(text: str) -> float | None:
    number = parse(text)
    mantissa = re.split("[eE]", text)[0]
    return None if number == 0 and re.search("[1-9]", mantissa) else number


def _named_score(files: VerifierInput) -> Result:
    result = reference.verifier(files)
    if files["reward.json"] is None and (rewards := result["rewards"]):
        return {"rewards": {"score": rewards["reward"]}}
    return result


def _in_latin_1(content: bytes) -> bytes:
    return content.decode("latin-1").encode()


def _by_its_mark(content: bytes) -> bytes:
    marked = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    return content.decode("utf-16", "replace").encode() if marked else content


def _text(name: str, clause: str, mistake: str, read: Callable[[str], float | None]) -> Variant:
    return Variant(name, f"verifier.text-{clause}", mistake, with_text(read))


def _bytes(name: str, clause: str, mistake: str, change: Callable[[bytes], bytes]) -> Variant:
    function = with_bytes_of("reward.txt", change)
    return Variant(name, f"verifier.text-{clause}", mistake, function)


VARIANTS = (
    _text("unreadable-is-zero", "number", "what cannot be read counts as 0", _unreadable_is_zero),
    _text("first-number-found", "number", "a number is searched in the text", _first_number_found),
    Variant("named-score", "verifier.text-name", "the reward has another name", _named_score),
    _text("first-word", "whole-file", "reading ends at white space, like scanf", _first_word),
    _text("first-line", "whole-file", "only the first line is read", _first_line),
    _text("integers-stay", "integer", "whole numbers are read as integers", _whole_number),
    _text("no-plus", "sign", "only minus is a sign", _unless(r"^\s*\+")),
    _text("space-after-sign", "sign", "a space may follow the sign", _rewritten(r"([+-]) ", r"\1")),
    _text("digits-before-point", "point", "the point needs digits before it", _unless(r"(^|\D)\.")),
    _text("digits-behind-point", "point", "the point needs digits behind it", _unless(r"\.(\D|$)")),
    _text("no-exponent", "exponent", "exponents are not understood", _unless("[0-9.][eE]")),
    _text("small-e-only", "exponent", "E is not understood", _unless("[0-9.]E")),
    _text("empty-exponent", "exponent", "an exponent may be empty", _rewritten("[eE]$", "")),
    _text("no-underscore", "underscore", "underscores are refused", _unless("_")),
    _text("underscores-dropped", "underscore", "underscores are dropped", _rewritten("_", "")),
    _text("ascii-space", "white-space", "only ASCII space is dropped", _other_spaces(_ASCII_SPACE)),
    _text(
        "separators-are-space",
        "white-space",
        "the text is stripped first with str.strip(), which drops U+001C to U+001F too",
        lambda text: parse(text.strip()),
    ),
    _text(
        "javascript-trim",
        "white-space",
        "U+0085 is not white space to ECMAScript",
        _other_spaces(WHITE_SPACE.replace("\x85", "")),
    ),
    _text("ascii-digits", "unicode-digits", "only ASCII digits count", _unless(r"[^\x00-\x7f]")),
    _text("any-numeral", "unicode-digits", "superscripts and the like count", _any_numeral),
    _text("words-in-lower-case", "words", "words have lower case", _unless("[A-DF-Z]")),
    _text("infinity-only", "words", "infinity has to be written out", _unless("(?i)inf(?!inity)")),
    _text("no-words", "words", "nan and the infinities are refused", _unless("(?i)[in]")),
    _text("hexadecimal", "decimal-only", "0x begins a number, as for strtod", _hexadecimal),
    _text("octal", "decimal-only", "a leading zero means octal", _octal),
    _text("suffixes", "decimal-only", "f and d may follow, as in Java", _rewritten("[fFdD]$", "")),
    _text("single-precision", "rounding", "the number passes a binary32", _in_single_precision),
    _text("seventeen-digits", "rounding", "digits behind the 17th are cut", _in_seventeen_digits),
    _text("digit-by-digit", "rounding", "every step of reading rounds", _digit_by_digit),
    _text("overflow-refused", "overflow", "a range error is an error", _finite_only),
    _text("overflow-clamped", "overflow", "the largest finite number is the limit", _clamped),
    _text("flush-to-zero", "underflow", "subnormal numbers become zero", _normal_only),
    _text("underflow-refused", "underflow", "a range error is an error", _refuse_underflow),
    _text("nul-ends", "nul", "a C string ends at NUL", lambda text: parse(text.split("\0")[0])),
    _text("nul-dropped", "nul", "NUL characters are dropped", _rewritten("\0", "")),
    _bytes("latin-1", "utf8", "bytes are read as Latin-1", _in_latin_1),
    _bytes(
        "bad-bytes-dropped",
        "utf8",
        "bytes that are not UTF-8 are ignored",
        lambda content: content.decode(errors="ignore").encode(),
    ),
    _bytes("utf-16", "utf8", "a mark of UTF-16 is believed", _by_its_mark),
    _bytes(
        "mark-dropped",
        "byte-order-mark",
        "a byte order mark is dropped",
        lambda content: content.removeprefix(b"\xef\xbb\xbf") or b" ",
    ),
)
