"""Options that several commands share: what is run and how much, expected deviations, and where."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Option

from conformance.attestation.surroundings import identity
from conformance.certification.plan import Profile
from conformance.cli.declaring import like_those_of, option
from conformance.cli.errors import UsageError
from conformance.diagnosis.expected.deviations import ExpectedDeviations, ExpectedFileError, find
from conformance.diagnosis.expected.reading import load
from conformance.executor.scheduler import checked, refuse_without_extra
from conformance.executor.workers import DaskScheduler, Workers, default_jobs
from conformance.implementations.process.prediction import own_prediction
from conformance.implementations.start import CandidateSpec
from conformance.operations import EVERY_OPERATION
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.clause import Clause, Level
from conformance.protocol.show import printable, unknown

clauses_like = like_those_of(lambda: CATALOGUE)
operations_like = like_those_of(lambda: EVERY_OPERATION)

Operations = Annotated[
    list[str] | None,
    Option(
        metavar="OP", help="Run this operation only; repeatable.", autocompletion=operations_like
    ),
]
Clauses = Annotated[
    list[str] | None,
    Option(metavar="ID", help="Run this clause only; repeatable.", autocompletion=clauses_like),
]
EarlierSeed = Annotated[
    int | None, Option(min=0, metavar="N", help="Repeat the cases of a run with this seed.")
]
Seed = Annotated[int, Option(min=0, metavar="N", help="The seed of the generated cases.")]
Jobs = Annotated[
    int | None, Option(min=1, metavar="N", help="Processes; as many as processors by default.")
]
RequiredLevel = Annotated[
    Level, Option("--level", help="Require these clauses; report what fails beyond them.")
]
Amount = Annotated[Profile, Option("--profile", help="How many cases are generated.")]


@dataclass(frozen=True, kw_only=True)
class WorkOptions:
    """Where the work runs."""

    jobs: Jobs = None
    scheduler: str | None = option(
        None, "Let Dask's workers do the work: tls://HOST:PORT.", metavar="ADDRESS"
    )

    def workers(self) -> Workers:
        """Return local processes, or the workers of the scheduler.

        Raises AddressError if its address is not allowed, and ExtraError without the extra.
        """
        jobs = self.jobs or default_jobs()
        if self.scheduler is None:
            return Workers(jobs)
        address = checked(self.scheduler)
        refuse_without_extra()
        return Workers(jobs, DaskScheduler(address, identity, _report))


def _report(what: str) -> None:
    print(f"harbor-conformance: {printable(what)}", file=sys.stderr, flush=True)  # noqa: T201 - the command line


def operations_of(chosen: list[str] | None) -> set[str]:
    """Return the operations that ``--operation`` names; raises UsageError for an unknown one."""
    for operation in chosen or ():
        if operation not in EVERY_OPERATION:
            what = unknown("operation", operation, EVERY_OPERATION)
            raise UsageError(f"{what}; there are {', '.join(EVERY_OPERATION)}")
    return set(chosen or ())


def operations_chosen(chosen: list[str] | None, clauses: list[str] | None) -> tuple[str, ...]:
    """Return the operations that both options name, in the order of the catalogue.

    There are none if neither is given. Raises UsageError if one is unknown, or if they contradict
    each other.
    """
    wanted = operations_of(chosen)
    of_clauses = {known_clause(clause).operation for clause in clauses or ()}
    if clauses and wanted - of_clauses:
        raise UsageError("--operation names an operation that no --clause is about")
    return tuple(one for one in EVERY_OPERATION if one in (of_clauses or wanted))


def known_clause(id_: str) -> Clause:
    """Return the clause of an id; raises UsageError if there is none."""
    if id_ not in CATALOGUE:
        raise UsageError(f"{unknown('clause', id_, CATALOGUE)}; docs/clauses.md lists them")
    return CATALOGUE[id_]


def expected_file(spec: CandidateSpec, file: Path | None) -> Path | None:
    """Return the file that an option names, or else the built-in candidate's."""
    return find(spec.name) if file is None and spec.command is None else file


def expected_of(spec: CandidateSpec, file: Path | None) -> ExpectedDeviations:
    """Read the file that an option names, or else the built-in candidate's."""
    file = expected_file(spec, file)
    if file is None:
        return ExpectedDeviations()
    declared = load(file)
    name, words = (spec.name, ()) if spec.command is None else ("", spec.command.argv)
    if own := own_prediction((one.function for one in declared.predictions), name, words):
        raise ExpectedFileError(f"{file.name}: {own} is in the candidate's own file")
    return declared
