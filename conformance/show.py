"""Cases and answers as short plain text, safe for any terminal."""

import json

from conformance.model import (
    WITHOUT_WHEEL,
    Answer,
    Case,
    Failure,
    Fault,
    Result,
    Unsupported,
    Value,
)

ELLIPSIS_FROM = 200
"""Characters of one string or number beyond which its middle is left out."""


def case(asked: Case, *, longest: int = ELLIPSIS_FROM) -> str:
    """Return what is asked, as ``operation name=value …``."""
    parts = (f"{name}={value(member, longest=longest)}" for name, member in asked.input.items())
    return " ".join([asked.operation, *parts])


def authority(operation: str) -> str:
    """Return who decides what the answer to an operation must be."""
    return "spec/000" if operation in WITHOUT_WHEEL else "harbor"


def answer(given: Answer, *, longest: int = ELLIPSIS_FROM) -> str:
    """Return an answer: the value, ``error Name``, or what kept it from coming."""
    match given:
        case Result(result):
            return value(result, longest=longest)
        case Failure(error):
            return f"error {printable(error)}"
        case Unsupported():
            return "operation not supported"
        case Fault(reason):
            return f"no answer: {printable(reason)}"


def value(shown: Value, *, longest: int = ELLIPSIS_FROM) -> str:
    """Return a value as JSON with Python's numbers and byte strings, in printable ASCII."""
    match shown:
        case dict():
            members = (
                f"{json.dumps(name)}: {value(member, longest=longest)}"
                for name, member in shown.items()
            )
            return "{" + ", ".join(members) + "}"
        case list():
            return "[" + ", ".join(value(member, longest=longest) for member in shown) + "]"
        case bytes():
            return shorten(repr(shown), longest)
        case float():
            return repr(shown)
        case int() if not isinstance(shown, bool) and abs(shown) >= 10**4000:
            return "an integer of more than 4000 digits"
        case _:
            return shorten(json.dumps(shown), longest)


def printable(text: str) -> str:
    """Return text with everything but printable ASCII escaped."""
    return json.dumps(text)[1:-1].replace('\\"', '"').replace("\x7f", "\\u007f")


def shorten(text: str, longest: int) -> str:
    """Return text with its middle left out where it is longer than ``longest``."""
    if len(text) <= longest:
        return text
    kept = longest // 2
    return f"{text[:kept]}[... {len(text) - 2 * kept} more ...]{text[-kept:]}"
