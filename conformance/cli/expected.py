"""``harbor-conformance expected``: how a candidate differs from harbor on purpose."""

import secrets
from pathlib import Path
from typing import Annotated

import typer

from conformance.certification import plan
from conformance.certification.diagnosing import diagnosed
from conformance.certification.plan import Profile
from conformance.certification.run import RunSettings, probe, run
from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.errors import UsageError
from conformance.cli.options import (
    DEFAULT_TIMEOUT,
    AllowHarbor,
    CandidateName,
    CommandLine,
    Env,
    ExpectedFile,
    Python,
    Timeout,
    asked_for,
    expected_of,
)
from conformance.cli.output import AsJson, show_json
from conformance.diagnosis.expected import rewriting
from conformance.diagnosis.expected.deviations import ExpectedDeviations, find
from conformance.examination.recorded.atomic_write import atomic_write
from conformance.executor.workers import Workers, default_jobs
from conformance.implementations.start import CandidateSpec, open_harbor, start
from conformance.operations import OPERATIONS
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.report.catalogue_pages import question_of


def expected(  # noqa: PLR0913, PLR0917 - one parameter an option
    candidate: CandidateName = None,
    command: CommandLine = None,
    python: Python = None,
    env: Env = None,
    timeout: Timeout = DEFAULT_TIMEOUT,
    expected: ExpectedFile = None,
    *,
    as_json: AsJson = False,
    allow_harbor: AllowHarbor = False,
    update: Annotated[
        bool, typer.Option("--update", help="Ask the pinned cases again, and rewrite them.")
    ] = False,
    propose: Annotated[
        bool, typer.Option("--propose", help="Add what a run's diagnosis names; causes are yours.")
    ] = False,
    profile: Annotated[
        Profile, typer.Option(help="How many questions a proposal asks.")
    ] = Profile.DEFAULT,
    seed: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="The seed of a proposal's run.")
    ] = None,
) -> None:
    """List what a candidate declares, ask its pinned cases again, or propose entries.

    Exit status: 0 nothing changed, 1 something came, went or moved.
    """
    if update and propose:
        raise UsageError("give either --update or --propose")
    spec = asked_for(candidate, command, env, timeout, python, allow_harbor=allow_harbor)
    file = expected or (None if command else find(spec.name))
    if file is None:
        raise UsageError(f"{spec.name} has no file of expected deviations; give --expected FILE")
    declared = expected_of(spec, file) if file.exists() else ExpectedDeviations()
    if not (update or propose):
        (_show_json if as_json else _show)(declared)
        raise typer.Exit(ExitCode.CONFORMANT)
    if update:
        changes = _update(file, spec, declared)
    else:
        seed = secrets.randbits(32) if seed is None else seed
        changes = _propose(file, RunSettings(spec, seed, plan.EXAMPLES[profile], declared))
    if as_json:
        show_json({"changes": [*changes]})
    else:
        for change in changes:
            output.line(show.printable(change))
        output.line(f"{len(changes)} changes")
    raise typer.Exit(ExitCode.DIVERGES if changes else ExitCode.CONFORMANT)


def _show(declared: ExpectedDeviations) -> None:
    for entry in declared.expected:
        output.line(show.printable(f"{entry.title}: {entry.cause} ({entry.source})"))
    for pinned in declared.pinned:
        output.line(show.printable(f"{pinned.clause}: {pinned.cause} ({pinned.source})"))
        output.line(f"  {show.case(pinned.case)}")
    for gone in declared.gone:
        output.line(show.printable(gone))


def _show_json(declared: ExpectedDeviations) -> None:
    entries: list[Json] = [
        {"entry": one.title, "cause": one.cause, "source": one.source} for one in declared.expected
    ]
    pinned: list[Json] = [
        {
            "clause": one.clause,
            "cause": one.cause,
            "source": one.source,
            **question_of(one.case),
        }
        for one in declared.pinned
    ]
    show_json({"expected": entries, "pinned": pinned, "gone": [*declared.gone]})


def _update(file: Path, spec: CandidateSpec, declared: ExpectedDeviations) -> list[str]:
    """Rewrite the pinned cases; what no longer stands for anything stays for a person to see."""
    if declared.gone:
        raise UsageError(f"{file.name}: {declared.gone[0]}: take it out, or mend it")
    probe(spec)
    harbor, candidate = open_harbor(), start(spec)
    try:
        entries, changes = rewriting.refreshed(declared.pinned, harbor, candidate)
    finally:
        candidate.close()
        harbor.close()
    _write(file, rewriting.with_pinned(_text(file), entries))
    return changes


def _propose(file: Path, settings: RunSettings) -> list[str]:
    """Add an entry for each cause that a run's diagnosis names, and each case it leaves over."""
    probed = probe(settings.candidate)
    operations = [operation for operation in OPERATIONS if operation in probed.operations]
    steps = plan.steps(operations, (), settings.declared)
    results = list(run(settings, steps, Workers(default_jobs())))
    diagnosis = diagnosed(results, settings.declared, default_jobs())
    causes, cases = diagnosis.causes, diagnosis.unexplained
    _write(file, rewriting.proposed(_text(file), causes, cases))
    return [
        *(
            f"+ {name}: {cause.description}: write why"
            for cause in causes
            for name in cause.deviations
        ),
        *(f"+ {one.clause}: {show.case(one.case)}: write why" for one in cases),
    ]


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.exists() else ""


def _write(file: Path, text: str) -> None:
    try:
        atomic_write(file, text)
    except OSError as error:
        raise UsageError(f"--expected {file}: {error.strerror}") from error
