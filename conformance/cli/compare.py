"""``harbor-conformance compare``: runs side by side, and whether the later ones are worse."""

import secrets
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from conformance.certification import certifying, report_file
from conformance.certification.plan import Profile
from conformance.certification.regression import Named, Regression, regression
from conformance.certification.report import Run
from conformance.certification.request import Request
from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.errors import UsageError
from conformance.cli.options import (
    DEFAULT_TIMEOUT,
    EarlierSeed,
    Jobs,
    Operations,
    Timeout,
    asked_for,
    expected_of,
    operations_of,
    options_naming,
)
from conformance.cli.output import AsJson, Summary, chosen_of, summarise
from conformance.executor.workers import Workers, default_jobs
from conformance.implementations.start import CandidateSpec, refuse_unknown
from conformance.operations import EVERY_OPERATION, OPERATIONS
from conformance.protocol.show import like
from conformance.report import compare_view, rendering
from conformance.report.progress import progress


class CompareFormat(StrEnum):
    """How the comparison is printed."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


_WRITERS: dict[CompareFormat, Callable[[Sequence[Named], Sequence[Regression]], str]] = {
    CompareFormat.TEXT: lambda *runs: rendering.text(compare_view.view(*runs)),
    CompareFormat.JSON: compare_view.to_json,
    CompareFormat.MARKDOWN: lambda *runs: rendering.markdown(compare_view.view(*runs)),
}


def command(  # noqa: PLR0913, PLR0917 - one parameter an option
    given: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="REPORT|CANDIDATE...",
            help="A report.json, a folder with one, or a candidate's name. "
            "The first is what the others are held against.",
        ),
    ] = None,
    commands: Annotated[
        list[str] | None,
        typer.Option(
            "--command",
            metavar="LINE",
            help="A candidate that is a command; comes last; repeatable.",
        ),
    ] = None,
    accept: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="What may be worse, by its name here; repeatable."),
    ] = None,
    timeout: Timeout = DEFAULT_TIMEOUT,
    profile: Annotated[
        Profile | None, typer.Option(help="How many questions candidates are asked.")
    ] = None,
    operation: Operations = None,
    seed: EarlierSeed = None,
    jobs: Jobs = None,
    format_: Annotated[
        CompareFormat, typer.Option("--format", help="How the result is printed.")
    ] = CompareFormat.TEXT,
    summary: Summary = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Put runs side by side, and tell what is new, gone and the same.

    A divergence that was not there is worse, and so is whatever says less: a claim that is
    dropped, a clause that is not asked, a deviation that is declared. Candidates are asked what
    the first report was, but for what the options say.

    Exit status: 0 no run is worse than the first, 1 one is worse, 2 usage or no report,
    3 a candidate could not be run, 4 the oracle could not be trusted, 130 interrupted.
    """
    form = chosen_of(format_, CompareFormat.JSON, as_json=as_json)
    sides = _sides(given or (), commands or (), timeout)
    first = next((side.report for side in sides if isinstance(side, Named)), None)
    asking = _Asking(first, profile, operations_of(operation), seed, jobs or default_jobs())
    reports = [side if isinstance(side, Named) else asking.of(side) for side in sides]
    regressions = [regression(reports[0], one, accept or ()) for one in reports[1:]]
    _refuse_unused(accept or (), regressions)
    code = asking.cut_off or _code(regressions)
    text = _WRITERS[form](reports, regressions)
    verdict = "; ".join(rendering.safe(one.verdict) for one in regressions)
    output.printed(lambda: output.show(text), verdict, code)
    summarise(summary, lambda: _WRITERS[CompareFormat.MARKDOWN](reports, regressions), code)
    raise typer.Exit(code)


def _code(regressions: Sequence[Regression]) -> ExitCode:
    worse = any(one.worse for one in regressions)
    return ExitCode.DIVERGES if worse else ExitCode.CONFORMANT


def _sides(
    given: Sequence[str], commands: Sequence[str], timeout: float
) -> list[Named | CandidateSpec]:
    """Return reports as they stand, and candidates; raises UsageError before any is started."""
    if len(given) + len(commands) < 2:  # noqa: PLR2004 - one is held against the other
        raise UsageError("give two reports or candidates, or more: the first is the earlier one")
    sides = [_side(name, timeout) for name in given]
    return [*sides, *(asked_for(None, line, None, timeout) for line in commands)]


def _side(name: str, timeout: float) -> Named | CandidateSpec:
    """Return a report where the name is that of one, else the candidate of the name."""
    path = Path(name)
    if path.is_file() or (path / report_file.REPORT).exists():
        return Named(name, report_file.read(path))
    if path.is_dir():
        raise UsageError(
            f"{name}: no {report_file.REPORT} in this folder; certify --report writes one"
        )
    if path.suffix == ".json":
        raise UsageError(f"{name}: no such file")
    refuse_unknown(name)
    return asked_for(name, None, None, timeout)


class _Asking:
    """How candidates are certified: as the first report was, where the options do not say."""

    def __init__(
        self,
        report: Run | None,
        profile: Profile | None,
        wanted: set[str],
        seed: int | None,
        jobs: int,
    ) -> None:
        """Settle what every candidate is asked alike."""
        known = report is not None and report.profile in set(Profile)
        self._profile = profile or (
            Profile(report.profile) if report and known else Profile.DEFAULT
        )
        drawn = secrets.randbits(32) if report is None else report.seed
        self._seed = drawn if seed is None else seed
        whole = report is None or not report.scope.not_asked
        asked = wanted or (OPERATIONS if whole or report is None else report.scope.claimed)
        self._wanted = tuple(op for op in EVERY_OPERATION if op in asked)
        self._jobs = jobs
        self.cut_off: ExitCode | None = None

    def of(self, spec: CandidateSpec) -> Named:
        """Return the report of a candidate that is certified now."""
        line = None if spec.command is None else spec.name
        request = Request(
            spec=spec,
            seed=self._seed,
            workers=Workers(self._jobs),
            profile=self._profile,
            wanted=self._wanted,
            declared=expected_of(spec, None),
            candidate_options=options_naming(
                spec.name if line is None else None, line, None, spec.timeout
            ),
        )
        run = certifying.certify(request, progress)
        if run.cut_off:
            self.cut_off = ExitCode(run.exit_code)
        return Named(spec.name, run)


def _refuse_unused(accepted: Sequence[str], regressions: Sequence[Regression]) -> None:
    """Raise UsageError where nothing is worse that ``--accept`` names: it is mistyped or stale."""
    changes = [change for one in regressions for change in one.changes]
    names = {change.name for change in changes if change.effect.is_bad}
    for name in accepted:
        if name not in names:
            raise UsageError(f"--accept {name}: nothing of this name is worse{like(name, names)}")
