"""Fails a session of pytest in which a declared deviation was never seen.

Each test tells what it applied; with pytest-xdist the process that collects all reports judges.
"""

from collections.abc import Iterator, Mapping

import pytest

from conformance.cli.session import Asked, test_of
from conformance.protocol import show

APPLIED = "conformance_applied"
"""The property of a test's report: its candidate, a line break, and the entry that it applied."""


class NeverSeen:
    """What ledgers declare, and what the tests of a session applied of it."""

    def __init__(self, asked: Mapping[str, Asked]) -> None:
        """Take the candidates of the session, and what each declares."""
        self._asked = asked
        self._ran: dict[str, set[str]] = {name: set() for name in asked}
        self._applied: set[tuple[str, str]] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what a test applied."""
        for name, value in report.user_properties:
            if name == APPLIED and report.when == "call":
                candidate, *titles = str(value).split("\n")
                self._ran[candidate].add(report.nodeid)
                self._applied |= {(candidate, title) for title in titles}

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail a session that passed and left a declaration unseen."""
        if session.exitstatus == pytest.ExitCode.OK and any(self._lines()):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name each declaration that was never seen."""
        for line in self._lines():
            terminalreporter.write_line(f"harbor-conformance: {show.printable(line)}", red=True)

    def _lines(self) -> Iterator[str]:
        """Yield what was declared and never seen of candidates that were asked everything."""
        for name, one in self._asked.items():
            tests = {test_of(step) for step in one.steps}
            operations = {step.operation for step in one.steps}
            for entry in one.ledger.expected if len(self._ran[name]) >= len(tests) else ():
                seen = (name, entry.title) in self._applied
                if not seen and operations.issuperset(entry.operations):
                    yield f"{name}: {entry.title}: declared, but never seen"


def applied(candidate: str, one: Asked) -> tuple[str, str]:
    """Return the property that tells what a test of a candidate applied."""
    titles = sorted(one.expect.take_applied())
    return APPLIED, "\n".join([candidate, *titles])
