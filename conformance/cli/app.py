"""The subcommands of ``harbor-conformance``, and what their errors look like."""

import sys

import typer

from conformance.cli import ask, certify, clauses, corpus, gate, interop, ledger, protocol, smoke
from conformance.cli.errors import complaint

app = typer.Typer(
    name="harbor-conformance",
    help="Certify that a runner reproduces the rewards, metrics and pass@k of harbor 0.13.1.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("certify")(certify.certify)
app.command("gate")(gate.command)
app.command("interop")(interop.interop)
app.command("ledger")(ledger.ledger)
app.command("smoke")(smoke.command)
app.command("protocol")(protocol.protocol)
app.command("clauses")(clauses.clauses)
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
