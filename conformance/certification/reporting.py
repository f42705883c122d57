"""Makes the report of a run, a ``Run``, from its results."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import Any, cast

from conformance import __version__
from conformance.certification import plan
from conformance.certification.plan import Step
from conformance.certification.report import Run
from conformance.certification.report_parts import (
    PINNED,
    CandidateName,
    ClauseCounts,
    DeclaredEntry,
    OperationCounts,
    OracleVersions,
    ReportedCause,
    ReportedDecisive,
    ReportedFinding,
    Unexplained,
)
from conformance.certification.request import RunPlan
from conformance.diagnosis.deciding import Decisive
from conformance.diagnosis.diagnosis import (
    NOTHING_WRONG,
    Cause,
    Diagnosis,
    by_clause_and_kind,
    finding_of,
)
from conformance.examination.findings import CheckResult, Finding, size
from conformance.implementations.start import Provenance
from conformance.operations import messages
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.clause import Level
from conformance.protocol import show
from conformance.protocol.differences import Kind
from conformance.protocol.values import Answer, Failure, Fault, Misshapen


@dataclass(frozen=True)
class Established:
    """Everything that a run established; ``cut_off`` says why results are missing."""

    planned: RunPlan
    provenance: Provenance
    results: Sequence[CheckResult]
    cut_off: str = ""
    diagnosis: Diagnosis = NOTHING_WRONG

    @cached_property
    def sorted(self) -> list[CheckResult]:
        """The results in the order of the plan."""
        places = {step: place for place, step in enumerate(self.planned.steps)}
        return sorted(self.results, key=lambda one: places.get(Step(one.clause, one.check), -1))

    def run(self) -> Run:
        """Return the report of the run."""
        diagnosis, planned, request = self.diagnosis, self.planned, self.planned.request
        wrong = by_clause_and_kind(one for r in self.sorted for one in r.divergences)
        form_errors = [one for one in wrong if one.kind is Kind.FORM]
        answered = {one.clause for one in wrong if one.kind not in {Kind.FORM, Kind.NO_ANSWER}}
        stale, faults = self._stale(), self._faults(form_errors)
        inexact = by_clause_and_kind(r.inexact for r in self.sorted if r.inexact)
        run = Run(
            suite=__version__,
            candidate=CandidateName(name=request.spec.name, version=planned.tried.version),
            scope=planned.scope,
            level=request.level,
            exact=request.exact,
            cut_off=self.cut_off,
            profile=request.profile.value,
            seed=request.seed,
            answered=sum(one.cases if one.passed else one.answered for one in self.results),
            operations=self._operations(),
            declared=tuple(self._declared()),
            stale=tuple(stale),
            causes=tuple(reported_cause(one, planned) for one in diagnosis.causes),
            unexplained=Unexplained(
                cases=diagnosis.cases_unexplained,
                findings=self._findings(diagnosis.unexplained),
                decides=tuple(map(self._decisive, diagnosis.decides)),
                early=diagnosis.early,
                later=tuple(sorted(answered.difference(diagnosis.clauses or answered))),
            ),
            findings=self._findings(one for one in wrong if one.kind is not Kind.FORM),
            form_errors=self._findings(form_errors),
            inexact=self._findings(inexact),
            faults=tuple(faults),
            notes=tuple(self._notes(faults, stale)),
            provenance=OracleVersions(**asdict(self.provenance)),
            repeat=planned.again(),
            seconds=self._seconds(),
        )
        return run.model_copy(update={"notes": (*run.notes, *_failed_beyond(run))})

    def _operations(self) -> dict[str, OperationCounts]:
        checks = Counter(step.clause for step in self.planned.steps)
        done: dict[str, list[CheckResult]] = {clause: [] for clause in checks}
        for one in self.sorted:
            done[one.clause].append(one)
        return {
            operation: OperationCounts(
                divergences=_distinct(one for one in self.results if one.operation == operation),
                clauses={
                    clause: _counts(clause, count, done[clause])
                    for clause, count in checks.items()
                    if CATALOGUE[clause].operation == operation
                },
            )
            for operation in self.planned.scope.claimed
        }

    def _stale(self) -> list[str]:
        """Return which expected deviations do not hold, each once."""
        pinned = (stale for result in self.sorted for stale in result.stale)
        gone = self.planned.request.declared.gone
        return list(dict.fromkeys([*gone, *pinned, *self._never_seen()]))

    def _never_seen(self) -> Iterator[str]:
        """Yield deviations that changed no answer, if everything was run."""
        declared, scope = self.planned.request.declared, self.planned.scope
        if not declared.expected:
            return
        done = {Step(one.clause, one.check) for one in self.results}
        whole = plan.steps(scope.claimed, (), declared)
        if not done.issuperset(self.planned.steps) or {*self.planned.steps} != {*whole}:
            return
        applied = frozenset[str]().union(*(result.applied for result in self.results))
        for entry in declared.expected:
            if entry.title not in applied and not {*entry.operations} & {*scope.not_asked}:
                yield f"{entry.title}: declared, but never seen"

    def _faults(self, form_errors: Sequence[Finding]) -> list[str]:
        """Return each way in which the candidate broke the protocol, up to the required level."""
        requires = self.planned.request.requires
        met = (fault for one in self.results if requires(one.clause) for fault in one.faults)
        forms = _of_form([one for one in form_errors if requires(one.clause)])
        return list(dict.fromkeys([*self.planned.tried.faults, *met, *forms]))

    def _notes(self, faults: Sequence[str], stale: Sequence[str]) -> Iterator[str]:
        """Yield the notes that qualify the verdict."""
        yield from (f"{r.clause} ({r.check}): {r.problem}" for r in self.sorted if r.problem)
        given_up = {r.operation: r.not_asked for r in self.sorted if r.not_asked}
        yield from (f"not run any more: {name}: {why}" for name, why in given_up.items())
        yield from (f"the candidate broke the protocol: {fault}" for fault in faults)
        yield from (f"the expected deviations are stale: {one}" for one in stale)
        if predicted := sum(one.predicted for one in self.results):
            functions = ", ".join(one.function for one in self.planned.request.declared.predictions)
            cases = f"{predicted:,} of {sum(one.cases for one in self.results):,} cases"
            yield f"{cases} rest on a prediction, not on the catalogue: {functions}"
        release, oracle = f"harbor {self.provenance.harbor}", self.planned.request.oracle
        if oracle is not None:
            yield f"{release} runs in an environment of its own: {oracle.packages}"
        if not self.provenance.pinned:
            yield f"the wheel of {release} is not known to this project, taken as found"
        scope = self.planned.scope
        yield from (f"left out: {restriction}" for restriction in scope.restrictions)
        if scope.not_claimed:
            yield f"not claimed by the candidate: {', '.join(scope.not_claimed)}"

    def _declared(self) -> Iterator[DeclaredEntry]:
        declared = self.planned.request.declared
        for one in declared.expected:
            seen = tuple(sorted({r.clause for r in self.results if one.title in r.applied}))
            yield DeclaredEntry(entry=one.title, cause=one.cause, source=one.source, clauses=seen)
        for pin in declared.pinned:
            entry, own = f"{PINNED}{pin.clause}", (pin.clause,)
            yield DeclaredEntry(entry=entry, cause=pin.cause, source=pin.source, clauses=own)

    def _decisive(self, one: Decisive) -> ReportedDecisive:
        members = {member.name: getattr(one, member.name) for member in fields(one)}
        shown = {
            side: members[side] and reported_finding(finding_of(members[side]), self.planned)
            for side in ("differs", "agrees")
        }
        return ReportedDecisive(**{**members, **shown})

    def _findings(self, findings: Iterable[Finding]) -> tuple[ReportedFinding, ...]:
        return tuple(reported_finding(one, self.planned) for one in findings)

    def _seconds(self) -> dict[str, float]:
        seconds = dict.fromkeys((one.clause for one in self.results), 0.0)
        for one in self.results:
            seconds[one.clause] += one.seconds
        return seconds


def reported_cause(cause: Cause, planned: RunPlan) -> ReportedCause:
    """Return a cause for the report, with the plan's commands."""
    members = {member.name: getattr(cause, member.name) for member in fields(cause)}
    return ReportedCause(**{**members, "finding": reported_finding(cause.finding, planned)})


def reported_finding(finding: Finding, planned: RunPlan) -> ReportedFinding:
    """Return a finding for the report, with the plan's command that repeats it."""
    clause, operation = CATALOGUE[finding.clause], finding.case.operation
    return ReportedFinding(
        clause=finding.clause,
        level=clause.rating.level,
        sentence=clause.sentence,
        sources=tuple(map(str, clause.sources)),
        kind=finding.kind.words,
        difference=finding.difference,
        operation=operation,
        input=cast("dict[str, Any]", messages.input_to_json(finding.case)),
        asked=show.case(finding.case),
        harbor=answer_to_json(operation, finding.oracle_answer),
        expected=answer_to_json(operation, finding.expected),
        candidate=answer_to_json(operation, finding.candidate),
        repeat=planned.repeat(finding.clause, finding.case),
        message=finding.candidate.message if isinstance(finding.candidate, Failure) else "",
    )


def _failed_beyond(run: Run) -> Iterator[str]:
    """Yield the failed clauses that the level does not require."""
    for level in Level:
        failures = ((name, one) for name, one in run.beyond.items() if not one.unfinished)
        if failed := [name for name, one in failures if one.level is level]:
            yield f"not required at level {run.level}, and failed: {level}: {', '.join(failed)}"


def _of_form(form_errors: Sequence[Finding]) -> Iterator[str]:
    """Yield the form errors of each operation, shown by the smallest."""
    for operation in dict.fromkeys(one.case.operation for one in form_errors):
        found = [one for one in form_errors if one.case.operation == operation]
        smallest = min(found, key=lambda finding: size(finding.case))
        more = f"; so in {len(found)} clauses" if len(found) > 1 else ""
        yield f"{operation}: it {smallest.difference}{more}"


def _counts(clause: str, checks: int, results: Sequence[CheckResult]) -> ClauseCounts:
    """Return the result of a clause with this many checks."""
    return ClauseCounts(
        level=CATALOGUE[clause].rating.level,
        checks=checks,
        done=len(results),
        cases=sum(one.cases for one in results),
        divergences=_distinct(results),
        form_errors=sum(any(f.kind is Kind.FORM for f in one.divergences) for one in results),
        inexact=sum(one.inexact is not None for one in results),
        stale=sum(len(one.stale) for one in results),
        declared=sum(one.declared for one in results),
        predicted=sum(one.predicted for one in results),
        not_asked=sum(bool(one.not_asked) for one in results),
        problems=tuple(
            f"{one.check}: {one.problem or one.not_asked or 'no case was run'}"
            for one in results
            if one.problem or one.not_asked or not one.cases
        ),
    )


def _distinct(results: Iterable[CheckResult]) -> int:
    """Return how many distinct cases diverge, counting the most serious of each check."""
    gravest = [one.divergence for one in results if one.divergence is not None]
    findings = (one for one in gravest if one.kind is not Kind.FORM)
    return len({finding.difference + repr(finding.case) for finding in findings})


def answer_to_json(operation: str, answer: Answer) -> dict[str, Any]:
    """Return an answer for the report, without an error's message, which has local paths."""
    if isinstance(answer, Fault):
        return {"fault": answer.reason}
    if isinstance(answer, Misshapen):
        return {"misshapen": answer.reason}
    json_answer = messages.answer_to_json(operation, answer)
    return {name: member for name, member in json_answer.items() if name != "message"}


def answer_of(operation: str, answer: dict[str, Any]) -> Answer:
    """Return the answer in a report; raises ShapeError if it has none."""
    if "fault" in answer:
        return Fault(str(answer["fault"]))
    if "misshapen" in answer:
        return Misshapen(str(answer["misshapen"]))
    return messages.answer_from_json(operation, answer)
