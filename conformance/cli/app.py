"""The subcommands of ``harbor-conformance``, and what their errors look like."""

import sys
from typing import Annotated

import typer

from conformance import __version__
from conformance.cli import (
    ask,
    audit,
    badge,
    campaign,
    certify,
    check,
    clauses,
    compare,
    corpus,
    explain,
    gate,
    ledger,
    names,
    output,
    protocol,
    shim,
    smoke,
    survey,
    verify,
)
from conformance.cli.errors import complaint
from conformance.cli.examples import epilog, of_the_program
from conformance.protocol.values import HARBOR_VERSION

app = typer.Typer(
    name="harbor-conformance",
    help="Certify that a runner reproduces the rewards, metrics and pass@k of harbor 0.13.1.",
    epilog=of_the_program(),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _print_version(asked: bool) -> None:  # noqa: FBT001 - typer calls it
    if asked:
        output.line(f"harbor-conformance {__version__}, for harbor {HARBOR_VERSION}")
        raise typer.Exit


@app.callback()
def _main(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the version, and that of harbor that is asked.",
            callback=_print_version,
            is_eager=True,
        ),
    ] = False,
) -> None:
    del version


app.command("certify", epilog=epilog("certify"))(certify.certify)
app.command("verify", epilog=epilog("verify"))(verify.verify)
app.command("compare", epilog=epilog("compare"))(compare.command)
app.command("badge", epilog=epilog("badge"))(badge.command)
app.command("audit", epilog=epilog("audit"))(audit.command)
app.command("check", epilog=epilog("check"))(check.command)
app.command("gate", epilog=epilog("gate"))(gate.command)
app.command("campaign", epilog=epilog("campaign"))(campaign.command)
app.command("ledger", epilog=epilog("ledger"))(ledger.ledger)
app.command("survey", epilog=epilog("survey"))(survey.survey)
app.command("smoke", epilog=epilog("smoke"))(smoke.command)
app.command("protocol", epilog=epilog("protocol"))(protocol.protocol)
app.command("clauses", epilog=epilog("clauses"))(clauses.clauses)
app.command("explain", epilog=epilog("explain"))(explain.explain)
app.command("list", epilog=epilog("list"))(names.list_)
app.command("shim", epilog=epilog("shim"))(shim.shim)
app.add_typer(ask.app, name="ask")
app.add_typer(corpus.app, name="corpus")


def run() -> int:
    """Run the command; what a user can mend ends in one line. Return the exit status."""
    try:
        return int(app(standalone_mode=False) or 0)
    except Exception as error:
        ending = complaint(error)
        if ending is None:
            raise
        status, message = ending
        print(message, file=sys.stderr)  # noqa: T201 - the command line
        return status
