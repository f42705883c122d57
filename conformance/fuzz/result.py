"""The result of fuzzing: its findings with their causes, and its exit status."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from conformance.certification.diagnosing import Observed, diagnosis_of_parts
from conformance.certification.request import RunPlan
from conformance.certification.verdict import ExitCode, count_of
from conformance.diagnosis.diagnosis import NOTHING_WRONG, Diagnosis
from conformance.examination.findings import RECORDED, Observation
from conformance.examination.recorded import corpus
from conformance.fuzz import proposals
from conformance.fuzz.config import PROPOSALS, FuzzConfig, Identity
from conformance.fuzz.proposals import Proposal
from conformance.fuzz.sharing import SharedExamples
from conformance.fuzz.state import FuzzFinding, FuzzState
from conformance.operations import OPERATIONS
from conformance.protocol.values import HARBOR_VERSION, Fault


class Ending(StrEnum):
    """What ended the fuzzing, or a part of it."""

    LIMIT = "limit"
    INTERRUPTED = "interrupted"
    CANDIDATE = "candidate"
    NO_VERDICT = "no verdict"


@dataclass(frozen=True, slots=True)
class Ended:
    """How the fuzzing ended, and the reason in words."""

    how: Ending
    why: str


@dataclass(frozen=True, slots=True)
class FuzzResult:
    """An ended fuzzing, the causes of its findings, and the cases worth recording."""

    config: FuzzConfig
    identity: Identity
    state: FuzzState
    ended: Ended
    shared: SharedExamples
    diagnoses: Mapping[str, Diagnosis]
    proposals: Sequence[Proposal]

    @property
    def rounds(self) -> Sequence[int]:
        """The seeds that were used."""
        return sorted({seed for *_, seed in self.state.done if seed is not None})

    @property
    def faults(self) -> Sequence[str]:
        """How candidates broke the protocol."""
        tried = (
            f"{one.name}: {fault}" for one in self.config.targets for fault in one.tried.faults
        )
        return list(dict.fromkeys((*tried, *self.state.faults)))

    @property
    def never_sound(self) -> Mapping[str, str]:
        """The checks that were unreliable under every seed, with the reason."""
        return {check: why for check, why in self.state.unsound.items() if why}

    @property
    def rate(self) -> float:
        """Cases a second."""
        return self.state.cases.total() / self.state.seconds if self.state.seconds else 0.0

    @property
    def code(self) -> ExitCode:
        """The exit status."""
        cases = self.state.cases.total()
        if cases and not self.state.answered:
            return ExitCode.CANDIDATE
        if self.state.found or self.state.stale:
            return ExitCode.DIVERGES
        if self.ended.how is Ending.INTERRUPTED:
            return ExitCode.INTERRUPTED
        if self.ended.how is Ending.NO_VERDICT or not cases:
            return ExitCode.ORACLE
        if self.ended.how is Ending.CANDIDATE or self.faults or self.state.given_up:
            return ExitCode.CANDIDATE
        return ExitCode.ORACLE if self.never_sound else ExitCode.CONFORMANT

    @property
    def verdict(self) -> str:
        """The result in a line."""
        count = len(self.state.found)
        installed = ", ".join(one.name for one in self.config.targets if not one.request.oracle)
        names = [one.name for one in self.config.targets if one.request.oracle]
        names += [f"{installed} and harbor {HARBOR_VERSION}"] * bool(installed)
        return (
            f"{count_of(count, 'finding') if count else 'nothing found'}: {', '.join(names)}, "
            f"{self.state.cases.total():,} cases under "
            f"{count_of(len(self.rounds), 'seed')}; ended: {self.ended.why}"
        )

    def notes(self) -> Iterator[str]:
        """Yield the notes that qualify the findings."""
        yield from (f"the candidate broke the protocol: {fault}" for fault in self.faults)
        yield from (f"the expected deviations are stale: {stale}" for stale in self.state.stale)
        for (name, operation), why in self.state.given_up.items():
            yield f"no longer run: {name}, {operation}: {why}"
        for check, why in self.never_sound.items():
            yield f"{check}: {why}, under every seed"
        if self.shared.lost:
            yield (
                f"{self.shared.name} was gone ({self.shared.lost}): new examples are in the "
                "folder, and the same command shares them"
            )


def result_of(
    config: FuzzConfig, identity: Identity, state: FuzzState, ended: Ended, shared: SharedExamples
) -> FuzzResult:
    """Return the result, and write the cases worth recording; raises OSError."""
    causes: dict[str, Diagnosis] = {}
    try:
        for one in config.targets:
            causes[one.name] = _diagnosis(one, state, config.workers.jobs)
    except KeyboardInterrupt:  # which only loses the causes
        ended = Ended(Ending.INTERRUPTED, f"{ended.why}, then interrupted")
    samples = [
        FuzzFinding(one.name, cause.finding, None)
        for one in config.targets
        for cause in causes.get(one.name, NOTHING_WRONG).causes
        if not one.ask_typed(cause.finding.case)
    ]
    proposed = proposals.proposals(state, samples)
    proposals.write(config.folder / PROPOSALS, proposed)
    return FuzzResult(config, identity, state, ended, shared, causes, proposed)


def _diagnosis(target: RunPlan, state: FuzzState, jobs: int) -> Diagnosis:
    """Return the causes of a candidate's divergences."""
    parts = [
        Observed(
            operation,
            answered,
            list(_agreeing(target, diverging, operation, state)),
            tuple(row.name for row in target.request.declared.rows(operation)),
        )
        for (name, operation), diverging in sorted(state.diverging.items())
        if name == target.name
        and operation in OPERATIONS
        and (
            answered := [o for o in diverging if Fault not in map(type, (o.expected, o.candidate))]
        )
    ]
    return diagnosis_of_parts(parts, jobs, release=target.request.release)


def _agreeing(
    target: RunPlan, diverging: Sequence[Observation], operation: str, state: FuzzState
) -> Iterator[Observation]:
    """Yield the recorded cases on which a candidate agreed: it gave the recorded answer.

    With expected deviations, the recorded answer is not the candidate's.
    """
    declared, release = target.request.declared, target.request.release
    if declared.expects:
        return
    cases = [seen.case for seen in diverging]
    for entry in corpus.load(operation):
        was_run = (target.name, entry.clause, RECORDED, None) in state.done
        if was_run and declared.asks(entry.case) and entry.case not in cases:
            answer = entry.answer_of(release)
            yield Observation(entry.clause, entry.case, answer, answer)
