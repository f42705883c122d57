"""Options that several commands share, and what they mean.

What a command needs beyond its options is imported once it runs.
"""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from conformance.cli.errors import UsageError

if TYPE_CHECKING:
    from conformance.diagnosis.expected.deviations import ExpectedDeviations
    from conformance.implementations.start import CandidateSpec
    from conformance.operations.clause import Clause


def candidates_like(start: str) -> list[str]:
    """Return the candidates of this repository whose names begin so."""
    from conformance.implementations.start import candidate_names

    return [name for name in candidate_names() if name.startswith(start)]


def clauses_like(start: str) -> list[str]:
    """Return the clauses whose ids begin so."""
    from conformance.operations.catalogue import CATALOGUE

    return [id_ for id_ in CATALOGUE if id_.startswith(start)]


def operations_like(start: str) -> list[str]:
    """Return the operations whose names begin so."""
    from conformance.operations import EVERY_OPERATION

    return [name for name in EVERY_OPERATION if name.startswith(start)]


CANDIDATE = "Candidate options"
"""The heading of the options that every command with a candidate has."""

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
        rich_help_panel=CANDIDATE,
        help="Certify this command, run without a shell, in its own folder.",
    ),
]
Env = Annotated[
    list[str] | None,
    typer.Option(
        "--env",
        metavar="NAME[=VALUE]",
        rich_help_panel=CANDIDATE,
        help="NAME=VALUE, or NAME as set here, for its process; repeatable.",
    ),
]
Python = Annotated[
    str | None,
    typer.Option(
        "--python",
        metavar="PATH",
        rich_help_panel=CANDIDATE,
        help="The interpreter that runs module:attribute, from 3.8 on.",
    ),
]
AllowHarbor = Annotated[
    bool,
    typer.Option(
        "--allow-harbor",
        rich_help_panel=CANDIDATE,
        help="Allow the candidate to import harbor (verdict becomes PARTIAL).",
    ),
]
Timeout = Annotated[
    float,
    typer.Option(
        metavar="SECONDS", rich_help_panel=CANDIDATE, help="Seconds that one answer may take."
    ),
]

ExpectedFile = Annotated[
    Path | None,
    typer.Option(
        "--expected",
        metavar="FILE",
        rich_help_panel=CANDIDATE,
        help="What the candidate does otherwise, as TOML.",
    ),
]

DEFAULT_TIMEOUT = 10.0
"""Seconds; a test compares them with those of a process."""

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
) -> "CandidateSpec":
    """Return the candidate that the options name; raises UsageError before anything is started."""
    from conformance.implementations.process.command import (
        CommandError,
        external,
        parse_env,
        program,
    )
    from conformance.implementations.start import CandidateSpec, is_object

    if not 0 < timeout < float("inf"):
        raise UsageError(f"--timeout {timeout:g}: give a number of seconds greater than 0")
    if (name is None) == (line is None):
        raise UsageError("give either a candidate or --command")
    if not (name or "").isprintable() or "\0" in (line or ""):
        raise UsageError(f"no candidate is called {name or line!r}")
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
    from conformance.operations import EVERY_OPERATION
    from conformance.protocol.show import unknown

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
    from conformance.operations import EVERY_OPERATION

    wanted = operations_of(chosen)
    of_clauses = {known_clause(clause).operation for clause in clauses or ()}
    if clauses and wanted - of_clauses:
        raise UsageError("--operation names an operation that no --clause is about")
    return tuple(one for one in EVERY_OPERATION if one in (of_clauses or wanted))


def known_clause(id_: str) -> "Clause":
    """Return the clause of an id; raises UsageError where there is none."""
    from conformance.operations.catalogue import CATALOGUE
    from conformance.protocol.show import unknown

    if id_ not in CATALOGUE:
        raise UsageError(f"{unknown('clause', id_, CATALOGUE)}; docs/clauses.md lists them")
    return CATALOGUE[id_]


def expected_of(spec: "CandidateSpec", file: Path | None) -> "ExpectedDeviations":
    """Return those of the file that an option names, or else those of a built-in candidate."""
    from conformance.diagnosis.expected.deviations import ExpectedDeviations, ExpectedFileError
    from conformance.diagnosis.expected.reading import load
    from conformance.implementations.process.prediction import own_prediction

    file = expected_file(spec, file)
    if file is None:
        return ExpectedDeviations()
    declared = load(file)
    words = () if spec.command is None else spec.command.argv
    if own := own_prediction((one.function for one in declared.predictions), spec.name, words):
        raise ExpectedFileError(f"{file.name}: {own} is in the candidate's own file")
    return declared


def expected_file(spec: "CandidateSpec", file: Path | None) -> Path | None:
    """Return the file that an option names, or else that of a built-in candidate."""
    from conformance.diagnosis.expected.deviations import find

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
