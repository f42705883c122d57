"""Has a fleet run the clauses of a session of pytest."""

import pytest

from conformance.cli.errors import UsageError
from conformance.cli.fleet import fleet_of
from conformance.fleet.ahead import Ahead


def ahead_of(config: pytest.Config) -> Ahead | None:
    """Return what has a fleet run clauses, where a scheduler is named; raises UsageError."""
    fleet = fleet_of(config.option.conformance_scheduler)
    if fleet is None:
        return None
    if hasattr(config, "workerinput") or getattr(config.option, "numprocesses", None):
        raise UsageError("--scheduler goes without -n")
    return Ahead(fleet)
