"""``harbor-conformance show``: names with their meaning, and files for other programs."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from conformance.certification import ExitCode, report_file
from conformance.cli import output
from conformance.cli.declaring import argument, like_those_of, option
from conformance.cli.errors import UsageError
from conformance.cli.output import Format, JsonOption, ShortFormat
from conformance.implementations.deviating import deviations
from conformance.implementations.process.command import SHIM
from conformance.implementations.start import candidates
from conformance.operations import FORMS, REGISTRY
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import lines
from conformance.protocol.show import unknown
from conformance.report import catalogue_pages
from conformance.report.badge import badge_of, to_endpoint, to_svg
from conformance.report.rendering import json_text

KINDS: dict[str, Callable[[], dict[str, str]]] = {
    "candidates": candidates,
    "clauses": lambda: {id_: clause.sentence for id_, clause in CATALOGUE.items()},
    "deviations": deviations,
    "operations": lambda: {name: f"{of.heading} ({of.authority})" for name, of in REGISTRY.items()},
}
"""Names that can be listed, each with its meaning in one line."""

THINGS = (*KINDS, "protocol", "shim", "badge")
"""What can be shown."""


@dataclass(frozen=True, kw_only=True)
class ShowCommand(JsonOption):
    """Print names, the JSON Schema, the shim, or a run's badge.

    The badge is an SVG, or with --json what shields.io's endpoint badge reads. It is green where
    everything that is claimed agrees, yellow for a partial run and declared deviations, red for a
    divergence, and grey without a verdict.

    Exit status: 0 it is printed, 2 there is no such thing.
    """

    what: str = argument(
        ...,
        f"What to show: {', '.join(THINGS)}.",
        metavar="THING",
        autocompletion=like_those_of(lambda: THINGS),
    )
    report: Path | None = argument(
        None, "Of a badge: report.json, or its folder.", metavar="[REPORT]"
    )
    format_: ShortFormat = option(ShortFormat.TEXT, "How names are printed.", "--format")

    def run(self) -> ExitCode:
        """Print the thing."""
        form = self.form
        if (self.report is None) == (self.what == "badge"):
            raise UsageError("give a REPORT with badge, and with nothing else")
        if form is Format.MARKDOWN and self.what != "clauses":
            raise UsageError("--format markdown is for clauses")
        if self.what not in THINGS:
            what = unknown("thing", self.what, THINGS)
            raise UsageError(f"{what}; there are {', '.join(THINGS)}")
        if self.report is not None:
            badge = badge_of(report_file.read(self.report))
            text = to_svg(badge) if form is Format.TEXT else to_endpoint(badge)
            output.printed(lambda: text, badge.message, ExitCode.CONFORMANT)
        else:
            output.show(_text(self.what, form))
        return ExitCode.CONFORMANT


def _text(what: str, form: Format) -> str:
    """Return a thing as text; raises UsageError if it has no such format."""
    if what == "protocol":
        return lines.schema_of(FORMS.values())
    if what == "shim":
        if form is not Format.TEXT:
            raise UsageError("the shim is a file of Python; it has no JSON")
        return SHIM.read_text(encoding="utf-8")
    if form is Format.MARKDOWN:
        return catalogue_pages.clauses()
    rows = KINDS[what]()
    if form is Format.TEXT:
        width = max(map(len, rows))
        return "".join(f"{name:<{width}}  {line}\n" for name, line in rows.items())
    clauses = [catalogue_pages.document_of(clause) for clause in CATALOGUE.values()]
    return json_text(clauses if what == "clauses" else rows)
