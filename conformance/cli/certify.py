"""``harbor-conformance certify``: the verdict on one candidate."""

import secrets
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from conformance import plan
from conformance.certificate import Certificate
from conformance.clauses import CATALOGUE
from conformance.cli.errors import UsageError
from conformance.cli.options import (
    DEFAULT_TIMEOUT,
    CommandLine,
    Env,
    LedgerFile,
    Timeout,
    asked_for,
    ledger_of,
    options_naming,
)
from conformance.implementations import verify_provenance
from conformance.model import EVERY_OPERATION, OPERATIONS, CheckResult
from conformance.plan import Profile, Step
from conformance.report import json_report, junit, terminal
from conformance.run import Settings, default_jobs, probe, run


def certify(  # noqa: PLR0913, PLR0917 - one parameter an option
    candidate: Annotated[
        str | None, typer.Argument(help="Built-in name, broken/NAME, or module:attribute.")
    ] = None,
    command: CommandLine = None,
    env: Env = None,
    timeout: Timeout = DEFAULT_TIMEOUT,
    profile: Annotated[
        Profile, typer.Option(help="How many questions are asked.")
    ] = Profile.DEFAULT,
    operation: Annotated[
        list[str] | None, typer.Option(help="Ask this operation only; repeatable.")
    ] = None,
    clause: Annotated[
        list[str] | None, typer.Option(help="Ask this clause only; repeatable.")
    ] = None,
    ledger: LedgerFile = None,
    report: Annotated[
        Path | None, typer.Option(help="Write report.json and junit.xml to this folder.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Ask the questions of an earlier run again.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Processes; as many as processors by default.")
    ] = None,
) -> None:
    """Ask harbor and a candidate the same questions, and print the verdict.

    Exit status: 0 conformant, 1 diverges, 2 usage, 3 the candidate could not be run,
    4 the oracle could not be trusted, 130 interrupted before a verdict.
    """
    asked = asked_for(candidate, command, env, timeout)
    operations = _operations(operation, clause)
    declared = ledger_of(asked, ledger)
    steps = plan.steps(operations, clause or (), declared)
    if not steps:
        raise UsageError("the ledger leaves nothing to ask of these clauses")
    operations = tuple(op for op in operations if any(s.operation == op for s in steps))
    folder = _writable(report)
    provenance = verify_provenance()
    version, faults = probe(asked)
    seed = secrets.randbits(32) if seed is None else seed
    settings = Settings(asked, seed, plan.EXAMPLES[profile], declared)
    results, interrupted = _collect(settings, steps, jobs or default_jobs())
    certificate = Certificate(
        candidate=asked.name,
        candidate_version=version,
        candidate_options=options_naming(candidate, command, env, timeout),
        faults_tried=tuple(faults),
        operations=operations,
        profile=profile.value,
        seed=seed,
        provenance=provenance,
        steps=tuple(steps),
        results=tuple(results),
        interrupted=interrupted,
        ledger=declared,
    )
    if folder is not None:
        (folder / "report.json").write_text(json_report.to_text(certificate), encoding="utf-8")
        (folder / "junit.xml").write_text(junit.to_text(certificate), encoding="utf-8")
    terminal.render(Console(), certificate)
    raise typer.Exit(certificate.code)


def _operations(chosen: list[str] | None, clauses: list[str] | None) -> tuple[str, ...]:
    """Return the operations of a run, in the order of the catalogue."""
    wanted = set(chosen or ())
    if unknown := wanted - set(EVERY_OPERATION):
        known = ", ".join(EVERY_OPERATION)
        raise UsageError(f"no operation {min(unknown)!r}; there are {known}")
    for clause in clauses or ():
        if clause not in CATALOGUE:
            raise UsageError(f"no clause {clause!r}; docs/clauses.md lists them")
    if clauses:
        of_clauses = {CATALOGUE[clause].operation for clause in clauses}
        if wanted - of_clauses:
            raise UsageError("--operation names an operation that no --clause is about")
        wanted = of_clauses
    return tuple(op for op in EVERY_OPERATION if op in (wanted or OPERATIONS))


def _writable(folder: Path | None) -> Path | None:
    """Make the report's folder before anything is asked, so that no verdict is lost.

    Reports of an earlier run go: a run without a verdict must not leave another's behind.
    """
    if folder is None:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("report.json", "junit.xml"):
            (folder / name).touch()
            (folder / name).unlink()
    except OSError as error:
        raise UsageError(f"--report {folder}: {error.strerror}") from error
    return folder


def _collect(
    settings: Settings, steps: Sequence[Step], jobs: int
) -> tuple[list[CheckResult], bool]:
    """Return the results, and whether the run was interrupted before all were in."""
    results: list[CheckResult] = []
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("checks, {task.fields[cases]:,} cases"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with suppress(KeyboardInterrupt), progress:
        task = progress.add_task("asking", total=len(steps), cases=0)
        for result in run(settings, steps, min(jobs, len(steps))):
            results.append(result)
            cases = sum(known.cases for known in results)
            progress.update(task, advance=1, cases=cases, description=result.operation)
        return results, False
    return results, True
