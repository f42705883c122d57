"""The option ``--scheduler``: whose workers take the parts of a run."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from conformance.audit.audit import Audits
from conformance.audit.audit import audits as audits_here
from conformance.certification.run import Run
from conformance.certification.run import run as in_processes
from conformance.cli.errors import UsageError
from conformance.fleet.address import AddressError, checked
from conformance.fleet.engine import ExtraError, refuse_without_extra
from conformance.fleet.jobs import audits_on
from conformance.fleet.pool import Fleet
from conformance.fleet.readers import surveying_on
from conformance.fleet.releases import take_on
from conformance.fleet.steps import run_on
from conformance.gate import gate
from conformance.gate.gate import Taking
from conformance.implementations.environments import cache_folder
from conformance.protocol.show import printable
from conformance.survey.survey import One

Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Have Dask's workers take the steps: tls://HOST:PORT."),
]


def fleet_of(address: str | None) -> Fleet | None:
    """Return the workers of a scheduler, or None where none is named.

    Raises UsageError for an address that may not be spoken to, and without the extra.
    """
    if address is None:
        return None
    try:
        whole = checked(address)
        refuse_without_extra()
    except (AddressError, ExtraError) as error:
        raise UsageError(str(error)) from error
    return Fleet(whole, _tell, cache_folder() / "fleet")


def run_of(address: str | None) -> Run:
    """Return what takes the steps of a run; raises as ``fleet_of`` does."""
    fleet = fleet_of(address)
    return in_processes if fleet is None else run_on(fleet)


def audits_of(address: str | None) -> Audits:
    """Return what audits jobs; raises as ``fleet_of`` does."""
    fleet = fleet_of(address)
    return audits_here if fleet is None else audits_on(fleet)


def taking_of(address: str | None) -> Taking:
    """Return what asks releases; raises as ``fleet_of`` does."""
    fleet = fleet_of(address)
    return gate.in_processes if fleet is None else take_on(fleet)


@contextmanager
def surveying_of(address: str | None) -> Iterator[One | None]:
    """Yield what surveys a reader in place of processes here; raises as ``fleet_of`` does."""
    fleet = fleet_of(address)
    if fleet is None:
        yield None
        return
    with surveying_on(fleet) as one:
        yield one


def _tell(what: str) -> None:
    print(f"harbor-conformance: {printable(what)}", file=sys.stderr, flush=True)  # noqa: T201 - the command line
