"""Options that several commands share, and what they mean."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from conformance.cli.errors import UsageError
from conformance.implementations.process.command import TIMEOUT, CommandError, external, parse_env
from conformance.implementations.start import CandidateSpec
from conformance.ledger.ledger import Ledger, find
from conformance.ledger.reading import load

CommandLine = Annotated[
    str | None,
    typer.Option("--command", help="Certify this command, run without a shell, in its own folder."),
]
Env = Annotated[
    list[str] | None,
    typer.Option("--env", help="NAME=VALUE, or NAME as set here, for its process; repeatable."),
]
Timeout = Annotated[float, typer.Option(help="Seconds that one answer may take.")]

LedgerFile = Annotated[
    Path | None, typer.Option("--ledger", help="What the candidate does otherwise on purpose, as TOML.")
]

DEFAULT_TIMEOUT = TIMEOUT


def asked_for(
    name: str | None, line: str | None, env: list[str] | None, timeout: float
) -> CandidateSpec:
    """Return the candidate that the options name; raises UsageError before anything is started."""
    if not 0 < timeout < float("inf"):
        raise UsageError(f"--timeout {timeout:g}: give a number of seconds greater than 0")
    if (name is None) == (line is None):
        raise UsageError("give either a candidate or --command")
    try:
        variables = parse_env(env or [])
        if line is None:
            return CandidateSpec(str(name), None, variables, timeout)
        return CandidateSpec(line, external(shlex.split(line), variables, timeout))
    except (CommandError, ValueError) as error:
        raise UsageError(str(error)) from error


def ledger_of(asked: CandidateSpec, file: Path | None) -> Ledger:
    """Return the ledger that an option names, or else that of a candidate of this repository."""
    if file is None and asked.command is None:
        file = find(asked.name)
    return Ledger() if file is None else load(file)


def options_naming(
    name: str | None, line: str | None, env: list[str] | None, timeout: float
) -> tuple[str, ...]:
    """Return the words that name the same candidate on another command line.

    A variable is named as it was given: a value stays where one was given, and a secret is
    kept out of reports by giving the name alone.
    """
    chosen = ("--candidate", str(name)) if line is None else ("--command", line)
    variables = [word for text in env or [] for word in ("--env", text)]
    limit = () if timeout == DEFAULT_TIMEOUT else ("--timeout", f"{timeout:g}")
    return (*chosen, *variables, *limit)
