"""Audits as one self-contained HTML page."""

from collections.abc import Sequence

from conformance.audit.findings import NOT_DERIVED, Audit, Headline, Kind, verdict_of
from conformance.report import html
from conformance.report.audit_text import grouped, more, name_of

MARKS = {
    Kind.DIFFERS: ("≠", "error"),
    Kind.CAUSE: ("→", "other"),
    Kind.UNDERIVED: ("?", "other"),
    Kind.UNREAD: ("✕", "other"),
    Kind.NOTE: ("i", "quiet"),
}
"""What stands for each kind of finding, and its colour."""

_COLOURS = {"DIFFERS": "error", "AGREES": "same"}
"""The colours of the first words of verdicts; those of others say that something is missing."""


def _held(line: Headline) -> tuple[str, str]:
    """Return the mark of a headline, and its colour."""
    if line.derived == NOT_DERIVED:
        return MARKS[Kind.UNDERIVED]
    return ("=", "same") if line.agrees else MARKS[Kind.DIFFERS]


def to_text(audits: Sequence[Audit]) -> str:
    """Return the page, readable without scripts."""
    head, _, rest = verdict_of(audits).partition(": ")
    return html.render(
        "audit.html",
        audits=audits,
        head=head,
        rest=rest,
        colour=_COLOURS.get(head, "other"),
        marks=MARKS,
        held=_held,
        grouped=grouped,
        more=more,
        name_of=name_of,
    )
