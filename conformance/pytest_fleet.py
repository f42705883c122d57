"""Has a fleet ask what the tests of a session want."""

from collections.abc import Iterable

import pytest

from conformance.certification.plan import Step
from conformance.cli.errors import UsageError
from conformance.cli.fleet import fleet_of
from conformance.examination.findings import CheckResult
from conformance.fleet.ahead import Ahead
from conformance.fleet.engine import FleetError
from conformance.operations.clause import Check


def ahead_of(config: pytest.Config) -> Ahead | None:
    """Return what has a fleet ask the questions, where a scheduler is named."""
    try:
        fleet = fleet_of(config.option.conformance_scheduler)
    except UsageError as error:
        raise pytest.UsageError(f"harbor-conformance: {error}") from error
    if fleet is None:
        return None
    if hasattr(config, "workerinput") or getattr(config.option, "numprocesses", None):
        raise pytest.UsageError("harbor-conformance: --scheduler goes without -n")
    return Ahead(fleet)


def wanted(items: Iterable[pytest.Item]) -> dict[str, set[str]]:
    """Return the ids of the suite's tests by candidate."""
    tests: dict[str, set[str]] = {}
    for item in items:
        called = getattr(item, "callspec", None)
        values = {} if called is None else called.params
        check, clause = values.get("check"), values.get("clause")
        id_ = check.id if isinstance(check, Check) else clause
        if isinstance(id_, str) and "candidate" in values:
            tests.setdefault(str(values["candidate"]), set()).add(id_)
    return tests


def result_of(ahead: Ahead, candidate: str, step: Step) -> CheckResult:
    """Return the result of a step that a fleet takes; ends the session where it has none."""
    try:
        return ahead.result(candidate, step)
    except FleetError as error:
        pytest.exit(f"no verdict: {error}", returncode=4)
