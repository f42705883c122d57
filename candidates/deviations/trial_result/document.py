"""Other ways to read a result.json as a document."""

import re

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    after,
    around,
    instead,
)
from candidates.deviations.trial_result.changes import lenient, one_kind_of_error

_STRING_OR_BRACE = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}]')
_LEVELS = {"{": 1, "}": -1}


def _replacing(pattern: str, replacement: str) -> Changes:
    """Return the change that replaces a pattern in a text that cannot be parsed."""
    return lenient(lambda text: re.sub(pattern, replacement, text))


def _first_object(parse: Step) -> Step:
    """Read up to the end of the first object: where as many braces are closed as were opened."""

    def parse_one(text: str) -> object:
        depth = 0
        for token in _STRING_OR_BRACE.finditer(text):
            depth += _LEVELS.get(token[0], 0)
            if token[0] == "}" and depth == 0:
                return parse(text[: token.end()])
        raise ValueError

    return parse_one


def _first_element(document: object) -> object:
    """Take a list of one for its element."""
    return document[0] if isinstance(document, list) and document else document


def _lone_surrogates_replaced(text: str) -> str:
    """Replace escaped surrogates, but for pairs."""
    pair = r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    return re.sub(
        rf"(\\\\|{pair})|\\u[dD][89a-fA-F][0-9a-fA-F]{{2}}", lambda m: m[1] or "\ufffd", text
    )


def _nested(limit: int) -> Changes:
    return instead({"parse.nesting_limit": limit})


DEVIATIONS = (
    Deviation(
        "trial-trailing-commas",
        "trial_result.syntax",
        "a comma may trail",
        _replacing(r",\s*([]}])", r"\1"),
    ),
    Deviation(
        "trial-first-object",
        "trial_result.one-object",
        "reading ends with the object",
        around(parse=_first_object),
    ),
    Deviation(
        "trial-wide-space",
        "trial_result.one-object",
        "any white space may stand around the object",
        lenient(lambda text: text.strip("\x0b\x0c\x1f\x85\xa0\u2028 \n\t\r")),
    ),
    Deviation(
        "trial-list-of-one",
        "trial_result.one-object",
        "a list of one is that one",
        after(parse=_first_element),
    ),
    Deviation(
        "trial-leading-zeros",
        "trial_result.number-form",
        "zeros may lead",
        _replacing(r"(?<![\w.\"])0+(?=\d)", ""),
    ),
    Deviation(
        "trial-bare-control-characters",
        "trial_result.escapes",
        "control characters need no escape",
        _replacing(r"[\x00-\x1f]", "?"),
    ),
    Deviation(
        "trial-unknown-escapes",
        "trial_result.escapes",
        "a backslash is dropped",
        _replacing(r"\\([^u])", r"\1"),
    ),
    Deviation(
        "trial-lone-surrogates",
        "trial_result.surrogates",
        "half a pair stays",
        lenient(_lone_surrogates_replaced),
    ),
    Deviation(
        "trial-depth-128",
        "trial_result.nesting",
        "the parser's own limit is 128",
        parameter=Parameter("number of levels", "128", int, _nested),
    ),
    Deviation(
        "trial-innermost-counts",
        "trial_result.nesting",
        "a value counts as a level",
        _nested(199),
    ),
    Deviation(
        "trial-bytes-replaced",
        "trial_result.utf8",
        "bytes that are not UTF-8 become U+FFFD",
        instead(decode=lambda content: content.decode(errors="replace")),
    ),
    Deviation(
        "trial-bad-bytes-are-bad-json",
        "trial_result.utf8",
        "there is one kind of error",
        around(decode=one_kind_of_error),
    ),
    Deviation(
        "trial-mark-dropped",
        "trial_result.byte-order-mark",
        "a byte order mark is dropped",
        after(decode=lambda text: text.removeprefix("\ufeff")),
    ),
)
"""Each breaks one clause about the file as a document."""
