"""``harbor-conformance smoke``: does a candidate follow the protocol at all?"""

from collections.abc import Collection
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from conformance.certification.smoke import (
    CONFORMANCE,
    EACH_TIMEOUT,
    EMPTY,
    HARNESS,
    SmokeFinding,
    mend,
    smoke,
)
from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.options import (
    AllowHarbor,
    CommandLine,
    Env,
    ExpectedFile,
    Python,
    Timeout,
    asked_for,
    expected_of,
    operations_of,
)
from conformance.cli.output import AsJson, show_json
from conformance.implementations.start import command_of
from conformance.operations import OPERATIONS
from conformance.protocol import show


def command(  # noqa: PLR0913, PLR0917 - one parameter an option
    candidate: Annotated[
        str | None, typer.Argument(help="A port's name, or module:attribute.")
    ] = None,
    line: CommandLine = None,
    python: Python = None,
    env: Env = None,
    timeout: Timeout = EACH_TIMEOUT,
    operation: Annotated[
        list[str] | None, typer.Option(metavar="OP", help="Try this operation only; repeatable.")
    ] = None,
    expected: ExpectedFile = None,
    *,
    as_json: AsJson = False,
    allow_harbor: AllowHarbor = False,
) -> None:
    """Check the protocol and a few samples, in five seconds.

    Exit status: 0 follows the protocol and agrees on a sample, 1 diverges there, 3 the
    harness is broken, or nothing was asked.
    """
    spec = asked_for(candidate, line, env, timeout, python, allow_harbor=allow_harbor)
    wanted, declared = operations_of(operation) or OPERATIONS, expected_of(spec, expected)
    console = output.console()
    findings = []
    for finding in smoke(spec.name, command_of(spec), wanted, declared):
        findings.append(finding)
        if not as_json:
            _print(console, finding)
    verdict, code = _verdict({finding.kind for finding in findings})
    if as_json:
        show_json({"verdict": verdict, "findings": [asdict(finding) for finding in findings]})
    else:
        console.print(verdict)
    raise typer.Exit(code)


def _verdict(kinds: Collection[str]) -> tuple[str, ExitCode]:
    if HARNESS in kinds:
        return "BROKEN HARNESS: it does not follow the protocol", ExitCode.CANDIDATE
    if EMPTY in kinds:
        return "NOTHING ASKED: this says nothing of it", ExitCode.CANDIDATE
    if CONFORMANCE in kinds:
        return "NOT CONFORMANT, though it follows the protocol", ExitCode.DIVERGES
    return "It follows the protocol; certify it", ExitCode.CONFORMANT


def _print(console: Console, finding: SmokeFinding) -> None:
    lines = [f"{finding.kind}: {show.printable(finding.what)}"]
    if finding.seen:
        lines.append(f"  saw   {show.printable(finding.seen)}")
    if finding.kind == HARNESS:
        lines.append(f"  mend  {mend(finding.seen)}")
    console.print(Text("\n".join(lines)), soft_wrap=True, highlight=False)
