"""Numbers of a job's stats that are the right ones, and not written as harbor writes them."""

import json
from collections.abc import Iterator

from conformance.audit.findings import Finding, Kind, text
from conformance.audit.jobs import RESULT
from conformance.protocol import show
from conformance.protocol.shapes import Json


def respelled(derived: str, recorded: bytes) -> Iterator[Finding]:
    """Yield where recorded stats have a derived number in another text.

    ``derived`` is harbor's own text of the stats, ``recorded`` the job's whole result.
    """
    try:
        whole = _with_texts(recorded)
    except (ValueError, RecursionError):
        return
    stats = whole.get("stats") if isinstance(whole, dict) else None
    yield from _respelled(_with_texts(derived), stats, "stats")


def _with_texts(document: str | bytes) -> Json:
    """Return a document whose numbers are their texts."""
    value: Json = json.loads(document, parse_float=str, parse_int=str, parse_constant=str)
    return value


def _respelled(derived: Json, recorded: Json, at: str) -> Iterator[Finding]:
    if isinstance(derived, dict) and isinstance(recorded, dict):
        for name in derived.keys() & recorded.keys():
            yield from _respelled(derived[name], recorded[name], f"{at}.{name}")
    elif isinstance(derived, list) and isinstance(recorded, list):
        for place, pair in enumerate(zip(derived, recorded, strict=False)):
            yield from _respelled(*pair, f"{at}.{place}")
    elif isinstance(derived, str) and isinstance(recorded, str) and _are_equal(derived, recorded):
        why = "the right number, and not as harbor writes it: by hand, or by another program"
        yield Finding(Kind.NOTE, RESULT, show.printable(at), why, text(recorded), derived)


def _are_equal(one: str, other: str) -> bool:
    try:
        return one != other and float(one) == float(other)
    except ValueError:
        return False
