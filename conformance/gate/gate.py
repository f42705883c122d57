"""The gate: environments, questions, and what the answers come to."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from conformance import plan
from conformance.gate import run
from conformance.gate.asking import Seen
from conformance.gate.environments import Absent, Environment, build
from conformance.gate.held import Provenance, held, provenance
from conformance.gate.partings import Touches
from conformance.gate.releases import Pair
from conformance.gate.results import INTERRUPTED, Gated, changes_of, sightings_of, smallest
from conformance.gate.run import Commands, Questions, Task
from conformance.model import EVERY_OPERATION, WITHOUT_WHEEL
from conformance.plan import Step
from conformance.process import CandidateError

OPERATIONS = tuple(op for op in EVERY_OPERATION if op not in WITHOUT_WHEEL)
"""The operations that harbor itself has."""

type Shown = dict[Pair, list[Seen | str]]
"""What was seen of each pair, and why what could not be asked was not."""


@dataclass(frozen=True)
class Gate:
    """What is gated, and how: pairs of releases, clauses or all, questions, processes."""

    pairs: tuple[Pair, ...]
    questions: Questions
    cache: Path
    jobs: int
    operations: tuple[str, ...] = OPERATIONS
    clauses: tuple[str, ...] = ()

    @property
    def steps(self) -> list[Step]:
        """The steps that are asked of each pair, those of whole jobs first: they take longest."""
        operations = sorted(self.operations, key=lambda operation: operation != "run")
        found = plan.steps(operations, self.clauses)
        return sorted(found, key=lambda step: step.operation != "run")


def gate(asked: Gate, progress: Callable[[str], None]) -> list[Gated]:
    """Return what each pair shows; what cannot be installed or driven is said there.

    ``progress`` is told what is under way.
    """
    releases = list(dict.fromkeys(r for pair in asked.pairs for r in (pair.before, pair.after)))
    progress(f"{len(releases)} environments in {asked.cache}")
    environments = build(releases, asked.cache)
    present = [found for found in environments.values() if isinstance(found, Environment)]
    absent = {r: found.why for r, found in environments.items() if isinstance(found, Absent)}
    relaxed = {found.release: found.relaxed for found in present}
    with run.served(present) as commands:
        known = _provenances(commands, absent)
        ready = [pair for pair in asked.pairs if {pair.before, pair.after} <= known.keys()]
        shown = _ask(asked, ready, commands, progress) if ready else {}
    return [
        _gated(pair, shown[pair], known, relaxed.get(pair.after, ()))
        if pair in ready
        else _undriven(pair, absent)
        for pair in asked.pairs
    ]


def _provenances(commands: Commands, absent: dict[str, str]) -> dict[str, Provenance]:
    """Return what the answers of each release rest on; of the others, ``absent`` says why."""
    known: dict[str, Provenance] = {}
    for release, command in commands.items():
        try:
            known[release] = provenance(command)
        except CandidateError as error:
            absent[release] = str(error)
    return known


def _ask(
    asked: Gate, pairs: Sequence[Pair], commands: Commands, progress: Callable[[str], None]
) -> Shown:
    """Ask everything, then look for smaller cases of what no recorded case shows."""
    shown: Shown = {pair: [] for pair in pairs}
    tasks = run.tasks_of(pairs, asked.steps, asked.jobs)
    try:
        _take(tasks, asked, commands, shown, progress)
        _take(list(_to_shrink(shown)), asked, commands, shown, progress)
    except KeyboardInterrupt:
        for found in shown.values():
            found.append(INTERRUPTED)
    return shown


def _take(
    tasks: Sequence[Task],
    asked: Gate,
    commands: Commands,
    shown: Shown,
    progress: Callable[[str], None],
) -> None:
    done = run.take(tasks, commands, asked.questions, asked.jobs)
    for number, (task, found) in enumerate(done, 1):
        shown[task.pair] += [found] if isinstance(found, str) else found
        doing = "smaller cases" if task.cause else "questions"
        progress(f"{doing}: {number} of {len(tasks)} parts ({task.pair})")


def _to_shrink(shown: Shown) -> Iterable[Task]:
    for pair, found in shown.items():
        for cause, where in sightings_of(_seen(found)).items():
            if not any(s.recorded or s.touches is Touches.TEXT for _, s in where):
                yield Task(pair, (smallest(where)[0],), cause)


def _seen(found: Iterable[Seen | str]) -> list[Seen]:
    return [one for one in found if isinstance(one, Seen)]


def _gated(
    pair: Pair,
    shown: Sequence[Seen | str],
    known: dict[str, Provenance],
    relaxed: tuple[str, ...],
) -> Gated:
    seen = _seen(shown)
    cases: Counter[str] = Counter()
    for one in seen:
        cases[one.step.operation] += one.cases
    problems = [one for one in shown if isinstance(one, str)]
    problems += [f"{s.step.operation}: {fault}" for s in seen for fault in (*s.faults, s.problem)]
    return Gated(
        pair=pair,
        held=held(known[pair.before], known[pair.after], relaxed),
        cases=dict(cases),
        changes=changes_of(seen),
        undriven=tuple(dict.fromkeys(problem for problem in problems if problem[-2:] != ": ")),
    )


def _undriven(pair: Pair, absent: dict[str, str]) -> Gated:
    why = [f"{r}: {absent[r]}" for r in (pair.before, pair.after) if r in absent]
    return Gated(pair, None, {}, (), tuple(why))
