"""``harbor-conformance campaign``: fresh seeds for as long as it is told."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from conformance.campaign.campaign import Teller
from conformance.campaign.conducting import NothingToAskError, Told, Whom, conduct
from conformance.campaign.folder import Folder, FolderError
from conformance.campaign.journal import JournalError
from conformance.campaign.outcome import Outcome
from conformance.campaign.releases import AbsentError, released
from conformance.campaign.sharing import DatabaseError
from conformance.campaign.stopping import Limits
from conformance.certification.plan import EXAMPLES, Profile
from conformance.cli import output
from conformance.cli.amounts import count_of, seconds_of
from conformance.cli.errors import UsageError
from conformance.cli.options import (
    DEFAULT_TIMEOUT,
    Clauses,
    CommandLine,
    Env,
    Jobs,
    Operations,
    Python,
    Timeout,
    asked_for,
    candidates_like,
    expected_of,
    operations_asked,
    options_naming,
)
from conformance.cli.output import AsJson, Summary, summarise
from conformance.cli.progress import doing, tell_line
from conformance.executor.workers import default_jobs
from conformance.implementations.connectors import is_object
from conformance.implementations.environments import cache_folder
from conformance.operations import OPERATIONS
from conformance.recorded.whole import write_whole
from conformance.report import campaign_json, campaign_markdown, campaign_text

QUIET = "1M"
"""Cases without anything new of harbor after which a campaign ends, unless told otherwise."""

LEAST = 200
"""Examples of one piece, at least: each ends in a look at harbor's code in memory."""


def command(  # noqa: PLR0913, PLR0917 - one parameter an option
    candidate: Annotated[
        list[str] | None,
        typer.Argument(
            help="Built-in name, deviation/NAME, or module:attribute; repeatable.",
            autocompletion=candidates_like,
        ),
    ] = None,
    line: CommandLine = None,
    release: Annotated[
        list[str] | None,
        typer.Option(metavar="VERSION", help="Ask this release of harbor too; repeatable."),
    ] = None,
    for_: Annotated[
        str | None, typer.Option("--for", metavar="TIME", help="How long, such as 30s, 10m or 2h.")
    ] = None,
    cases: Annotated[
        str | None, typer.Option(metavar="N", help="How many cases, such as 500k or 50M.")
    ] = None,
    quiet_for: Annotated[
        str,
        typer.Option(
            metavar="N",
            help="End where harbor did nothing new in N cases; 0: never for that.",
        ),
    ] = QUIET,
    operation: Operations = None,
    clause: Clauses = None,
    folder: Annotated[
        Path, typer.Option(metavar="DIR", help="What it finds goes here, and it goes on from it.")
    ] = Path("campaign"),
    database: Annotated[
        str | None,
        typer.Option(
            metavar="DIR|URL", help="Share examples here: a folder, or redis://HOST:PORT/0."
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="The first seed; random by default.")
    ] = None,
    examples: Annotated[
        int, typer.Option(min=LEAST, metavar="N", help="Examples of a check under one seed.")
    ] = EXAMPLES[Profile.DEFAULT],
    jobs: Jobs = None,
    env: Env = None,
    python: Python = None,
    timeout: Timeout = DEFAULT_TIMEOUT,
    cache: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of releases; in ~/.cache by default."),
    ] = None,
    summary: Summary = None,
    *,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Begin anew in a folder that holds a campaign.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Ask new questions under one seed after another, and keep what they find.

    The same command goes on with the campaign of its folder. Exit status: 0 nothing found,
    1 findings, 2 usage, 3 a candidate could not be run, 4 the oracle could not be trusted or
    asked, 130 interrupted and nothing found.
    """
    operations = operations_asked(operation, clause)
    limits = _limits(for_, cases, quiet_for)
    named = [*(candidate or ()), *([None] if line is not None else [])]
    whom = [_whom(name, line, env, timeout, python, operations) for name in named]
    if python is not None and not any(map(is_object, candidate or ())):
        raise UsageError("--python is for module:attribute, or module: alone")
    if not whom and not release:
        raise UsageError("give a candidate, --command or --release")
    with _released(release or (), operations, cache) as releases:
        told = Told(
            whom=_each_once((*whom, *releases)),
            operations=operations,
            clauses=tuple(clause or ()),
            seed=seed,
            examples=examples,
            limits=limits,
            jobs=jobs or default_jobs(),
            folder=folder,
            database=database,
            fresh=fresh,
        )
        outcome = _conducted(told)
    _written(outcome)
    writer = campaign_json if as_json else campaign_text
    output.printed(lambda: output.show(writer.to_text(outcome)), outcome.verdict, outcome.code)
    summarise(summary, lambda: campaign_markdown.to_text(outcome), outcome.code)
    raise typer.Exit(outcome.code)


def _conducted(told: Told) -> Outcome:
    try:
        with doing() as progress:
            return conduct(told, Teller(progress, tell_line))
    except (FolderError, JournalError, NothingToAskError) as error:
        raise UsageError(str(error)) from error
    except DatabaseError as error:
        raise UsageError(f"--database {error}") from error


def _whom(  # noqa: PLR0913, PLR0917 - one parameter an option
    name: str | None,
    line: str | None,
    env: list[str] | None,
    timeout: float,
    python: str | None,
    operations: Sequence[str],
) -> Whom:
    line = line if name is None else None
    # An interpreter is that of the modules that are named; other candidates have their own.
    interpreter = python if name is not None and is_object(name) else None
    spec = asked_for(name, line, env, timeout, interpreter)
    return Whom(
        spec,
        expected_of(spec, None),
        tuple(operations or OPERATIONS),
        options_naming(name, line, env, timeout, interpreter),
    )


def _each_once(whom: Sequence[Whom]) -> tuple[Whom, ...]:
    names = [one.spec.name for one in whom]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise UsageError(f"{twice} is given twice")
    return tuple(whom)


@contextmanager
def _released(
    versions: Sequence[str], operations: Sequence[str], cache: Path | None
) -> Iterator[tuple[Whom, ...]]:
    try:
        with released(versions, operations, (cache or cache_folder()).absolute()) as releases:
            yield releases
    except AbsentError as error:
        raise UsageError(f"--release {error}") from error


def _limits(for_: str | None, cases: str | None, quiet_for: str) -> Limits:
    quiet = count_of("--quiet-for", quiet_for, least=0)
    if for_ is None and cases is None and not quiet:
        raise UsageError("--quiet-for 0 goes with --for or --cases: nothing else would end it")
    return Limits(
        None if for_ is None else seconds_of("--for", for_),
        None if cases is None else count_of("--cases", cases),
        quiet or None,
    )


def _written(outcome: Outcome) -> None:
    """Write the reports, each whole or not at all; the journal has all that they say."""
    folder = Folder(Path(outcome.folder))
    try:
        write_whole(folder.report("md"), campaign_markdown.to_text(outcome))
        write_whole(folder.report("json"), campaign_json.to_text(outcome))
    except OSError as error:
        output.tell(f"{folder.path}: {error.strerror}; {outcome.verdict}", outcome.code)
