"""A badge of a run, as SVG and in the form that shields.io's endpoint reads.

It is green only if everything that the candidate claims was run and agrees.
"""

from dataclasses import dataclass
from enum import StrEnum

from conformance.certification import ExitCode, count_of
from conformance.certification.report import Run, by_level
from conformance.operations import OPERATIONS
from conformance.protocol import show
from conformance.report import pages
from conformance.report.rendering import json_text


class Colour(StrEnum):
    """The colours of a badge, as shields.io has them."""

    GREEN = "brightgreen"
    YELLOW = "yellow"
    RED = "red"
    GREY = "lightgrey"


@dataclass(frozen=True, slots=True)
class Badge:
    """The texts of a badge: what the candidate is compared with, and the result."""

    label: str
    message: str
    colour: Colour


def badge_of(report: Run) -> Badge:
    """Return the badge of a run."""
    label = show.shorten(f"harbor {report.provenance.harbor}", 40)
    return Badge(label, *_message(report))


def _message(report: Run) -> tuple[str, Colour]:
    claims = f"{len(report.scope.claimed)} of {len(OPERATIONS)} operations"
    divergent = [one for one in report.required.values() if one.divergences]
    if divergent:
        return f"diverges in {by_level(divergent)}", Colour.RED
    if report.exit_code in {ExitCode.ORACLE, ExitCode.INTERRUPTED}:
        return "no verdict", Colour.GREY
    if report.exit_code:
        return "not conformant", Colour.RED
    if report.scope.restrictions or report.scope.not_asked:
        return f"partial: {claims}", Colour.YELLOW
    if report.beyond or report.declared:
        level = f" at level {report.level}" if report.beyond else ""
        declared = count_of(len(report.declared), "declared deviation")
        failed = by_level(report.beyond.values()) if report.beyond else ""
        return f"conformant{level} but for {failed or declared}", Colour.YELLOW
    whole = not report.scope.not_claimed
    return "conformant" if whole else f"conformant: {claims}", Colour.GREEN


def to_endpoint(badge: Badge) -> str:
    """Return the JSON that shields.io's endpoint badge reads."""
    texts = {"label": badge.label, "message": badge.message, "color": badge.colour}
    wrong = badge.colour in {Colour.RED, Colour.GREY}
    return json_text({"schemaVersion": 1, **texts, "isError": wrong})


def to_svg(badge: Badge) -> str:
    """Return the badge as SVG."""
    return pages.render("badge.svg", badge=badge)
