"""Other ways to read the number in reward.txt."""

import re
import unicodedata
from collections.abc import Callable

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    around,
    before,
    family,
    instead,
)
from candidates.reference.python_float import WHITE_SPACE

type Number = float | None
type Read = Callable[[str], Number]

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_ASCII_SPACE = " \t\n\v\f\r"


def unless(step: str, pattern: str) -> Changes:
    """Refuse what matches the pattern."""
    return around(
        {step: lambda read: lambda text: None if re.search(pattern, text) else read(text)}
    )


def rewritten(step: str, pattern: str, replacement: str) -> Changes:
    """Replace what matches the pattern first."""
    return before({step: lambda text: re.sub(pattern, replacement, text)})


def _stripped_of(dropped: str) -> Changes:
    """Drop other characters at both ends than Python does."""

    def change(read: Read) -> Read:
        def stripped(text: str) -> Number:
            inner = text.strip(dropped)
            return None if inner != inner.strip(WHITE_SPACE) else read(inner)

        return stripped

    return around({"text.parse": change})


def _first_number(text: str) -> str:
    found = _NUMBER.search(text)
    return found[0] if found else text


def _whole_number(read: Read) -> Read:
    def change(text: str) -> Number:
        digits = text.strip(_ASCII_SPACE)
        return int(digits) if re.fullmatch(r"[+-]?[0-9]{1,4000}", digits) else read(text)

    return change


def _any_numeral(text: str) -> str:
    return "".join(str(unicodedata.digit(c)) if c.isdigit() else c for c in text)


def _hexadecimal(read: Read) -> Read:
    def change(text: str) -> Number:
        word = text.strip(_ASCII_SPACE)
        if re.fullmatch(r"-?0[xX][0-9a-fA-F]+(?:\.[0-9a-fA-F]*)?(?:p-?[0-9]{1,3})?", word):
            return float.fromhex(word)
        return read(text)

    return change


def _octal(read: Read) -> Read:
    def change(text: str) -> Number:
        word = text.strip(_ASCII_SPACE)
        return float(int(word, 8)) if re.fullmatch("0[0-7]+", word) else read(text)

    return change


def _named(name: str) -> Changes:
    return instead({"text.rewards": lambda number: {name: number}})


DEVIATIONS = (
    family(
        "text-read",
        "verifier.text-whole-file",
        "{}",
        {
            "first-number": (
                "the first number in the text is read",
                before({"text.parse": _first_number}),
            ),
            "first-word": (
                "reading ends at white space, as by scanf()",
                before({"text.parse": lambda text: "".join(text.split()[:1])}),
            ),
            "first-line": (
                "only the first line is read",
                before({"text.parse": lambda text: text.partition("\n")[0]}),
            ),
            "integers": (
                "whole numbers are read as integers",
                around({"text.parse": _whole_number}),
                "verifier.text-integer",
            ),
        },
        advice="Parse the whole of reward.txt as Python's float() does.",
    ),
    Deviation(
        "named-score",
        "verifier.text-name",
        "the reward of reward.txt has the key {}",
        parameter=Parameter("name", "score", str, _named),
        advice="Name the reward of reward.txt reward.",
    ),
    family(
        "text-form",
        "verifier.text-sign",
        "{}",
        {
            "no-plus": ("a plus sign is refused", unless("text.parse", r"^\s*\+")),
            "space-after-sign": (
                "white space may follow the sign",
                rewritten("text.parse", r"([+-]) ", r"\1"),
            ),
            "digit-first": (
                "a digit is required before the point",
                unless("text.parse", r"(^|\D)\."),
                "verifier.text-point",
            ),
            "digit-last": (
                "a digit is required after the point",
                unless("text.parse", r"\.(\D|$)"),
                "verifier.text-point",
            ),
            "no-exponent": (
                "exponents are refused",
                unless("text.parse", "[0-9.][eE]"),
                "verifier.text-exponent",
            ),
            "small-e": (
                "the exponent E is refused",
                unless("text.parse", "[0-9.]E"),
                "verifier.text-exponent",
            ),
            "empty-exponent": (
                "an exponent may be empty",
                rewritten("text.parse", "[eE]$", ""),
                "verifier.text-exponent",
            ),
            "hexadecimal": (
                "hexadecimal numbers are read, as by strtod()",
                around({"text.parse": _hexadecimal}),
                "verifier.text-decimal-only",
            ),
            "octal": (
                "a leading zero means octal",
                around({"text.parse": _octal}),
                "verifier.text-decimal-only",
            ),
            "suffixes": (
                "the suffixes f and d are accepted, as in Java",
                rewritten("text.parse", "[fFdD]$", ""),
                "verifier.text-decimal-only",
            ),
        },
        advice="Parse reward.txt as Python's float() does.",
    ),
    family(
        "text-underscores",
        "verifier.text-underscore",
        "underscores in reward.txt are {}",
        {
            "refused": ("refused", unless("text.parse", "_")),
            "dropped": ("dropped", rewritten("text.parse", "_", "")),
        },
        advice="Accept a single underscore between two digits.",
    ),
    family(
        "text-space",
        "verifier.text-white-space",
        "white space around the number is stripped {}",
        {
            "ascii": ("if it is ASCII", _stripped_of(_ASCII_SPACE)),
            "javascript": (
                "as by trim() in JavaScript, which keeps U+0085",
                _stripped_of(WHITE_SPACE.replace("\x85", "")),
            ),
        },
        advice="Strip Unicode white space, but not U+001C to U+001F.",
    ),
    Deviation(
        "separators-are-space",
        "verifier.text-white-space",
        "str.strip() is applied first, which drops U+001C to U+001F too",
        before({"text.parse": str.strip}),
        advice="Let float() strip the text.",
    ),
    family(
        "text-digits",
        "verifier.text-unicode-digits",
        "{}",
        {
            "ascii": ("only ASCII digits are accepted", unless("text.parse", r"[^\x00-\x7f]")),
            "numerals": (
                "superscripts and other numerals are accepted",
                before({"text.parse": _any_numeral}),
            ),
        },
        advice="Accept the decimal digits of every script, and no other numerals.",
    ),
    family(
        "text-words",
        "verifier.text-words",
        "{}",
        {
            "lower-case": (
                "nan and inf are read in lower case only",
                unless("text.parse", "[A-DF-Z]"),
            ),
            "infinity": (
                "infinity must be written in full",
                unless("text.parse", "(?i)inf(?!inity)"),
            ),
            "none": ("nan and inf are refused", unless("text.parse", "(?i)[in]")),
        },
        advice="Accept nan, inf and infinity in any case.",
    ),
)
"""Each breaks one clause about how the number in reward.txt is written."""
