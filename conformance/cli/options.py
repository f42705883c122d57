"""Options that several commands share, and what they mean."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from conformance.certification.plan import Profile
from conformance.cli.errors import UsageError
from conformance.cli.names import candidates_like, clauses_like, operations_like
from conformance.implementations.connectors import is_object
from conformance.implementations.process.command import (
    TIMEOUT,
    CommandError,
    external,
    parse_env,
    program,
)
from conformance.implementations.start import CandidateSpec
from conformance.ledger.ledger import Ledger, find
from conformance.ledger.reading import load
from conformance.operations import EVERY_OPERATION
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.clause import Clause
from conformance.protocol.show import unknown

CandidateName = Annotated[
    str | None,
    typer.Argument(
        help="Built-in name, deviation/NAME, or module:attribute.", autocompletion=candidates_like
    ),
]
CommandLine = Annotated[
    str | None,
    typer.Option(
        "--command",
        metavar="LINE",
        help="Certify this command, run without a shell, in its own folder.",
    ),
]
Env = Annotated[
    list[str] | None,
    typer.Option(
        "--env",
        metavar="NAME[=VALUE]",
        help="NAME=VALUE, or NAME as set here, for its process; repeatable.",
    ),
]
Python = Annotated[
    str | None,
    typer.Option(
        "--python", metavar="PATH", help="The interpreter that runs module:attribute, from 3.8 on."
    ),
]
AllowHarbor = Annotated[
    bool, typer.Option("--allow-harbor", help="Let it import harbor; the verdict says so.")
]
Timeout = Annotated[
    float, typer.Option(metavar="SECONDS", help="Seconds that one answer may take.")
]

LedgerFile = Annotated[
    Path | None,
    typer.Option("--ledger", metavar="FILE", help="What the candidate does otherwise, as TOML."),
]

DEFAULT_TIMEOUT = TIMEOUT

Amount = Annotated[Profile, typer.Option("--profile", help="How many questions are asked.")]
Operations = Annotated[
    list[str] | None,
    typer.Option(
        "--operation",
        metavar="OP",
        help="Ask this operation only; repeatable.",
        autocompletion=operations_like,
    ),
]
Clauses = Annotated[
    list[str] | None,
    typer.Option(
        "--clause",
        metavar="ID",
        help="Ask this clause only; repeatable.",
        autocompletion=clauses_like,
    ),
]
EarlierSeed = Annotated[
    int | None,
    typer.Option("--seed", min=0, metavar="N", help="Ask the questions of an earlier run again."),
]
Seed = Annotated[
    int, typer.Option("--seed", min=0, metavar="N", help="Which questions are generated.")
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", min=1, metavar="N", help="Processes; as many as processors by default."),
]
Cache = Annotated[
    Path | None,
    typer.Option("--cache", metavar="DIR", help="Folder of environments; in ~/.cache by default."),
]


def asked_for(  # noqa: PLR0913 - one parameter an option
    name: str | None,
    line: str | None,
    env: list[str] | None,
    timeout: float,
    python: str | None = None,
    *,
    allow_harbor: bool = False,
) -> CandidateSpec:
    """Return the candidate that the options name; raises UsageError before anything is started."""
    if not 0 < timeout < float("inf"):
        raise UsageError(f"--timeout {timeout:g}: give a number of seconds greater than 0")
    if (name is None) == (line is None):
        raise UsageError("give either a candidate or --command")
    if python is not None and not is_object(name or ""):
        raise UsageError("--python is for module:attribute, or module: alone")
    if allow_harbor and line is None and not is_object(name or ""):
        raise UsageError("--allow-harbor is for --command and module:attribute")
    try:
        variables = parse_env(env or [])
        if line is None:
            interpreter = "" if python is None else program(python)
            return CandidateSpec(str(name), None, variables, timeout, interpreter, allow_harbor)
        command = external(shlex.split(line), variables, timeout, allow_harbor=allow_harbor)
        return CandidateSpec(line, command, allow_harbor=allow_harbor)
    except (CommandError, ValueError) as error:
        raise UsageError(str(error)) from error


def operations_of(chosen: list[str] | None) -> set[str]:
    """Return the operations that ``--operation`` names; raises UsageError for one unknown."""
    for operation in chosen or ():
        if operation not in EVERY_OPERATION:
            what = unknown("operation", operation, EVERY_OPERATION)
            raise UsageError(f"{what}; there are {', '.join(EVERY_OPERATION)}")
    return set(chosen or ())


def operations_asked(chosen: list[str] | None, clauses: list[str] | None) -> tuple[str, ...]:
    """Return the operations that both options ask for, in the order of the catalogue.

    There are none where neither is given. Raises UsageError where one is unknown, or where they
    do not go together.
    """
    wanted = operations_of(chosen)
    of_clauses = {known_clause(clause).operation for clause in clauses or ()}
    if clauses and wanted - of_clauses:
        raise UsageError("--operation names an operation that no --clause is about")
    return tuple(one for one in EVERY_OPERATION if one in (of_clauses or wanted))


def known_clause(id_: str) -> Clause:
    """Return the clause of an id; raises UsageError where there is none."""
    if id_ not in CATALOGUE:
        raise UsageError(f"{unknown('clause', id_, CATALOGUE)}; docs/clauses.md lists them")
    return CATALOGUE[id_]


def ledger_of(spec: CandidateSpec, file: Path | None) -> Ledger:
    """Return the ledger that an option names, or else that of a candidate of this repository."""
    file = ledger_file(spec, file)
    return Ledger() if file is None else load(file)


def ledger_file(spec: CandidateSpec, file: Path | None) -> Path | None:
    """Return the file of the ledger that an option names, or of the candidate's own."""
    return find(spec.name) if file is None and spec.command is None else file


def options_naming(  # noqa: PLR0913 - one parameter an option
    name: str | None,
    line: str | None,
    env: list[str] | None,
    timeout: float,
    python: str | None = None,
    *,
    allow_harbor: bool = False,
) -> tuple[str, ...]:
    """Return the words that name the same candidate on another command line.

    A variable is named as it was given: a value stays where one was given, and a secret is
    kept out of reports by giving the name alone.
    """
    chosen = ("--candidate", str(name)) if line is None else ("--command", line)
    variables = [word for text in env or [] for word in ("--env", text)]
    limit = () if timeout == DEFAULT_TIMEOUT else ("--timeout", f"{timeout:g}")
    interpreter = () if python is None else ("--python", python)
    allowed = ("--allow-harbor",) if allow_harbor else ()
    return (*chosen, *interpreter, *variables, *limit, *allowed)
