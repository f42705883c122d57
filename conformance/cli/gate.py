"""``harbor-conformance gate``: what other releases of harbor do otherwise."""

import os
from collections.abc import Callable, Collection, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from conformance.audit.audit import audits, jobs_of, served_release
from conformance.audit.upgrade import upgrade
from conformance.certification.plan import NOTHING_EXPECTED, Profile
from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.audit import told
from conformance.cli.errors import UsageError
from conformance.cli.fleet import Amount, Scheduler, taking_of, workers_of
from conformance.cli.options import Cache, Clauses, Operations, Seed
from conformance.cli.output import AsJson, Summary, chosen_of, summarise
from conformance.executor.workers import Workers, default_jobs
from conformance.expected import reading
from conformance.expected.deviations import ExpectedDeviations
from conformance.gate import updating
from conformance.gate.gate import OPERATIONS, Gate, gate
from conformance.gate.releases import Pair, ReleaseError, pairs_of
from conformance.gate.results import Gated
from conformance.gate.run import Questions
from conformance.gate.verdict import exit_code
from conformance.implementations.environments import cache_folder, uv
from conformance.implementations.environments.uv import UvError
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show
from conformance.protocol.show import like
from conformance.protocol.values import HARBOR_VERSION
from conformance.recorded.atomic_write import atomic_write
from conformance.report import gate_json, gate_junit, gate_markdown, upgrade_text
from conformance.report.progress import doing

_CLAUSES = {id_ for id_, clause in CATALOGUE.items() if clause.operation in OPERATIONS}


class Format(StrEnum):
    """How the result is printed."""

    MARKDOWN = "markdown"
    JSON = "json"
    JUNIT = "junit"


_WRITERS: dict[Format, Callable[[Sequence[Gated], Questions], str]] = {
    Format.MARKDOWN: gate_markdown.to_text,
    Format.JSON: gate_json.to_text,
    Format.JUNIT: gate_junit.to_text,
}


def command(  # noqa: PLR0913 - one parameter an option
    release: Annotated[
        list[str], typer.Argument(help="A release, such as 0.14.0, or a range A..B; repeatable.")
    ],
    base: Annotated[
        str, typer.Option(help="The release that single releases are held against.")
    ] = HARBOR_VERSION,
    accepted: Annotated[
        Path | None, typer.Option(help="Changes that are agreed to, as TOML; for one pair only.")
    ] = None,
    *,
    update: Annotated[
        bool, typer.Option("--update", help="Rewrite the file of --accepted; show what changed.")
    ] = False,
    format_: Annotated[
        Format, typer.Option("--format", help="How the result is printed.")
    ] = Format.MARKDOWN,
    operation: Operations = None,
    clause: Clauses = None,
    profile: Amount = Profile.QUICK,
    seed: Seed = 0,
    jobs: Annotated[
        list[str] | None,
        typer.Option(
            metavar="N|FOLDER",
            help="Processes, or recorded jobs to derive with both releases; repeatable.",
        ),
    ] = None,
    cache: Cache = None,
    scheduler: Scheduler = None,
    summary: Summary = None,
    as_json: AsJson = False,
    require_reach: Annotated[
        bool,
        typer.Option(
            "--require-reach", help="Fail where changed lines did not run, and nobody knows why."
        ),
    ] = False,
) -> None:
    """Ask two releases of harbor the same questions, and print what changed.

    Exit status: 0 no change that is not accepted, 1 changed (with --require-reach also: changed
    lines did not run, and no reason is known), 2 usage, 4 a release could
    not be installed or driven, 130 interrupted before every question was asked.
    """
    form = chosen_of(format_, Format.JSON, as_json=as_json)
    processes, folders = _jobs(jobs or ())
    if folders:
        if form is Format.JUNIT:
            raise UsageError("--jobs FOLDER goes with --format markdown or json")
        workers = workers_of(processes, scheduler)
        raise typer.Exit(_of_jobs(folders, release, base, cache or cache_folder(), form, workers))
    operations = _names(operation, OPERATIONS, "operation") or OPERATIONS
    agreements = _agreements(accepted)
    settings = Gate(
        pairs=_pairs(release, base),
        questions=Questions(seed, profile, agreements),
        cache=(cache or cache_folder()).absolute(),
        jobs=processes,
        operations=operations,
        clauses=_names(clause, _CLAUSES, "clause"),
    )
    if (accepted is not None or update) and (accepted is None or len(settings.pairs) != 1):
        raise UsageError("--accepted FILE goes with one release, and --update with --accepted")
    _require_uv()
    with doing() as tell:
        results = gate(settings, tell, taking_of(scheduler))
    if accepted is not None and update:
        raise typer.Exit(_update(accepted, agreements, results[0]))
    code = exit_code(results, require_reach=require_reach)
    text = _WRITERS[form](results, settings.questions)
    verdicts = "; ".join(f"{result.pair}: {result.verdict}" for result in results)
    output.printed(lambda: output.show(text), verdicts, code)
    # In a step of GitHub's CI the summary is there without being asked for.
    file = summary or (Path(named) if (named := os.environ.get("GITHUB_STEP_SUMMARY")) else None)
    summarise(file, lambda: gate_markdown.to_text(results, settings.questions), code)
    raise typer.Exit(code)


def _jobs(given: Sequence[str]) -> tuple[int, list[Path]]:
    """Return how many processes are wanted, and the folders of recorded jobs."""
    numbers = [int(one) for one in given if one.isdecimal()]
    if any(number < 1 for number in numbers) or len(numbers) > 1:
        raise UsageError(f"--jobs {given[0]}: give one number from 1 on, or folders of jobs")
    folders = [Path(one) for one in given if not one.isdecimal()]
    return (numbers or [default_jobs()])[0], folders


def _of_jobs(  # noqa: PLR0913, PLR0917 - one parameter an option
    folders: Sequence[Path],
    releases: Sequence[str],
    base: str,
    cache: Path,
    form: Format,
    workers: Workers,
) -> ExitCode:
    """Print what a release makes otherwise of recorded jobs than the base does."""
    if len(releases) != 1 or ".." in releases[0]:
        raise UsageError("--jobs FOLDER goes with one release")
    paths = jobs_of(folders)
    with (
        doing() as tell,
        served_release(base, cache) as one,
        served_release(releases[0], cache) as other,
    ):
        before = told(audits(paths, workers, one), len(paths), tell)
        after = told(audits(paths, workers, other), len(paths), tell)
    result = upgrade(list(zip(before, after, strict=True)), base, releases[0])
    code = ExitCode.DIVERGES if result.changes else ExitCode.CONFORMANT
    text = upgrade_text.to_json(result) if form is Format.JSON else upgrade_text.to_text(result)
    output.printed(lambda: output.show(text), result.verdict, code)
    return code


def _agreements(file: Path | None) -> ExpectedDeviations:
    """Return what is accepted; the file of a gate narrows nothing."""
    if file is None or not file.exists():
        return NOTHING_EXPECTED
    agreed = reading.load(file)
    if agreed.clauses or agreed.only or agreed.without:
        raise UsageError(
            f"--accepted {file}: clauses, only and without narrow a candidate's run; "
            "give --clause or --operation"
        )
    return agreed


def _require_uv() -> None:
    try:
        uv.program()
    except UvError as error:
        raise UsageError(str(error)) from error


def _pairs(releases: Sequence[str], base: str) -> tuple[Pair, ...]:
    try:
        return tuple(pairs_of(releases, base))
    except (ReleaseError, UvError) as error:
        raise UsageError(str(error)) from error


def _names(chosen: Sequence[str] | None, names: Collection[str], what: str) -> tuple[str, ...]:
    for name in chosen or ():
        if name not in names:
            raise UsageError(f"no {what} {name!r} that harbor itself has{like(name, names)}")
    return tuple(chosen or ())


def _update(file: Path, agreements: ExpectedDeviations, gated: Gated) -> ExitCode:
    if gated.undriven:
        raise UsageError(f"{file} is left as it is: not driven: {gated.undriven[0]}")
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    text, lines = updating.updated(before, gated, agreements)
    for line in lines:
        output.line(show.printable(line))
    output.line(f"{file}: {len(lines)} changes")
    try:
        atomic_write(file, text)
    except OSError as error:
        raise UsageError(f"--accepted {file}: {error.strerror}") from error
    return ExitCode.DIVERGES if lines else ExitCode.CONFORMANT
