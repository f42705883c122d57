"""The result of fuzzing: a run for each candidate, and what fuzzing adds to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from conformance.certification.certifying import diagnosis_of
from conformance.certification.report import Run
from conformance.certification.reporting import Established
from conformance.diagnosis.diagnosis import NOTHING_WRONG
from conformance.fuzz import proposals
from conformance.fuzz.config import PROPOSALS, FuzzConfig
from conformance.fuzz.proposals import FuzzPlan, Proposal
from conformance.fuzz.sharing import SharedExamples
from conformance.fuzz.state import FuzzState


@dataclass(frozen=True, slots=True)
class Ended:
    """Why fuzzing ended, in words, and whether that cut it off, as an interrupt does."""

    why: str
    cut_off: bool = False


@dataclass(frozen=True, slots=True)
class FuzzResult:
    """An ended fuzzing: a run for each candidate by its name, and the cases worth recording."""

    config: FuzzConfig
    seed: int
    state: FuzzState
    ended: Ended
    shared: SharedExamples
    runs: Mapping[str, Run]
    proposals: Sequence[Proposal]

    @property
    def rounds(self) -> Sequence[int]:
        """The seeds that were used."""
        return sorted({seed for *_, seed in self.state.done if seed is not None})

    @property
    def rate(self) -> float:
        """Cases a second."""
        return self.state.cases / self.state.seconds if self.state.seconds else 0.0

    @property
    def deciding(self) -> Run:
        """The run with the verdict of all: the first that diverges, or else does not pass."""
        runs = self.runs.values()
        return min(runs, key=lambda one: (one.exit_code != 1, one.exit_code == 0))


def result_of(
    config: FuzzConfig,
    targets: Sequence[FuzzPlan],
    state: FuzzState,
    ended: Ended,
    shared: SharedExamples,
) -> FuzzResult:
    """Return the result, and write the cases worth recording; raises OSError."""
    runs = {one.name: run_of(one, state, ended) for one in targets}
    proposed = proposals.proposals(state, runs)
    proposals.write(config.folder / PROPOSALS, proposed)
    return FuzzResult(config, targets[0].request.seed, state, ended, shared, runs, proposed)


def run_of(target: FuzzPlan, state: FuzzState, ended: Ended) -> Run:
    """Return the run of a candidate; it is partial if not every check was run."""
    results = [one for (name, *_), one in state.results.items() if name == target.name]
    cut_off = ended.why if ended.cut_off else ""
    done = {(one.clause, one.check) for one in results}
    steps = tuple(step for step in target.steps if (step.clause, step.check) in done)
    planned = target
    if len(steps) < len(target.steps) and not cut_off:
        scope = target.scope.narrowed_to({step.operation for step in steps})
        why = f"the first round ended after {len(steps)} of {len(target.steps)} checks"
        planned = replace(target, steps=steps, scope=scope.restricted(why))
    # A diagnosis takes as long as the observations of a run, not as hours of fuzzing.
    seen = [replace(one, cases=len(one.observations)) for one in results]
    try:
        diagnosis = diagnosis_of(seen, target.request)
    except KeyboardInterrupt:  # which only loses the causes
        diagnosis = NOTHING_WRONG
    run = Established(planned, target.request.provenance(), results, cut_off, diagnosis).run()
    return run.model_copy(update={"profile": "fuzz"})
