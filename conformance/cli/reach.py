"""``harbor-conformance reach``: which branches of harbor's own code the questions take."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from conformance.certification.run import default_jobs
from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.errors import UsageError
from conformance.cli.formats import AsJson, chosen_of
from conformance.cli.options import Jobs
from conformance.cli.progress import doing
from conformance.reach.reach import Measurement, measure_all
from conformance.reach.running import NoCoverageError
from conformance.recorded.whole import write_whole
from conformance.report import reach_json, reach_markdown, reach_text


class Format(StrEnum):
    """How what is reached is printed."""

    TEXT = "text"
    MARKDOWN = "markdown"
    JSON = "json"


_WRITERS = {
    Format.TEXT: reach_text.to_text,
    Format.MARKDOWN: reach_markdown.to_text,
    Format.JSON: reach_json.to_text,
}


def command(
    *,
    form: Annotated[Format, typer.Option("--format", help="How it is printed.")] = Format.TEXT,
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the page to this file.")
    ] = None,
    jobs: Jobs = None,
    as_json: AsJson = False,
) -> None:
    """Measure which branches of harbor's own code the recorded and generated questions take.

    Exit status: 0 every unreached branch has a reason and every reason holds, 1 not so, 2 usage,
    4 the oracle could not be trusted or asked.
    """
    chosen = chosen_of(form, Format.JSON, as_json=as_json)
    try:
        with doing() as tell:
            measurement = measure_all(jobs or default_jobs(), tell)
    except NoCoverageError as error:
        raise UsageError(str(error)) from error
    code = ExitCode.CONFORMANT if measurement.judgement.holds else ExitCode.DIVERGES
    text = _WRITERS[chosen](measurement)
    output.printed(lambda: output.show(text), reach_text.verdict(measurement), code)
    if write is not None:
        _write(write, measurement, code)
    raise typer.Exit(code)


def _write(file: Path, measurement: Measurement, code: ExitCode) -> None:
    try:
        write_whole(file, reach_markdown.to_text(measurement))
    except OSError as error:
        output.tell(f"--write {file}: {error.strerror}; what is printed above holds", code)
