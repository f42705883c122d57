"""``harbor-conformance gate``: what changes between two releases of harbor."""

import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Annotated

import typer

from conformance.audit.audit import audits, jobs_of, served_release
from conformance.audit.upgrade import Upgrade, upgrade
from conformance.certification.plan import NOTHING_EXPECTED, Profile
from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.audit import told
from conformance.cli.errors import UsageError
from conformance.cli.fleet import Amount, Scheduler, workers_of
from conformance.cli.options import Cache, Clauses, Jobs, Operations, Seed
from conformance.cli.output import AsJson, Format, Summary, chosen_of, summarise
from conformance.diagnosis.expected import reading
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.examination.recorded.atomic_write import atomic_write
from conformance.executor.workers import Workers
from conformance.gate.gate import Gate, exit_code, gate
from conformance.gate.phases import Questions
from conformance.gate.results import Gated, updated
from conformance.implementations.environments import cache_folder, uv
from conformance.implementations.environments.uv import UvError
from conformance.implementations.environments.versions import (
    Pair,
    ReleaseError,
    is_release,
    pairs_of,
)
from conformance.operations import HARBOR_OPERATIONS
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show
from conformance.protocol.show import like
from conformance.protocol.values import HARBOR_VERSION
from conformance.report import gate_view, rendering
from conformance.report.progress import doing
from conformance.report.view import View

_CLAUSES = {id_ for id_, clause in CATALOGUE.items() if clause.operation in HARBOR_OPERATIONS}

_WRITERS = {
    Format.TEXT: rendering.text,
    Format.MARKDOWN: rendering.markdown,
    Format.JUNIT: rendering.junit,
    Format.HTML: rendering.html,
}


def command(  # noqa: PLR0913 - one parameter an option
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="RELEASE... [JOB...]",
            help="Releases, such as 0.14.0, or a range A..B; or one release and recorded jobs.",
        ),
    ],
    base: Annotated[
        str, typer.Option(help="The release that single releases are compared with.")
    ] = HARBOR_VERSION,
    accepted: Annotated[
        Path | None,
        typer.Option(help="TOML file of accepted changes (a single pair of releases only)."),
    ] = None,
    *,
    update: Annotated[
        bool, typer.Option("--update", help="Rewrite the file of --accepted; show what changed.")
    ] = False,
    require_reach: Annotated[
        bool,
        typer.Option(
            "--require-reach", help="Fail where a changed line did not run for no reason."
        ),
    ] = False,
    operation: Operations = None,
    clause: Clauses = None,
    profile: Amount = Profile.QUICK,
    seed: Seed = 0,
    format_: Annotated[
        Format, typer.Option("--format", help="How the result is printed.")
    ] = Format.TEXT,
    jobs: Jobs = None,
    cache: Cache = None,
    scheduler: Scheduler = None,
    summary: Summary = None,
    as_json: AsJson = False,
) -> None:
    """Ask two releases of harbor the same cases, and print what changed.

    With folders of recorded jobs, derive their numbers with both releases instead.

    Exit status: 0 no change that is not accepted, 1 changed (with --require-reach also: changed
    lines did not run, and no reason is known), 2 usage, 4 a release could
    not be installed or driven, 130 interrupted before every case was asked.
    """
    form = chosen_of(format_, Format.JSON, as_json=as_json)
    workers = workers_of(jobs, scheduler)
    folders = [Path(word) for word in words if not is_release(word) and Path(word).exists()]
    releases = [word for word in words if Path(word) not in folders]
    if folders:
        of_jobs = _of_jobs(
            folders, releases, base, cache or cache_folder(), workers_of(jobs, scheduler)
        )
        code = ExitCode.DIVERGES if of_jobs.changes else ExitCode.CONFORMANT
        _print(gate_view.view_of_jobs(of_jobs), gate_view.document_of_jobs(of_jobs), form, code)
        raise typer.Exit(code)
    agreed = _accepted(accepted)
    settings = Gate(
        pairs=_pairs(releases, base),
        questions=Questions(seed, profile, agreed),
        cache=(cache or cache_folder()).absolute(),
        workers=workers,
        operations=_names(operation, HARBOR_OPERATIONS, "operation") or HARBOR_OPERATIONS,
        clauses=_names(clause, _CLAUSES, "clause"),
    )
    if (accepted is not None or update) and (accepted is None or len(settings.pairs) != 1):
        raise UsageError("--accepted FILE goes with one release, and --update with --accepted")
    _require_uv()
    with doing() as tell:
        results = gate(settings, tell)
    if accepted is not None and update:
        raise typer.Exit(_update(accepted, agreed, results[0]))
    code = exit_code(results, require_reach=require_reach)
    view = gate_view.view(results, settings.questions)
    _print(view, gate_view.document(results, settings.questions), form, code)
    # In a step of GitHub's CI the summary is there without being asked for.
    file = summary or (Path(named) if (named := os.environ.get("GITHUB_STEP_SUMMARY")) else None)
    summarise(file, lambda: rendering.markdown(view), code)
    raise typer.Exit(code)


def _print(view: View, document: object, form: Format, code: ExitCode) -> None:
    text = rendering.json_text(document) if form is Format.JSON else _WRITERS[form](view)
    output.printed(lambda: output.show(text), view.headline, code)


def _of_jobs(
    folders: Sequence[Path], releases: Sequence[str], base: str, cache: Path, workers: Workers
) -> Upgrade:
    """Return what a release changes in recorded jobs."""
    if len(releases) != 1 or ".." in releases[0]:
        raise UsageError("recorded jobs go with one release")
    paths = jobs_of(folders)
    with (
        doing() as tell,
        served_release(base, cache) as one,
        served_release(releases[0], cache) as other,
    ):
        before = told(audits(paths, workers, one), len(paths), tell)
        after = told(audits(paths, workers, other), len(paths), tell)
    return upgrade(list(zip(before, after, strict=True)), base, releases[0])


def _accepted(file: Path | None) -> ExpectedDeviations:
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


def _update(file: Path, agreed: ExpectedDeviations, gated: Gated) -> ExitCode:
    if gated.undriven:
        raise UsageError(f"{file} stays unchanged: not driven: {gated.undriven[0]}")
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    text, lines = updated(before, gated, agreed)
    for line in lines:
        output.line(show.printable(line))
    output.line(f"{file}: {len(lines)} changes")
    try:
        atomic_write(file, text)
    except OSError as error:
        raise UsageError(f"--accepted {file}: {error.strerror}") from error
    return ExitCode.DIVERGES if lines else ExitCode.CONFORMANT
