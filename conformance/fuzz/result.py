"""The result of fuzzing: a run for each candidate, and the cases worth recording.

Those are divergences, and behaviour of harbor that no recorded case shows.
"""

import hashlib
import json
import shlex
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from conformance.certification.certifying import diagnosis_of
from conformance.certification.report import Run
from conformance.certification.reporting import Established
from conformance.certification.request import RunPlan
from conformance.diagnosis.diagnosis import NOTHING_WRONG
from conformance.examination import corpus
from conformance.examination.atomic_write import atomic_write
from conformance.fuzz.config import PROPOSALS, FuzzConfig
from conformance.fuzz.coverage import is_line
from conformance.fuzz.journal import FuzzState
from conformance.fuzz.sharing import SharedExamples
from conformance.operations import messages
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case


@dataclass(frozen=True, slots=True)
class Proposal:
    """A case for the corpus: its clause, its proposed name, the reason, and its input as JSON."""

    clause: str
    name: str
    note: str
    input: Json

    def file(self, folder: Path) -> Path:
        """Return the file with its input, in the folder of proposals."""
        return folder / f"{self.clause}.{self.name}.json"

    def command(self, folder: Path) -> str:
        """Return the command that records it."""
        words = ("corpus", "record", self.clause, self.name, "--note", self.note)
        return shlex.join(["harbor-conformance", *words, "--input", f"@{self.file(folder)}"])


@dataclass(frozen=True, slots=True)
class FuzzPlan(RunPlan):
    """The plan of one round, with the folder of proposals, from which long inputs are read."""

    folder: Path

    def repeat(self, clause: str, case: Case) -> str:
        """Return the command that shows a finding again.

        No seed would do: stored examples, and the siblings of any, are drawn under none.
        """
        if line := self.ask_typed(case):
            return line
        if known := [one.id for one in corpus.of_clause(clause) if one.case == case]:
            return self.ask("recorded", *known)
        file = _proposal(clause, DIVERGENCE, "", messages.input_to_json(case)).file(self.folder)
        return self.ask(case.operation, "--input", f"@{file}")

    def again(self) -> str:
        """Return the command that begins this fuzzing."""
        asked, narrowed = self.request, self.scope.claimed if self.scope.not_asked else ()
        words = [*self._named, *asked.release_words, "--seed", str(asked.seed)]
        words += [word for operation in narrowed for word in ("--operation", operation)]
        words += [word for clause in asked.clauses for word in ("--clause", clause)]
        return shlex.join(["harbor-conformance", "fuzz", *words])


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
    proposed = proposals(state, runs)
    _write(config.folder / PROPOSALS, proposed)
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


def proposals(state: FuzzState, runs: Mapping[str, Run]) -> list[Proposal]:
    """Return the unrecorded cases that are worth recording, each once."""
    recorded = cache(
        lambda clause: [messages.input_to_json(one.case) for one in corpus.of_clause(clause)]
    )
    proposed = []
    for one in (*_divergent(runs), *_new(state)):
        if one.input not in (known := recorded(one.clause)):
            known.append(one.input)
            proposed.append(one)
    return proposed


def _write(folder: Path, proposed: list[Proposal]) -> None:
    """Write the inputs of proposals to a folder, and remove other files; raises OSError."""
    if folder.exists():
        shutil.rmtree(folder)
    if proposed:
        folder.mkdir()
    for one in proposed:
        atomic_write(one.file(folder), f"{json.dumps(one.input, indent=1)}\n")


DIVERGENCE = "divergence"
"""How the names of cases begin on which a candidate diverges."""

MOST_NAMED = 3
"""How many behaviours a note names."""


def _divergent(runs: Mapping[str, Run]) -> Iterator[Proposal]:
    """Yield every case that the report of a run shows."""
    for name, run in runs.items():
        shown = [*run.findings, *run.form_errors, *run.inexact, *run.unexplained.findings]
        for one in (*shown, *(cause.finding for cause in run.causes)):
            told = f"Fuzzing made {name} give {one.kind} here."
            yield _proposal(one.clause, DIVERGENCE, told, one.input)


def _new(state: FuzzState) -> Iterator[Proposal]:
    for result, new in state.shown:
        more = len(new.behaviours) - MOST_NAMED
        named = ", ".join(new.behaviours[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
        told = f"Fuzzing made harbor do what no recorded case does: {named}"
        what = "new-line" if any(map(is_line, new.behaviours)) else "new-kind-of-answer"
        yield _proposal(result.clause, what, told, messages.input_to_json(new.case))


def _proposal(clause: str, what: str, told: str, given: Json) -> Proposal:
    digest = hashlib.sha256(json.dumps(given).encode()).hexdigest()[:8]
    return Proposal(clause, f"{what}-{digest}", told, given)
