"""Cases and answers as short plain text, safe for any terminal; suggestions for names."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from itertools import groupby

from conformance.protocol.values import Answer, Case, Failure, Misshapen, Result, Unsupported, Value

ELLIPSIS_FROM = 200
"""The length of a string or number beyond which its middle is left out.

Of a list or an object with more elements than a third of that, the first and last few are shown.
"""

IN_FULL = sys.maxsize
"""The length of a text of which nothing is left out, and no equal elements are counted."""

_SHOWN_AT_AN_END = 3
"""How many elements are shown at each end of a long list or object."""

TYPES: Mapping[type, str] = {
    type(None): "null",
    bool: "true or false",
    bytes: "bytes",
    dict: "an object",
    float: "a number",
    int: "a number",
    list: "a list",
    str: "text",
}
"""The types of values in words."""


def case(given: Case, *, longest: int = ELLIPSIS_FROM) -> str:
    """Return an input, as ``operation name=value …``."""
    parts = (f"{name}={value(member, longest=longest)}" for name, member in given.input.items())
    return " ".join([given.operation, *parts])


def answer(given: Answer, *, longest: int = ELLIPSIS_FROM, with_message: bool = False) -> str:
    """Return an answer: the value, ``error Name``, or the reason why there is none.

    Recorded text leaves out the message of an error, which may have paths and addresses.
    """
    match given:
        case Result(result):
            return value(result, longest=longest)
        case Failure(error, message):
            told = f": {shorten(printable(message), longest)}" if with_message and message else ""
            return f"error {printable(error)}{told}"
        case Unsupported():
            return "operation not supported"
        case Misshapen(reason):
            return printable(reason)
        case _:
            return f"no answer: {printable(given.reason)}"


def value(content: Value, *, longest: int = ELLIPSIS_FROM) -> str:
    """Return a value as JSON with Python's numbers and byte strings, in printable ASCII."""
    match content:
        case dict():
            return "{" + _listed([*content.items()], _member, longest) + "}"
        case list():
            return "[" + _runs(content, longest) + "]"
        case bytes():
            return shorten(repr(content), longest)
        case float():
            return repr(content)
        case int() if not isinstance(content, bool) and abs(content) >= 10**4000:
            return "an integer of more than 4000 digits"
        case _:
            return shorten(json.dumps(content), longest)


def _runs(elements: list[Value], longest: int) -> str:
    """Join elements; count equal ones if there are many, but not in the full text.

    Neighbours are counted, or all of a few kinds in a list whose middle would be left out.
    """
    if _RUN < len(elements) <= _MOST_COUNTED and longest < IN_FULL:
        texts = [value(one, longest=longest) for one in elements]
        runs = [(text, len([*same])) for text, same in groupby(texts)]
        if len(elements) > _RUN * len(runs):
            return _counted(runs)
        kinds = Counter(texts)
        if len(elements) > longest // 3 and len(kinds) <= _FEW:
            return f"mixed: {_counted(kinds.items())}"
    return _listed(elements, lambda one, most: value(one, longest=most), longest)


_RUN, _MOST_COUNTED, _FEW = 4, 1000, 4
"""How long runs are on average in a list that is shown by them, and its most elements; the most
kinds of elements in a list that is shown by them."""


def _counted(texts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{count} x {text}" if count > 1 else text for text, count in texts)


def _listed[E](elements: list[E], text: Callable[[E, int], str], longest: int) -> str:
    """Join elements; if there are many, the middle is left out."""
    left_out = len(elements) - 2 * _SHOWN_AT_AN_END
    if len(elements) <= longest // 3:
        return ", ".join(text(element, longest) for element in elements)
    first, last = elements[:_SHOWN_AT_AN_END], elements[-_SHOWN_AT_AN_END:]
    ends = [", ".join(text(element, longest) for element in end) for end in (first, last)]
    return f"{ends[0]}, [... {left_out} more ...], {ends[1]}"


def _member(member: tuple[str, Value], longest: int) -> str:
    name = shorten(json.dumps(member[0]), 2 * longest)  # room for the digits of any binary64
    return f"{name}: {value(member[1], longest=longest)}"


def printable(text: str) -> str:
    """Escape everything but printable ASCII."""
    return json.dumps(text)[1:-1].replace('\\"', '"').replace("\x7f", "\\u007f")


def safe(text: str) -> str:
    """Escape unprintable characters: controls, direction marks, surrogates."""
    return "".join(one if one.isprintable() else printable(one) for one in text)


def shorten(text: str, longest: int = ELLIPSIS_FROM) -> str:
    """Return text; if it is longer than ``longest``, its middle is left out."""
    if len(text) <= longest:
        return text
    kept = longest // 2
    return f"{text[:kept]}[... {len(text) - 2 * kept} more ...]{text[-kept:]}"


def unknown(kind: str, name: str, names: Iterable[str]) -> str:
    """Return ``no clause 'x'``, followed in brackets by similar names of that kind."""
    shown = name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}..."
    return f"no {kind} {shown!r}{like(name, names)}"


def like(name: str, names: Iterable[str]) -> str:
    """Return `` (did you mean a or b?)`` with similar names, or nothing."""
    close = get_close_matches(name, list(names))
    return f" (did you mean {' or '.join(close)}?)" if close else ""


_LONGEST_NAME = 80
