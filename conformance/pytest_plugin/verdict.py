"""The verdict of a pytest session: certify's, from the results of the tests that ran.

With pytest-xdist, the process that collects all reports judges.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

import pytest

from conformance.certification import INTERRUPTED, ExitCode
from conformance.certification.reporting import Established
from conformance.certification.request import Request, plan_of
from conformance.certification.run import Tried
from conformance.cli.errors import ending_of
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show
from conformance.pytest_plugin.clause import ClausePart

type Verdict = tuple[ExitCode, list[str]]
"""An exit status, and the lines that explain it."""


class SessionVerdict:
    """Collects the results of a session, and ends it with certify's verdict and exit status."""

    def __init__(
        self, requests: Mapping[str, Request], tests: Mapping[str, tuple[str, str]]
    ) -> None:
        """Take the request for each candidate, and each test's candidate and clause."""
        self._requests, self._tests = requests, tests
        self._selected: dict[str, tuple[str, str]] = {}
        self._parts: dict[tuple[str, str], ClausePart] = {}
        self._others_failed = False
        self._cut_off = ""

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Record which tests pytest selected."""
        if not session.config.option.collectonly:
            self._select(item.nodeid for item in session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: object, ids: list[str]) -> None:
        """Record the same if the processes of pytest-xdist collect."""
        del node
        self._select(ids)

    def _select(self, ids: Iterable[str]) -> None:
        for id_ in ids:
            name, _, parameters = id_.partition("[")
            test = self._tests.get(parameters.removesuffix("]"))
            if test is not None and name.endswith("test_conformance.py::test_clause"):
                self._selected[id_] = test

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record the result of a test, and whether a test of another suite failed.

        No other plugin needs the results, such as one that writes properties to a file.
        """
        part = ClausePart.taken_from(report)
        if part is not None:
            self._parts[part.candidate, part.clause] = part
        self._others_failed |= report.failed and report.nodeid not in self._selected

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Record that the session was interrupted."""
        if excinfo.type is KeyboardInterrupt:
            self._cut_off = INTERRUPTED

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """End the session with certify's exit status, unless pytest reports another failure."""
        stopped = session.shouldfail or session.shouldstop
        self._cut_off = self._cut_off or (stopped if isinstance(stopped, str) else "")
        broken = session.exitstatus in {pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR}
        if self._selected and not (broken or self._others_failed):
            codes = [code for code, _ in self._verdicts()]
            session.exitstatus = min(filter(None, codes), default=session.exitstatus)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the verdict of each candidate, as certify does."""
        if not self._selected:
            return
        terminalreporter.section("harbor-conformance")
        for code, lines in self._verdicts():
            *notes, verdict = (show.printable(line) for line in lines)
            for note in notes:
                terminalreporter.write_line(note)
            terminalreporter.write_line(verdict, red=bool(code), green=not code)

    def _verdicts(self) -> list[Verdict]:
        selected: dict[str, list[str]] = {}
        for candidate, clause in self._selected.values():
            selected.setdefault(candidate, []).append(clause)
        return [self._verdict(name, clauses) for name, clauses in selected.items()]

    def _verdict(self, name: str, clauses: Collection[str]) -> Verdict:
        """Return certify's verdict on a candidate with these selected clauses."""
        parts = [self._parts[name, clause] for clause in clauses if (name, clause) in self._parts]
        refused = [part for part in parts if part.why]
        if refused:
            return refused[0].code, [f"NOT RUN: {name}: {refused[0].why}"]
        tried = next((part.tried for part in parts if part.tried), None)
        if tried is None:
            return ExitCode.ORACLE, [f"NO VERDICT: {name}: {self._cut_off or 'no test of it ran'}"]
        try:
            planned = plan_of(_narrowed(self._requests[name], clauses, tried), tried)
            results = [result for part in parts for result in part.results]
            provenance = planned.request.provenance()
            run = Established(planned, provenance, results, self._cut_off).run()
        except Exception as error:
            if (ending := ending_of(error)) is None:
                raise
            code, why = ending
            return code, [f"NOT RUN: {name}: {why}"]
        return ExitCode(run.exit_code), [*(f"Note: {note}" for note in run.notes), run.verdict]


def _narrowed(request: Request, clauses: Collection[str], tried: Tried) -> Request:
    """Return a request for the clauses that pytest selected."""
    operations = {CATALOGUE[clause].operation for clause in clauses}
    wanted = tuple(operation for operation in request.wanted if operation in operations)
    claimed = {*wanted} & {*tried.operations}
    known = {id_ for id_, clause in CATALOGUE.items() if clause.operation in claimed}
    left = () if known <= set(clauses) else tuple(id_ for id_ in clauses if id_ in known)
    return replace(request, wanted=wanted, clauses=left, narrowing="the selection of tests")
