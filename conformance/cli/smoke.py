"""``harbor-conformance smoke``: does a candidate follow the protocol?"""

from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass

from conformance.certification import ExitCode
from conformance.certification.smoke import EACH_TIMEOUT, SmokeFinding, SmokeKind, how_to_fix, smoke
from conformance.cli.candidates import CandidateOptions, Releases, Timeout, recorded_of
from conformance.cli.declaring import argument, option
from conformance.cli.options import expected_of, operations_of
from conformance.cli.output import JsonOption, line
from conformance.implementations.environments.versions import releases_of
from conformance.implementations.released_harbor import AbsentReleaseError
from conformance.implementations.start import command_of
from conformance.operations import OPERATIONS
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import HARBOR_VERSION


@dataclass(frozen=True, kw_only=True)
class SmokeCommand(CandidateOptions, JsonOption):
    """Check the protocol and a few samples, in five seconds.

    Exit status: 0 follows the protocol and agrees on a sample, 1 diverges there, 3 the
    harness is broken, or nothing was run, 4 no answers of a release are recorded.
    """

    candidate: str | None = argument(None, "A port's name, or module:attribute.")
    timeout: Timeout = EACH_TIMEOUT
    operation: list[str] | None = option(None, "Try this operation only; repeatable.", metavar="OP")
    release: Releases = None

    def run(self) -> ExitCode:
        """Print the findings of each release as they come, and a summary."""
        releases = releases_of(self.release or [HARBOR_VERSION])
        several, tried, codes = len(releases) > 1, dict[str, Json](), list[ExitCode]()
        absent = ExitCode.CONFORMANT
        for release in releases:
            if several and not self.as_json:
                line(f"harbor {release}")
            try:
                findings = list(self._findings(release))
            except AbsentReleaseError as error:
                if not several:
                    raise
                absent, findings, verdict = ExitCode.ORACLE, [], f"NOT RUN: {error}"
            else:
                verdict, code = _verdict({finding.kind for finding in findings})
                codes.append(code)
            if not self.as_json:
                line(verdict)
            tried[release] = {"verdict": verdict, "findings": [asdict(one) for one in findings]}
        if self.as_json:
            self.print((), lambda: tried if several else next(iter(tried.values())))
        return max(codes, default=absent) or absent

    def _findings(self, release: str) -> Iterator[SmokeFinding]:
        """Yield what was tried with a release, printed as text."""
        spec = self.spec()
        chosen = operations_of(self.operation) or OPERATIONS
        wanted = recorded_of(release, [*chosen])
        declared = expected_of(spec, self.expected).in_release(release)
        for finding in smoke(spec.name, command_of(spec), wanted, declared, release):
            if not self.as_json:
                line(_text(finding))
            yield finding


def _verdict(kinds: Collection[SmokeKind]) -> tuple[str, ExitCode]:
    if SmokeKind.HARNESS in kinds:
        return "BROKEN HARNESS: it does not follow the protocol", ExitCode.CANDIDATE
    if SmokeKind.EMPTY in kinds:
        return "NOTHING RUN: no verdict", ExitCode.CANDIDATE
    if SmokeKind.CONFORMANCE in kinds:
        return "NOT CONFORMANT, though it follows the protocol", ExitCode.DIVERGES
    return "It follows the protocol; certify it", ExitCode.CONFORMANT


def _text(finding: SmokeFinding) -> str:
    what, seen = show.safe(finding.what), show.safe(finding.seen)
    if finding.kind == SmokeKind.OK:
        what, seen = show.shorten(what, show.ELLIPSIS_FROM), show.shorten(seen, show.ELLIPSIS_FROM)
    saw = f"\n  saw   {seen}" if seen else ""
    fix = f"\n  fix   {how_to_fix(seen)}" if finding.kind == SmokeKind.HARNESS else ""
    return f"{finding.kind}: {what}{saw}{fix}"
