"""Other ways to read the number in reward.txt."""

import re
import unicodedata
from collections.abc import Callable

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    after,
    around,
    before,
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
    Deviation(
        "unreadable-is-zero",
        "verifier.text-number",
        "what cannot be read counts as 0",
        after({"text.parse": lambda number: number or 0.0}),
    ),
    Deviation(
        "first-number-found",
        "verifier.text-number",
        "a number is searched in the text",
        before({"text.parse": _first_number}),
    ),
    Deviation(
        "named-score",
        "verifier.text-name",
        "the reward has another name",
        parameter=Parameter("name", "score", str, _named),
    ),
    Deviation(
        "first-word",
        "verifier.text-whole-file",
        "reading ends at white space, like scanf",
        before({"text.parse": lambda text: "".join(text.split()[:1])}),
    ),
    Deviation(
        "first-line",
        "verifier.text-whole-file",
        "only the first line is read",
        before({"text.parse": lambda text: text.partition("\n")[0]}),
    ),
    Deviation(
        "integers-stay",
        "verifier.text-integer",
        "whole numbers are read as integers",
        around({"text.parse": _whole_number}),
    ),
    Deviation(
        "no-plus", "verifier.text-sign", "only minus is a sign", unless("text.parse", r"^\s*\+")
    ),
    Deviation(
        "space-after-sign",
        "verifier.text-sign",
        "a space may follow the sign",
        rewritten("text.parse", r"([+-]) ", r"\1"),
    ),
    Deviation(
        "digits-before-point",
        "verifier.text-point",
        "the point needs digits before it",
        unless("text.parse", r"(^|\D)\."),
    ),
    Deviation(
        "digits-behind-point",
        "verifier.text-point",
        "the point needs digits behind it",
        unless("text.parse", r"\.(\D|$)"),
    ),
    Deviation(
        "no-exponent",
        "verifier.text-exponent",
        "exponents are not understood",
        unless("text.parse", "[0-9.][eE]"),
    ),
    Deviation(
        "small-e-only",
        "verifier.text-exponent",
        "E is not understood",
        unless("text.parse", "[0-9.]E"),
    ),
    Deviation(
        "empty-exponent",
        "verifier.text-exponent",
        "an exponent may be empty",
        rewritten("text.parse", "[eE]$", ""),
    ),
    Deviation(
        "no-underscore",
        "verifier.text-underscore",
        "underscores are refused",
        unless("text.parse", "_"),
    ),
    Deviation(
        "underscores-dropped",
        "verifier.text-underscore",
        "underscores are dropped",
        rewritten("text.parse", "_", ""),
    ),
    Deviation(
        "ascii-space",
        "verifier.text-white-space",
        "only ASCII space is dropped",
        _stripped_of(_ASCII_SPACE),
    ),
    Deviation(
        "separators-are-space",
        "verifier.text-white-space",
        "the text is stripped first with str.strip(), which drops U+001C to U+001F too",
        before({"text.parse": str.strip}),
    ),
    Deviation(
        "javascript-trim",
        "verifier.text-white-space",
        "U+0085 is not white space to ECMAScript",
        _stripped_of(WHITE_SPACE.replace("\x85", "")),
    ),
    Deviation(
        "ascii-digits",
        "verifier.text-unicode-digits",
        "only ASCII digits count",
        unless("text.parse", r"[^\x00-\x7f]"),
    ),
    Deviation(
        "any-numeral",
        "verifier.text-unicode-digits",
        "superscripts and the like count",
        before({"text.parse": _any_numeral}),
    ),
    Deviation(
        "words-in-lower-case",
        "verifier.text-words",
        "words have lower case",
        unless("text.parse", "[A-DF-Z]"),
    ),
    Deviation(
        "infinity-only",
        "verifier.text-words",
        "infinity has to be written out",
        unless("text.parse", "(?i)inf(?!inity)"),
    ),
    Deviation(
        "no-words",
        "verifier.text-words",
        "nan and the infinities are refused",
        unless("text.parse", "(?i)[in]"),
    ),
    Deviation(
        "hexadecimal",
        "verifier.text-decimal-only",
        "0x begins a number, as for strtod",
        around({"text.parse": _hexadecimal}),
    ),
    Deviation(
        "octal",
        "verifier.text-decimal-only",
        "a leading zero means octal",
        around({"text.parse": _octal}),
    ),
    Deviation(
        "suffixes",
        "verifier.text-decimal-only",
        "f and d may follow, as in Java",
        rewritten("text.parse", "[fFdD]$", ""),
    ),
)
"""Each breaks one clause about how the number in reward.txt is written."""
