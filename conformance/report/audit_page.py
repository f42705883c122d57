"""Audits as one self-contained HTML page."""

from collections.abc import Sequence

from conformance.audit.findings import Audit, Kind, verdict_of
from conformance.report import html
from conformance.report.audit_text import grouped, more, name_of

MARKS = {
    Kind.DIFFERS: ("≠", "error"),
    Kind.UNDERIVED: ("?", "other"),
    Kind.UNREAD: ("✕", "other"),
    Kind.NOTE: ("i", "quiet"),
}
"""What stands for each kind of finding, and its colour."""


def to_text(audits: Sequence[Audit]) -> str:
    """Return the page, readable without scripts."""
    return html.render(
        "audit.html",
        audits=audits,
        verdict=verdict_of(audits),
        marks=MARKS,
        grouped=grouped,
        more=more,
        name_of=name_of,
    )
