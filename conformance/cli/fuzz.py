"""``harbor-conformance fuzz``: one seed after another, for hours."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from conformance.certification.plan import EXAMPLES, Profile
from conformance.cli import output
from conformance.cli.errors import UsageError
from conformance.cli.fleet import Scheduler, count_of, seconds_of, workers_of
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
from conformance.examination.recorded.atomic_write import atomic_write
from conformance.fuzz.config import FuzzConfig, FuzzError, Limits, Target, released
from conformance.fuzz.folder import REPORTS
from conformance.fuzz.fuzzing import fuzz
from conformance.fuzz.result import FuzzResult
from conformance.implementations.environments import cache_folder
from conformance.implementations.start import is_object
from conformance.operations import OPERATIONS
from conformance.report import rendering
from conformance.report.fuzz_view import json_of, view_of
from conformance.report.progress import doing, tell_line
from conformance.report.view import View

QUIET = "1M"
"""Cases without anything new of harbor after which fuzzing stops by default."""

LEAST = 200
"""Least examples of a check under one seed: after them, harbor's code in memory is checked."""


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
        typer.Option(metavar="VERSION", help="Fuzz this release of harbor as well; repeatable."),
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
            help="Stop when harbor did nothing new in N cases; 0: never.",
        ),
    ] = QUIET,
    operation: Operations = None,
    clause: Clauses = None,
    folder: Annotated[
        Path,
        typer.Option(metavar="DIR", help="Where results are kept; fuzzing resumes from there."),
    ] = Path("fuzz"),
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
    scheduler: Scheduler = None,
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
        bool, typer.Option("--fresh", help="Start over in a folder with earlier results.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Run seed after seed, resume after interruption, and stop once coverage stops growing.

    The same command resumes what its folder has. Exit status: 0 nothing found,
    1 findings, 2 usage, 3 a candidate could not be run, 4 the oracle could not be trusted or
    asked, 130 interrupted and nothing found.
    """
    operations = operations_asked(operation, clause)
    limits = _limits(for_, cases, quiet_for)
    named = [*(candidate or ()), *([None] if line is not None else [])]
    targets = [_target(name, line, env, timeout, python, operations) for name in named]
    if python is not None and not any(map(is_object, candidate or ())):
        raise UsageError("--python is for module:attribute, or module: alone")
    if not targets and not release:
        raise UsageError("give a candidate, --command or --release")
    if release and scheduler:
        raise UsageError("--release goes without --scheduler: it is served on this machine")
    try:
        with released(release or (), operations, (cache or cache_folder()).absolute()) as releases:
            config = FuzzConfig(
                targets=_each_once((*targets, *releases)),
                operations=operations,
                clauses=tuple(clause or ()),
                seed=seed,
                examples=examples,
                limits=limits,
                workers=workers_of(jobs, scheduler),
                folder=folder,
                database=database,
                fresh=fresh,
            )
            with doing() as progress:
                result = fuzz(config, progress, tell_line)
    except FuzzError as error:
        raise UsageError(str(error)) from error
    view = view_of(result)
    _write(result, view)
    text = json_of(result) if as_json else rendering.text(view)
    output.printed(lambda: output.show(text), result.verdict, result.code)
    summarise(summary, lambda: rendering.markdown(view), result.code)
    raise typer.Exit(result.code)


def _target(  # noqa: PLR0913, PLR0917 - one parameter an option
    name: str | None,
    line: str | None,
    env: list[str] | None,
    timeout: float,
    python: str | None,
    operations: Sequence[str],
) -> Target:
    line = line if name is None else None
    # An interpreter is that of the modules that are named; other candidates have their own.
    interpreter = python if name is not None and is_object(name) else None
    spec = asked_for(name, line, env, timeout, interpreter)
    return Target(
        spec,
        expected_of(spec, None),
        tuple(operations or OPERATIONS),
        options_naming(name, line, env, timeout, interpreter),
    )


def _each_once(targets: Sequence[Target]) -> tuple[Target, ...]:
    names = [one.spec.name for one in targets]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise UsageError(f"{twice} is given twice")
    return tuple(targets)


def _limits(for_: str | None, cases: str | None, quiet_for: str) -> Limits:
    quiet = count_of("--quiet-for", quiet_for, least=0)
    if for_ is None and cases is None and not quiet:
        raise UsageError("--quiet-for 0 goes with --for or --cases: nothing else would end it")
    return Limits(
        None if for_ is None else seconds_of("--for", for_),
        None if cases is None else count_of("--cases", cases),
        quiet or None,
    )


def _write(result: FuzzResult, view: View) -> None:
    """Write the reports, each whole or not at all; the journal has everything in them."""
    folder = result.config.folder
    try:
        for name, text in zip(REPORTS, (rendering.markdown(view), json_of(result)), strict=True):
            atomic_write(folder / name, text)
    except OSError as error:
        output.tell(f"{folder}: {error.strerror}; {result.verdict}", result.code)
