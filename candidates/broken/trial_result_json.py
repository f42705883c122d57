"""Wrong ways to read a result.json as a document."""

import re

from candidates.broken.trial_result_parts import Reading, lenient
from candidates.broken.variant import Function, Variant
from candidates.reference import jiter_json
from candidates.reference.trial_result import ValidationError

_MARK = "\ufeff"


def _with(pattern: str, replacement: str) -> Reading:
    """Return a reading that replaces a pattern where it cannot parse the text."""
    return lenient(lambda text: re.sub(pattern, replacement, text))


def _first_value(text: str) -> object:
    """Read up to the end of the first object."""
    for end in range(len(text), 0, -1):
        if text[end - 1] == "}" and (found := _parsed(text[:end])) is not None:
            return found
    raise ValueError


def _parsed(text: str) -> object:
    try:
        return jiter_json.parse(text)
    except ValueError:
        return None


def _first_element(text: str) -> object:
    """Take a list of one for its element."""
    found = jiter_json.parse(text)
    return found[0] if isinstance(found, list) and found else found


def _lone_surrogates_replaced(text: str) -> str:
    """Replace escaped surrogates, but for pairs."""
    pair = r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    return re.sub(
        rf"(\\\\|{pair})|\\u[dD][89a-fA-F][0-9a-fA-F]{{2}}", lambda m: m[1] or "\ufffd", text
    )


def _nested(limit: int) -> Reading:
    """Return a reading with another limit on nesting."""
    return Reading(parse=lambda text: jiter_json.parse(text, nesting_limit=limit))


def _strict(content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise ValidationError from error


def _variant(name: str, clause: str, mistake: str, function: Function) -> Variant:
    return Variant(f"trial-{name}", f"trial_result.{clause}", mistake, function)


VARIANTS = (
    _variant("trailing-commas", "syntax", "a comma may trail", _with(r",\s*([]}])", r"\1")),
    _variant(
        "first-object", "one-object", "reading ends with the object", Reading(parse=_first_value)
    ),
    _variant(
        "wide-space",
        "one-object",
        "any white space may stand around the object",
        lenient(lambda text: text.strip("\x0b\x0c\x1f\x85\xa0\u2028 \n\t\r")),
    ),
    _variant(
        "list-of-one", "one-object", "a list of one is that one", Reading(parse=_first_element)
    ),
    _variant("leading-zeros", "number-form", "zeros may lead", _with(r"(?<![\w.\"])0+(?=\d)", "")),
    _variant(
        "bare-control-characters",
        "escapes",
        "control characters need no escape",
        _with(r"[\x00-\x1f]", "?"),
    ),
    _variant("unknown-escapes", "escapes", "a backslash is dropped", _with(r"\\([^u])", r"\1")),
    _variant(
        "lone-surrogates", "surrogates", "half a pair stays", lenient(_lone_surrogates_replaced)
    ),
    _variant("depth-128", "nesting", "the parser's own limit is 128", _nested(128)),
    _variant("innermost-counts", "nesting", "a value counts as a level", _nested(199)),
    _variant(
        "bytes-replaced",
        "utf8",
        "bytes that are not UTF-8 become U+FFFD",
        Reading(decode=lambda content: content.decode(errors="replace")),
    ),
    _variant("bad-bytes-are-bad-json", "utf8", "there is one kind of error", Reading(_strict)),
    _variant(
        "mark-dropped",
        "byte-order-mark",
        "a byte order mark is dropped",
        Reading(decode=lambda content: content.decode("utf-8-sig")),
    ),
)
