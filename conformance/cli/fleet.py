"""The option ``--scheduler``: whose workers take the parts of a run."""

import sys
from typing import Annotated

import typer

from conformance.certification.run import Run
from conformance.certification.run import run as in_processes
from conformance.cli.errors import UsageError
from conformance.fleet.address import AddressError, checked
from conformance.fleet.engine import ExtraError, refuse_without_extra
from conformance.fleet.pool import Fleet
from conformance.fleet.steps import run_on
from conformance.implementations.cache import cache_folder
from conformance.protocol.show import printable

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
        refuse_without_extra()
        return Fleet(checked(address), _tell, cache_folder() / "fleet")
    except (AddressError, ExtraError) as error:
        raise UsageError(str(error)) from error


def run_of(address: str | None) -> Run:
    """Return what takes the steps of a run; raises as ``fleet_of`` does."""
    fleet = fleet_of(address)
    return in_processes if fleet is None else run_on(fleet)


def _tell(what: str) -> None:
    print(f"harbor-conformance: {printable(what)}", file=sys.stderr, flush=True)  # noqa: T201 - the command line
