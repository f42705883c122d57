"""Other ways to read a result.json as a document."""

import re

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    after,
    around,
    family,
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
    family(
        "trial-json",
        "trial_result.syntax",
        "{}",
        {
            "trailing-commas": ("trailing commas are accepted", _replacing(r",\s*([]}])", r"\1")),
            "first-object": (
                "reading ends after the object",
                around(parse=_first_object),
                "trial_result.one-object",
            ),
            "list-of-one": (
                "a list of one object is read as the object",
                after(parse=_first_element),
                "trial_result.one-object",
            ),
            "leading-zeros": (
                "numbers may have leading zeros",
                _replacing(r"(?<![\w.\"])0+(?=\d)", ""),
                "trial_result.number-form",
            ),
            "raw-controls": (
                "control characters need no escape",
                _replacing(r"[\x00-\x1f]", "?"),
                "trial_result.escapes",
            ),
            "unknown-escapes": (
                "a backslash before any other character is dropped",
                _replacing(r"\\([^u])", r"\1"),
                "trial_result.escapes",
            ),
            "lone-surrogates": (
                "lone surrogates are kept",
                lenient(_lone_surrogates_replaced),
                "trial_result.surrogates",
            ),
        },
        advice="Accept only strict JSON: one object, surrounded by nothing but JSON's white space.",
    ),
    Deviation(
        "trial-depth-128",
        "trial_result.nesting",
        "the parser's limit is {} levels",
        parameter=Parameter("number of levels", "128", int, _nested),
        advice="Refuse more than 200 levels.",
    ),
    family(
        "trial-decoded",
        "trial_result.utf8",
        "bytes that are not UTF-8 {}",
        {
            "replaced": (
                "become U+FFFD",
                instead(decode=lambda content: content.decode(errors="replace")),
            ),
            "are-invalid": ("raise ValidationError", around(decode=one_kind_of_error)),
        },
        advice="Raise UnicodeDecodeError for a file that is not UTF-8.",
    ),
)
"""Each breaks one clause about the file as a document."""
