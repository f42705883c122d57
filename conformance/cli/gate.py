"""``harbor-conformance gate``: what changes between two releases of harbor."""

import os
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from conformance.audit.basis import AuditBasis, deriving_release
from conformance.audit.jobs import jobs_of
from conformance.audit.readers import Upgrade, upgrade
from conformance.certification import ExitCode
from conformance.certification.plan import Profile
from conformance.cli import output
from conformance.cli.audit import audited
from conformance.cli.declaring import argument, option, switch
from conformance.cli.errors import UsageError
from conformance.cli.options import Amount, Clauses, Operations, Seed, WorkOptions
from conformance.cli.output import CommandResult, Format, FormatOptions
from conformance.gate.accepting import AcceptedChange, load, updated
from conformance.gate.gate import Gate, gate
from conformance.gate.results import Gated, exit_code
from conformance.implementations.environments import uv
from conformance.implementations.environments.versions import is_release, pairs_of
from conformance.operations import HARBOR_OPERATIONS
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show
from conformance.protocol.show import like
from conformance.protocol.values import HARBOR_VERSION
from conformance.report import gate_view, rendering
from conformance.report.progress import doing

_CLAUSES = {id_ for id_, clause in CATALOGUE.items() if clause.operation in HARBOR_OPERATIONS}


@dataclass(frozen=True, kw_only=True)
class GateCommand(WorkOptions, FormatOptions):
    """Compare two releases of harbor, and print what changed.

    With folders of recorded jobs, derive their numbers with both releases instead.

    Exit status: 0 no change that is not accepted, 1 changed (with --require-reach also: changed
    lines did not run, and no reason is known), 2 usage, 4 a release could not be installed or
    driven, or a job not be compared, 130 interrupted before every case was run.
    """

    words: list[str] = argument(
        ...,
        "Releases, such as 0.14.0, or a range A..B; or one release and recorded jobs.",
        metavar="RELEASE... [JOB...]",
    )
    base: str = option(HARBOR_VERSION, "The release that single releases are compared with.")
    accepted: Path | None = option(
        None, "TOML file of accepted changes (a single pair of releases only)."
    )
    update: bool = switch("Rewrite the file of --accepted; show what changed.")
    require_reach: bool = switch("Fail if a changed line did not run and no reason is known.")
    verbose: bool = switch("Print each change with its cases.")
    operation: Operations = None
    clause: Clauses = None
    profile: Amount = Profile.QUICK
    seed: Seed = 0

    def run(self) -> ExitCode:
        """Print what changed, or rewrite the file of accepted changes."""
        folders = [Path(one) for one in self.words if not is_release(one) and Path(one).exists()]
        releases = [one for one in self.words if Path(one) not in folders]
        if folders:
            jobs = self._of_jobs(folders, releases)
            code = ExitCode.DIVERGES if jobs.changes else ExitCode.CONFORMANT
            code = ExitCode.ORACLE if jobs.unread else code
            to_json = partial(rendering.json_text, {"verdict": jobs.verdict, **asdict(jobs)})
            return self.write(CommandResult.of_view(gate_view.view_of_jobs(jobs), to_json, code))
        file = self.accepted
        agreed = load(file) if file and file.exists() else ()
        settings = self._settings(releases, agreed)
        if (self.update and file is None) or (file and len(settings.pairs) > 1):
            raise UsageError("--accepted FILE goes with one release, and --update with --accepted")
        uv.program()
        with doing() as tell:
            results = gate(settings, tell)
        if file and self.update:
            return _update(file, agreed, results[0])
        code = exit_code(results, require_reach=self.require_reach)
        is_brief = self.form == Format.TEXT and not self.verbose
        view = gate_view.view(results, settings, brief=is_brief)
        document = partial(gate_view.document, results, settings)
        result = CommandResult.of_view(view, lambda: rendering.json_text(document()), code)
        # In GitHub Actions, the summary is written by default.
        named = os.environ.get("GITHUB_STEP_SUMMARY")
        self.write(result, summary=Path(named) if named else None)
        if file and not file.exists() and code is not ExitCode.CONFORMANT:
            output.tell(f"no file {file}: every change is new; --update writes it", code)
        return code

    def _settings(self, releases: Sequence[str], agreed: tuple[AcceptedChange, ...]) -> Gate:
        return Gate(
            pairs=tuple(pairs_of(releases, self.base)),
            seed=self.seed,
            profile=self.profile,
            accepted=agreed,
            workers=self.workers(),
            operations=_names(self.operation, HARBOR_OPERATIONS, "operation") or HARBOR_OPERATIONS,
            clauses=_names(self.clause, _CLAUSES, "clause"),
        )

    def _of_jobs(self, folders: Sequence[Path], releases: Sequence[str]) -> Upgrade:
        """Return the changes of a release in recorded jobs."""
        if len(releases) != 1 or ".." in releases[0]:
            raise UsageError("recorded jobs go with one release")
        paths, workers = jobs_of(folders), self.workers()
        with (
            doing() as tell,
            deriving_release(self.base) as one,
            deriving_release(releases[0]) as other,
        ):
            before = audited(paths, workers, AuditBasis(one), tell)
            after = audited(paths, workers, AuditBasis(other), tell)
        return upgrade(list(zip(before, after, strict=True)), self.base, releases[0])


def _names(chosen: Sequence[str] | None, names: Collection[str], what: str) -> tuple[str, ...]:
    for name in chosen or ():
        if name not in names:
            raise UsageError(f"no {what} {name!r} that harbor itself has{like(name, names)}")
    return tuple(chosen or ())


def _update(file: Path, agreed: tuple[AcceptedChange, ...], gated: Gated) -> ExitCode:
    if gated.undriven:
        raise UsageError(f"{file} stays unchanged: not driven: {gated.undriven[0]}")
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    text, lines = updated(before, gated, agreed)
    for line in lines:
        output.line(show.printable(line))
    output.line(f"{file}: {len(lines)} changes")
    told = f"--accepted {file}: {{}}"
    output.write_all(file.parent, {file.name: text}, ExitCode.CONFORMANT, told)
    return ExitCode.DIVERGES if lines else ExitCode.CONFORMANT
