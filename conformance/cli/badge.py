"""``harbor-conformance badge``: how a run ended, for a README."""

from pathlib import Path
from typing import Annotated

import typer

from conformance.certification import report_file
from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.formats import AsJson
from conformance.report.badge import badge_of, to_endpoint, to_svg


def command(
    report: Annotated[
        Path, typer.Argument(metavar="REPORT", help="A report.json, or a folder with one.")
    ],
    *,
    endpoint: Annotated[
        bool, typer.Option("--endpoint", help="Print what shields.io's endpoint badge reads.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print a badge of a run as SVG; it is green only where all that is claimed agrees.

    A partial run and declared deviations are yellow, a divergence red, and no verdict grey.

    Exit status: 0 the badge is printed, whatever it says, 2 there is no report.
    """
    badge = badge_of(report_file.read(report))
    text = to_endpoint(badge) if endpoint or as_json else to_svg(badge)
    output.printed(lambda: output.show(text), badge.message, ExitCode.CONFORMANT)
