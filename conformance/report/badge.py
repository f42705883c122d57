"""A badge of a run, as SVG and in the form that shields.io's endpoint reads.

It is green where all that the candidate claims was asked and agrees, and nowhere else.
"""

import json
from dataclasses import dataclass
from enum import StrEnum

from conformance.certification.report import Run
from conformance.certification.verdict import count_of
from conformance.operations import OPERATIONS
from conformance.protocol import show
from conformance.report import pages


class Colour(StrEnum):
    """The colours of a badge, as shields.io has them."""

    GREEN = "brightgreen"
    YELLOW = "yellow"
    RED = "red"
    GREY = "lightgrey"

    @property
    def code(self) -> str:
        """The colour for the SVG: dark enough for white text to be read on it."""
        return {"brightgreen": "#2a7a3b", "yellow": "#8a6100", "red": "#b3261e"}.get(
            self, "#5f6368"
        )


@dataclass(frozen=True, slots=True)
class Badge:
    """What a badge says: whom the candidate is held to, and how that went."""

    label: str
    message: str
    colour: Colour


_NO_VERDICT = frozenset({4, 130})
"""Exit statuses of runs that say nothing of the candidate."""

_LONGEST = 40
"""Characters of a label or a message at most."""


def badge_of(report: Run) -> Badge:
    """Return the badge of a run."""
    label = show.shorten(f"harbor {report.provenance.harbor}", _LONGEST)
    return Badge(label, *_message(report))


def _message(report: Run) -> tuple[str, Colour]:
    if report.divergences:
        clauses = count_of(len(report.divergent_clauses), "clause")
        return f"diverges in {clauses}", Colour.RED
    if report.exit_code in _NO_VERDICT:
        return "no verdict", Colour.GREY
    if report.exit_code:
        return "not conformant", Colour.RED
    if report.scope.restrictions or report.scope.not_asked:
        return f"partial: {_claims(report)}", Colour.YELLOW
    if report.declared:
        declared = count_of(len(report.declared), "declared deviation")
        return f"conformant but for {declared}", Colour.YELLOW
    whole = not report.scope.not_claimed
    return "conformant" if whole else f"conformant: {_claims(report)}", Colour.GREEN


def _claims(report: Run) -> str:
    return f"{len(report.scope.claimed)} of {len(OPERATIONS)} operations"


def to_endpoint(badge: Badge) -> str:
    """Return the JSON that shields.io's endpoint badge reads."""
    document = {
        "schemaVersion": 1,
        "label": badge.label,
        "message": badge.message,
        "color": str(badge.colour),
        "isError": badge.colour in {Colour.RED, Colour.GREY},
    }
    return json.dumps(document, indent=2) + "\n"


_PER_CHARACTER, _PADDING = 6.6, 10
"""Pixels of a character of 11 pixels' text, about: the SVG fits the text to the width exactly."""


def to_svg(badge: Badge) -> str:
    """Return the badge as SVG."""
    widths = [round(len(text) * _PER_CHARACTER) + _PADDING for text in (badge.label, badge.message)]
    return pages.render("badge.svg", badge=badge, widths=widths, padding=_PADDING)
