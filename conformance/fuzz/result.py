"""The result of a fuzzing: its findings with their causes, and its exit status."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from conformance.certification.diagnosing import Observed, diagnoses
from conformance.certification.verdict import ExitCode
from conformance.diagnosis.diagnosis import NOTHING_WRONG, Diagnosis, together
from conformance.examination.findings import RECORDED, Observation
from conformance.fuzz import proposals
from conformance.fuzz.config import Identity, Target
from conformance.fuzz.folder import Folder
from conformance.fuzz.fuzzing import Ended, Ending, Fuzzed
from conformance.fuzz.proposals import Proposal
from conformance.fuzz.state import CoveragePoint, FuzzFinding, FuzzState, Limits, Progress, Shown
from conformance.operations import OPERATIONS
from conformance.protocol.values import Fault
from conformance.recorded import corpus


@dataclass(frozen=True)
class FuzzResult:
    """A fuzzing that ended: what was run, what harbor did, what was found.

    ``rounds`` are the seeds under which anything was drawn. ``cases`` are by candidate and
    operation. ``database`` is the name of the shared one, and ``lost`` why it is gone.
    """

    identity: Identity
    limits: Limits
    ended: Ended
    progress: Progress
    cases: Mapping[tuple[str, str], int]
    answered: int
    rounds: Sequence[int]
    coverage: Sequence[CoveragePoint]
    shown: Sequence[Shown]
    findings: Sequence[FuzzFinding]
    diagnoses: Mapping[str, Diagnosis]
    proposals: Sequence[Proposal]
    folder: Folder
    faults: Sequence[str]
    stale: Sequence[str]
    given_up: Mapping[tuple[str, str], str]
    never_sound: Mapping[str, str]
    database: str = ""
    lost: str = ""

    @property
    def rate(self) -> float:
        """Cases a second."""
        return self.progress.cases / self.progress.seconds if self.progress.seconds else 0.0

    @property
    def code(self) -> ExitCode:
        """The exit status."""
        if self.progress.cases and not self.answered:
            return ExitCode.CANDIDATE
        if self.findings or self.stale:
            return ExitCode.DIVERGES
        if self.ended.how is Ending.INTERRUPTED:
            return ExitCode.INTERRUPTED
        if self.ended.how is Ending.NO_VERDICT or not self.progress.cases:
            return ExitCode.ORACLE
        if self.ended.how is Ending.CANDIDATE or self.faults or self.given_up:
            return ExitCode.CANDIDATE
        return ExitCode.ORACLE if self.never_sound else ExitCode.CONFORMANT

    @property
    def verdict(self) -> str:
        """What was found, in a line."""
        count = len(self.findings)
        found = "nothing found" if not count else f"{count} finding{'s' * (count > 1)}"
        names = ", ".join(one["name"] for one in self.identity["candidates"])
        seeds = f"{len(self.rounds)} seed{'s' * (len(self.rounds) != 1)}"
        return (
            f"{found}: {names} and harbor {self.identity['versions']['harbor']}, "
            f"{self.progress.cases:,} cases under {seeds}; ended: {self.ended.why}"
        )

    def notes(self) -> Iterator[str]:
        """Yield what a reader must know in addition to the findings."""
        yield from (f"the candidate broke the protocol: {fault}" for fault in self.faults)
        yield from (f"the expected deviations are stale: {stale}" for stale in self.stale)
        for (name, operation), why in self.given_up.items():
            yield f"no longer run: {name}, {operation}: {why}"
        for check, why in self.never_sound.items():
            yield f"{check}: {why}, under every seed"
        if self.lost:
            yield (
                f"{self.database} was gone ({self.lost}): new examples are in the folder, and "
                "the same command shares them"
            )

    def target(self, name: str) -> Identity:
        """Return the identity of a candidate by its name."""
        return next(one for one in self.identity["candidates"] if one["name"] == name)


def result_of(fuzzed: Fuzzed) -> FuzzResult:
    """Return the result of a fuzzing, and write the cases that are worth recording; OSError."""
    state, targets, ended = fuzzed.state, fuzzed.config.targets, fuzzed.ended
    causes: dict[str, Diagnosis] = {}
    try:
        for one in targets:
            causes[one.name] = _diagnosis(one, state, fuzzed.config.workers.jobs)
    except KeyboardInterrupt:  # which costs the causes only
        ended = Ended(Ending.INTERRUPTED, f"{ended.why}, then interrupted")
    proposed = proposals.proposals(state)
    proposals.write(fuzzed.folder.proposals, proposed)
    tried = [f"{one.name}: {fault}" for one in targets for fault in one.faults]
    result = FuzzResult(
        identity=fuzzed.identity,
        limits=fuzzed.config.limits,
        ended=ended,
        progress=state.progress,
        cases=state.cases,
        answered=state.answered,
        rounds=sorted({seed for *_, seed in state.done if seed is not None}),
        coverage=(*state.coverage, state.latest),
        shown=tuple(state.shown),
        findings=tuple(state.findings),
        diagnoses=causes,
        proposals=tuple(proposed),
        folder=fuzzed.folder,
        faults=tuple(dict.fromkeys((*tried, *state.faults))),
        stale=tuple(state.stale),
        given_up=state.given_up,
        never_sound={
            "/".join(check): why
            for check, why in state.problems.items()
            if check not in state.sound
        },
    )
    shared = fuzzed.shared
    return result if shared is None else replace(result, database=shared.name, lost=shared.lost)


def _diagnosis(target: Target, state: FuzzState, jobs: int) -> Diagnosis:
    """Return the causes of a candidate's divergences."""
    parts = [
        Observed(
            operation,
            [seen for seen in diverging if not _is_silent(seen)],
            list(_agreeing(target, operation, state)),
            tuple(row.name for row in target.declared.rows(operation)),
        )
        for (name, operation), diverging in sorted(state.diverging.items())
        if name == target.name and operation in OPERATIONS
    ]
    parts = [part for part in parts if part.diverging]
    return together(diagnoses(parts, jobs)) if parts else NOTHING_WRONG


def _is_silent(seen: Observation) -> bool:
    return isinstance(seen.expected, Fault) or isinstance(seen.candidate, Fault)


def _agreeing(target: Target, operation: str, state: FuzzState) -> Iterator[Observation]:
    """Yield the recorded cases on which a candidate agreed: it gave the answer that is recorded.

    With expected deviations, the recorded answer is not the candidate's.
    """
    if target.declared.expects:
        return
    cases = [seen.case for seen in state.diverging[target.name, operation]]
    for entry in corpus.load(operation):
        was_run = (target.name, entry.clause, RECORDED, None) in state.done
        if was_run and target.declared.asks(entry.case) and entry.case not in cases:
            yield Observation(entry.clause, entry.case, entry.answer, entry.answer)
