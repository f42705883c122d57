"""``harbor-conformance compare``: runs side by side, and whether the later ones are worse."""

import secrets
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from conformance.certification import ExitCode, certifying, report_file
from conformance.certification.plan import Profile
from conformance.certification.regression import Named, regression
from conformance.certification.report import Run
from conformance.cli.candidates import Timeout
from conformance.cli.certify import CertifyCommand
from conformance.cli.declaring import argument, option
from conformance.cli.errors import UsageError
from conformance.cli.options import EarlierSeed, Jobs, Operations, operations_of
from conformance.cli.output import CommandResult, ResultOptions, ShortFormat
from conformance.executor.workers import Workers, default_jobs
from conformance.implementations.process.command import TIMEOUT
from conformance.implementations.start import refuse_unknown
from conformance.report import several_runs
from conformance.report.progress import progress


@dataclass(frozen=True, kw_only=True)
class CompareCommand(ResultOptions):
    """Compare runs: what is new, gone and the same.

    A divergence that was not there is worse, and so is anything that says less: a claim that is
    dropped, a clause that is not run, a deviation that is declared. Candidates are certified as
    the first report was, except where options say how.

    Exit status: 0 no run is worse than the first, 1 one is worse, 2 usage or no report,
    3 a candidate could not be run, 4 the oracle could not be trusted, 130 interrupted.
    """

    given: list[str] | None = argument(
        None,
        "A report.json, a folder with one, or a candidate's name. "
        "The others are compared with the first.",
        metavar="REPORT|CANDIDATE...",
    )
    command: list[str] | None = option(
        None, "A candidate that is a command; comes last; repeatable.", metavar="LINE"
    )
    timeout: Timeout = TIMEOUT
    profile: Profile | None = option(None, "How many cases are generated for candidates.")
    operation: Operations = None
    seed: EarlierSeed = None
    jobs: Jobs = None
    format_: ShortFormat = option(ShortFormat.TEXT, "How the result is printed.", "--format")

    def run(self) -> ExitCode:
        """Certify the candidates among the sides; print what is worse than in the first."""
        sides = self._sides()
        first = next((side.report for side in sides if isinstance(side, Named)), None)
        alike = self._alike(first)
        reports = [side if isinstance(side, Named) else _run_of(side, alike) for side in sides]
        regressions = [regression(reports[0], one) for one in reports[1:]]
        cut_off = [
            ExitCode(one.report.exit_code)
            for one, side in zip(reports, sides, strict=True)
            if one is not side and one.report.cut_off
        ]
        worse = any(one.worse for one in regressions)
        code = ExitCode.DIVERGES if worse else ExitCode.CONFORMANT
        view = several_runs.compared(reports, regressions)
        to_json = partial(several_runs.to_json, reports, regressions)
        return self.write(CommandResult.of_view(view, to_json, [code, *cut_off][-1]))

    def _sides(self) -> list[Named | CertifyCommand]:
        """Return the reports and the candidates' options, before any candidate starts."""
        given, commands = self.given or (), self.command or ()
        if len(given) + len(commands) < 2:  # noqa: PLR2004 - one is compared with the other
            what = "give two reports or candidates, or more"
            raise UsageError(f"{what}: the first is the earlier one")
        sides = [*map(self._side, given)]
        sides += [CertifyCommand(command=line, timeout=self.timeout) for line in commands]
        for side in sides:
            if isinstance(side, CertifyCommand):
                side.spec()
        return sides

    def _side(self, name: str) -> Named | CertifyCommand:
        """Return the report of that name, or else the candidate."""
        path = Path(name)
        if path.is_file() or (path / report_file.REPORT).exists():
            return Named(name, report_file.read(path))
        if path.is_dir():
            what = f"{name}: no {report_file.REPORT} in this folder"
            raise UsageError(f"{what}; certify --report writes one")
        if path.suffix == ".json":
            raise UsageError(f"{name}: no such file")
        refuse_unknown(name)
        return CertifyCommand(candidate=name, timeout=self.timeout)

    def _alike(self, first: Run | None) -> CertifyCommand:
        """Return the settings for every candidate, by default those of the first report."""
        known = first is not None and first.profile in set(Profile)
        drawn = secrets.randbits(32) if first is None else first.seed
        claimed = first.scope.claimed if first is not None and first.scope.not_asked else ()
        return CertifyCommand(
            profile=self.profile
            or (Profile(first.profile) if first and known else Profile.DEFAULT),
            seed=drawn if self.seed is None else self.seed,
            operation=[*(operations_of(self.operation) or claimed)],
            jobs=self.jobs,
        )


def _run_of(side: CertifyCommand, alike: CertifyCommand) -> Named:
    """Certify a candidate with the settings of the others; return its report."""
    options = replace(alike, candidate=side.candidate, command=side.command, timeout=side.timeout)
    request = options.request(Workers(alike.jobs or default_jobs()))
    return Named(request.spec.name, certifying.certify(request, progress))
