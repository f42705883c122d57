"""Options of how much is run, and where: by processes here, or by a scheduler's workers."""

import re
import sys
from typing import Annotated

import typer

from conformance.attestation.surroundings import identity
from conformance.certification.plan import Profile
from conformance.cli.errors import UsageError
from conformance.executor.scheduler import AddressError, ExtraError, checked, refuse_without_extra
from conformance.executor.workers import DaskScheduler, Workers, default_jobs
from conformance.protocol.show import printable

Amount = Annotated[Profile, typer.Option("--profile", help="How many cases are generated.")]
Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Let Dask's workers do the work: tls://HOST:PORT."),
]


def workers_of(jobs: int | None, scheduler: str | None) -> Workers:
    """Return where work is done: by processes here, or by the workers of a scheduler.

    Raises UsageError for an address that may not be spoken to, and without the extra.
    """
    if scheduler is None:
        return Workers(jobs or default_jobs())
    try:
        address = checked(scheduler)
        refuse_without_extra()
    except (AddressError, ExtraError) as error:
        raise UsageError(str(error)) from error
    return Workers(jobs or default_jobs(), DaskScheduler(address, identity, _tell))


def _tell(what: str) -> None:
    print(f"harbor-conformance: {printable(what)}", file=sys.stderr, flush=True)  # noqa: T201 - the command line


_SECONDS = {"s": 1, "m": 60, "min": 60, "h": 3600, "d": 86400}
_TIMES = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
_AMOUNT = re.compile(r"([0-9][0-9_,]*(?:\.[0-9]+)?)\s*([a-z]*)", re.IGNORECASE)


def seconds_of(option: str, text: str) -> float:
    """Return the seconds of ``30s``, ``10m``, ``2h`` or ``1d``; raises UsageError."""
    number, unit = _parts(text)
    if number <= 0 or unit not in _SECONDS:
        raise UsageError(f"{option} {text}: give a time such as 30s, 10m, 2h or 1d")
    return number * _SECONDS[unit]


def count_of(option: str, text: str, least: int = 1) -> int:
    """Return the number of ``500``, ``50k`` or ``50M``; raises UsageError."""
    number, unit = _parts(text)
    count = number * _TIMES.get(unit, 0)
    if unit not in _TIMES or count < least or count != int(count):
        raise UsageError(f"{option} {text}: give a whole number such as 500, 50k or 50M")
    return int(count)


def _parts(text: str) -> tuple[float, str]:
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        return -1.0, ""
    number, unit = match.groups()
    return float(number.replace("_", "").replace(",", "")), unit.lower()
