"""The subcommands of ``harbor-conformance``, and what their errors look like."""

import sys
from typing import Annotated

import typer

from conformance import __version__
from conformance.cli import (
    ask,
    audit,
    certify,
    check,
    clauses,
    compare,
    corpus,
    explain,
    gate,
    ledger,
    names,
    protocol,
    reach,
    shim,
    smoke,
    survey,
)
from conformance.cli.errors import complaint
from conformance.protocol.values import HARBOR_VERSION

app = typer.Typer(
    name="harbor-conformance",
    help="Certify that a runner reproduces the rewards, metrics and pass@k of harbor 0.13.1.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _print_version(asked: bool) -> None:  # noqa: FBT001 - typer calls it
    if asked:
        typer.echo(f"harbor-conformance {__version__}, for harbor {HARBOR_VERSION}")
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


app.command("certify")(certify.certify)
app.command("compare")(compare.command)
app.command("audit")(audit.command)
app.command("check")(check.command)
app.command("gate")(gate.command)
app.command("ledger")(ledger.ledger)
app.command("survey")(survey.survey)
app.command("reach")(reach.command)
app.command("smoke")(smoke.command)
app.command("protocol")(protocol.protocol)
app.command("clauses")(clauses.clauses)
app.command("explain")(explain.explain)
app.command("list")(names.list_)
app.command("shim")(shim.shim)
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
