"""Names that somebody may have meant."""

from collections.abc import Iterable
from difflib import get_close_matches

_MOST = 3
"""Names that are suggested at most."""


def unknown(kind: str, name: str, names: Iterable[str]) -> str:
    """Return ``no clause 'x'``, and in brackets the names of its kind that are like it."""
    return f"no {kind} {name!r}{like(name, names)}"


def like(name: str, names: Iterable[str]) -> str:
    """Return `` (did you mean a or b?)`` for the names that are like one, or nothing."""
    close = get_close_matches(name, list(names), _MOST)
    return f" (did you mean {' or '.join(close)}?)" if close else ""
