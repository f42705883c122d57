"""``harbor-conformance expected``: how a candidate differs from harbor on purpose."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from conformance.certification import ExitCode, plan
from conformance.certification.diagnosing import diagnosed
from conformance.certification.plan import Profile, RunSettings
from conformance.certification.run import probe, run
from conformance.cli.candidates import CandidateOptions
from conformance.cli.declaring import option, switch
from conformance.cli.errors import UsageError
from conformance.cli.options import expected_file, expected_of
from conformance.cli.output import JsonOption, write_all
from conformance.diagnosis.expected import rewriting
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.executor.workers import Workers, default_jobs
from conformance.implementations.start import CandidateSpec, open_harbor, start
from conformance.operations import OPERATIONS
from conformance.protocol import show
from conformance.report.catalogue_pages import question_of
from conformance.report.rendering import members


@dataclass(frozen=True, kw_only=True)
class ExpectedCommand(CandidateOptions, JsonOption):
    """List, check or propose a candidate's expected deviations.

    Exit status: 0 nothing changed, 1 an entry was added, removed or changed.
    """

    update: bool = switch("Run the pinned cases again, and rewrite them.")
    propose: bool = switch("Add an entry for each cause that a run finds; write down why.")
    profile: Profile = option(Profile.DEFAULT, "How many cases the run of a proposal generates.")
    seed: int | None = option(None, "The seed of a proposal's run.", min=0, metavar="N")

    def run(self) -> ExitCode:
        """Print what is declared, or rewrite the file and print what changed."""
        if self.update and self.propose:
            raise UsageError("give either --update or --propose")
        spec = self.spec()
        file = expected_file(spec, self.expected)
        if file is None:
            what = f"{spec.name} has no file of expected deviations"
            raise UsageError(f"{what}; give --expected FILE")
        declared = expected_of(spec, file) if file.exists() else ExpectedDeviations()
        if self.update:
            changes = _update(file, spec, declared)
        elif not self.propose:
            self.print(_lines(declared), lambda: _document(declared))
            return ExitCode.CONFORMANT
        else:
            seed = secrets.randbits(32) if self.seed is None else self.seed
            settings = RunSettings(spec, seed, plan.EXAMPLES[self.profile], declared)
            changes = _propose(file, settings)
        lines = [*map(show.printable, changes), f"{len(changes)} changes"]
        self.print(lines, lambda: {"changes": changes})
        return ExitCode.DIVERGES if changes else ExitCode.CONFORMANT


def _lines(declared: ExpectedDeviations) -> Iterator[str]:
    for entry in declared.expected:
        yield show.printable(f"{entry.title}: {entry.cause} ({entry.source})")
    for pinned in declared.pinned:
        yield show.printable(f"{pinned.clause}: {pinned.cause} ({pinned.source})")
        yield f"  {show.case(pinned.case)}"
    yield from map(show.printable, declared.gone)


def _document(declared: ExpectedDeviations) -> dict[str, object]:
    return {
        "expected": [
            {"entry": one.title, **members(one, "cause", "source")} for one in declared.expected
        ],
        "pinned": [
            {**members(one, "clause", "cause", "source"), **question_of(one.case)}
            for one in declared.pinned
        ],
        "gone": [*declared.gone],
    }


def _update(file: Path, spec: CandidateSpec, declared: ExpectedDeviations) -> list[str]:
    """Rewrite the pinned cases; entries that no longer apply are left for a person to remove."""
    if declared.gone:
        raise UsageError(f"{file.name}: {declared.gone[0]}: remove or fix it")
    probe(spec)
    with closing(open_harbor()) as harbor, closing(start(spec)) as candidate:
        entries, changes = rewriting.refreshed(declared.pinned, harbor, candidate)
    _rewrite(file, lambda text: rewriting.with_pinned(text, entries))
    return changes


def _propose(file: Path, settings: RunSettings) -> list[str]:
    """Add an entry for each cause that a run's diagnosis names, and for each unexplained case."""
    probed = probe(settings.candidate)
    operations = [operation for operation in OPERATIONS if operation in probed.operations]
    steps = plan.steps(operations, (), settings.declared)
    results = list(run(settings, steps, Workers(default_jobs())))
    diagnosis = diagnosed(results, settings.declared, default_jobs(), named_only=True)
    causes, cases = diagnosis.causes, diagnosis.unexplained
    _rewrite(file, lambda text: rewriting.proposed(text, causes, cases))
    named = [f"{name}: {cause.description}" for cause in causes for name in cause.deviations]
    left = [f"{one.clause}: {show.case(one.case)}" for one in cases]
    return [f"+ {what}: write why" for what in (*named, *left)]


def _rewrite(file: Path, change: Callable[[str], str]) -> None:
    """Write a file again with a change of its text, which is empty if there is no file."""
    text = change(file.read_text(encoding="utf-8") if file.exists() else "")
    write_all(file.parent, {file.name: text}, ExitCode.CONFORMANT, f"--expected {file}: {{}}")
