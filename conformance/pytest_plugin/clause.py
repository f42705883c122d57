"""Runs one clause on one candidate in a pytest session, by certify's code."""

import base64
import marshal
import os
import pickle
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import pytest

from conformance.certification import ExitCode
from conformance.certification.plan import Step
from conformance.certification.reporting import reported_finding
from conformance.certification.request import Request, RunPlan, plan_of
from conformance.certification.run import Tried, believed, probe, take_all
from conformance.cli.errors import ending_of
from conformance.examination.findings import RECORDED, CheckResult
from conformance.implementations.start import Harbor, ToolchainError
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show
from conformance.protocol.values import Case, Failure, Result
from conformance.report.run_view import in_lines

_PART = "conformance_part"
"""The property of a test that holds its part of the run."""


@dataclass(frozen=True, slots=True)
class ClausePart:
    """The outcome of one test: results, or an exit status and the reason for none.

    A test of a candidate that cannot be run here, and that the user did not name, has the status
    CONFORMANT and a reason.
    """

    candidate: str
    clause: str
    tried: Tried | None = None
    results: tuple[CheckResult, ...] = ()
    code: ExitCode = ExitCode.CONFORMANT
    why: str = ""

    def packed(self) -> tuple[str, str]:
        """Return this as a property of its test, which pytest-xdist can send."""
        return _PART, base64.b64encode(pickle.dumps(self)).decode("ascii")

    @staticmethod
    def taken_from(report: pytest.TestReport) -> "ClausePart | None":
        """Remove the part that a test of this session has in its report, and return it, if any."""
        text = dict(report.user_properties).get(_PART)
        report.user_properties = [one for one in report.user_properties if one[0] != _PART]
        part = isinstance(text, str) and pickle.loads(base64.b64decode(text))  # noqa: S301 - above
        return part if isinstance(part, ClausePart) else None


@lru_cache(1)
def _answers_of(clause: str) -> dict[bytes, Result | Failure]:
    """Return harbor's answers to the cases of the clause that this process runs now."""
    del clause
    return {}


class KeptAnswers:
    """harbor, which answers each case of a clause once for all candidates of a session."""

    def __init__(self, harbor: Harbor, answers: dict[bytes, Result | Failure]) -> None:
        """Take harbor, and its answers so far by their cases."""
        self.provenance, self.verify, self.close = harbor.provenance, harbor.verify, harbor.close
        self._harbor, self._answers = harbor, answers

    def answer(self, case: Case) -> Result | Failure:
        """Return harbor's answer to a case."""
        key = marshal.dumps((case.operation, case.input), 2)  # 1 is not 1.0, 0.0 not -0.0
        if key not in self._answers:
            self._answers[key] = self._harbor.answer(case)
        return self._answers[key]


class Examined:
    """A candidate in this process of the session: its steps, or why it cannot be run."""

    def __init__(self, request: Request, selected: Iterable[str], *, named: bool) -> None:
        """Take the request for a candidate; ``named`` says whether the user named it.

        The tests of the ``selected`` clauses compare harbor with their recorded answers, in this
        process or another.
        """
        self.request, self._selected, self._named = request, frozenset(selected), named
        self._ending: ClausePart | None = None

    @cached_property
    def planned(self) -> RunPlan:
        """The plan for the candidate, which is probed first; raises as ``plan_of`` does."""
        return plan_of(self.request, probe(self.request.spec, self.request.wanted))

    def part(self, clause: str) -> ClausePart:
        """Run a clause on the candidate; an error ends all later ones."""
        if self._ending is None:
            name, tried = self.request.spec.name, None
            try:
                tried = self.planned.tried
                return ClausePart(name, clause, tried, self._results(clause))
            except Exception as error:
                if (ending := ending_of(error)) is None:
                    raise
                # A skip is not a pass, and in CI, which has every language, it is a failure.
                is_absent = isinstance(error, ToolchainError) and tried is None
                skips = is_absent and not (self._named or os.environ.get("CI"))
                code, why = (ExitCode.CONFORMANT, ending[1]) if skips else ending
                self._ending = ClausePart(name, "", tried, code=code, why=why)
        return replace(self._ending, clause=clause)

    def _results(self, clause: str) -> tuple[CheckResult, ...]:
        if not (steps := self._steps(clause)):
            return ()
        recorded = {one.clause for one in self.planned.steps if one.check == RECORDED}
        operations = {step.operation for step in steps}
        harbor = believed(operations, self._selected & recorded, self.request.oracle)
        kept = KeptAnswers(harbor, _answers_of(clause))
        results = take_all(self.planned.settings, steps, "", kept)
        return tuple(replace(one, observations=()) for one in results)

    def _steps(self, clause: str) -> list[Step]:
        return [step for step in self.planned.steps if step.clause == clause]

    def end(self, part: ClausePart) -> None:
        """End a test by its part of the run: passed, failed or skipped, with the reason."""
        if part.why:
            (pytest.fail if part.code else pytest.skip)(show.printable(f"not run: {part.why}"))
        if not self._steps(part.clause):
            pytest.skip(self._why_none(part.clause))
        if lines := list(self._complaints(part.results)):
            told = "\n".join(lines)
            if not self.request.requires(part.clause):
                pytest.xfail(f"not required at level {self.request.level}: {told}")
            pytest.fail(told, pytrace=False)

    def _why_none(self, clause: str) -> str:
        """Return why no case of a clause is run."""
        operation = CATALOGUE[clause].operation
        if operation in self.planned.scope.not_claimed:
            return f"{operation} is not claimed by {self.request.spec.name}"
        return "the expected deviations leave no case of it"

    def _complaints(self, results: Sequence[CheckResult]) -> Iterator[str]:
        """Yield what is wrong with results, as certify judges them; nothing if they pass."""
        for result in results:
            finding = result.divergence or (result.inexact if self.request.exact else None)
            if finding is not None:
                yield f"{finding.clause}: {show.printable(finding.difference)}"
                yield in_lines(reported_finding(finding, self.planned))
            why = [*result.stale, *result.faults, result.problem or result.not_asked]
            yield from map(show.printable, filter(None, why))
            if not (result.cases or finding or any(why)):
                yield "no case was run"
