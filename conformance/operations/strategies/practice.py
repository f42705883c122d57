"""What no input in practice has: common clauses draw none of it, and so say what users meet."""

import json
from collections.abc import Iterator

from conformance.protocol.values import Case

EXACT = 2**53
"""The greatest integer up to which binary64 holds all."""

GREATEST = 1e16
"""From here on, Python and JSON write a float with an exponent."""

LONGEST_TEXT = 1_000
MOST_ELEMENTS = 1_000
DEEPEST = 50


def is_in_practice(case: Case) -> bool:
    """Return whether a case has nothing that is an extreme of its kind."""
    return not any(_extremes(case.input, 0))


def _extremes(value: object, depth: int) -> Iterator[bool]:
    """Yield whether each value of an input, or of the JSON in one of its files, is an extreme."""
    yield depth > DEEPEST
    match value:
        case int():
            yield abs(value) > EXACT
        case float():
            yield not abs(value) <= GREATEST
        case str():
            yield len(value) > LONGEST_TEXT
        case bytes():
            yield from _extremes_of_file(value)
        case list():
            yield len(value) > MOST_ELEMENTS
            for element in value:
                yield from _extremes(element, depth + 1)
        case dict():
            for name, member in value.items():
                yield len(name) > LONGEST_TEXT
                yield from _extremes(member, depth + 1)


def _extremes_of_file(content: bytes) -> Iterator[bool]:
    """Yield them for a file; one that is no JSON, nor a part of it, is an extreme if it is long."""
    try:
        document = json.loads(content)
    except RecursionError:
        yield True
    except ValueError:
        yield len(content) > LONGEST_TEXT and not content.startswith(b"{")
    else:
        yield from _extremes(document, 0)
