"""``harbor-conformance ledger``: the declared divergences of a candidate."""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from conformance.certification import plan
from conformance.certification.plan import Profile
from conformance.certification.run import Settings, default_jobs, probe, run
from conformance.certification.verdict import ExitCode, divergences_of
from conformance.cli.errors import UsageError
from conformance.cli.options import (
    DEFAULT_TIMEOUT,
    CommandLine,
    Env,
    LedgerFile,
    Timeout,
    asked_for,
    ledger_of,
)
from conformance.examination.findings import Finding
from conformance.ledger import rewriting
from conformance.ledger.ledger import Declared, Ledger, find
from conformance.operations import OPERATIONS
from conformance.protocol import show


def ledger(  # noqa: PLR0913 - one parameter an option
    candidate: Annotated[
        str | None, typer.Argument(help="Built-in name, deviation/NAME, or module:attribute.")
    ] = None,
    command: CommandLine = None,
    env: Env = None,
    timeout: Timeout = DEFAULT_TIMEOUT,
    ledger: LedgerFile = None,
    *,
    update: Annotated[
        bool, typer.Option("--update", help="Rewrite the file from a run; show what changed.")
    ] = False,
    profile: Annotated[
        Profile, typer.Option(help="How many questions an update asks.")
    ] = Profile.DEFAULT,
    seed: Annotated[int | None, typer.Option(min=0, help="The seed of an update's run.")] = None,
) -> None:
    """List what a candidate declares; with --update, rewrite it from what a run finds.

    Exit status: 0 nothing changed, 1 something came, went or moved.
    """
    asked = asked_for(candidate, command, env, timeout)
    file = ledger or (None if command else find(asked.name))
    if file is None:
        raise UsageError(f"{asked.name} has no ledger; give --ledger FILE")
    declarations = ledger_of(asked, file) if file.exists() else Ledger()
    if not update:
        _show(declarations)
        raise typer.Exit(ExitCode.CONFORMANT)
    seed = secrets.randbits(32) if seed is None else seed
    findings = _findings(Settings(asked, seed, plan.EXAMPLES[profile], declarations))
    entries, changes = rewriting.update(declarations.entries, findings)
    changes += [f"- {gone}" for gone in declarations.gone]
    _write(file, entries)
    for change in changes:
        typer.echo(show.printable(change))
    typer.echo(f"{len(entries)} entries, {len(changes)} changes (profile {profile}, seed {seed})")
    raise typer.Exit(ExitCode.DIVERGES if changes else ExitCode.CONFORMANT)


def _show(declarations: Ledger) -> None:
    for entry in declarations.entries:
        typer.echo(show.printable(f"{entry.requirement}: {entry.cause} ({entry.source})"))
        typer.echo(f"  {show.case(entry.case)}")
    for gone in declarations.gone:
        typer.echo(show.printable(gone))


def _findings(settings: Settings) -> list[Finding]:
    """Return every divergence of a run; raises CandidateError where there is no candidate."""
    probe(settings.candidate)
    steps = plan.steps(OPERATIONS, (), settings.ledger)
    return divergences_of(run(settings, steps, default_jobs()))


def _write(file: Path, entries: Sequence[Declared]) -> None:
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    try:
        file.write_text(rewriting.to_text(before, entries), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--ledger {file}: {error.strerror}") from error
