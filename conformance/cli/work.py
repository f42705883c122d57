"""Options for how much is run, and where: local processes, or a scheduler's workers."""

import sys
from dataclasses import dataclass
from typing import Annotated

from typer import Option

from conformance.certification.plan import Profile
from conformance.cli.options import Jobs, option
from conformance.executor.scheduler import checked, refuse_without_extra
from conformance.executor.workers import DaskScheduler, Workers, default_jobs
from conformance.operations.clause import Level
from conformance.protocol.show import printable

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
        from conformance.attestation.surroundings import identity

        address = checked(self.scheduler)
        refuse_without_extra()
        return Workers(jobs, DaskScheduler(address, identity, _tell))


def _tell(what: str) -> None:
    print(f"harbor-conformance: {printable(what)}", file=sys.stderr, flush=True)  # noqa: T201 - the command line
