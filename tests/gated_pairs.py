"""Two candidates in the places of two releases, which needs no package index."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from conformance.certification.diagnosing import diagnosed
from conformance.certification.plan import NOTHING_EXPECTED, Profile, Step
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.executor.local import OF_GATES
from conformance.executor.workers import Workers
from conformance.gate import run
from conformance.gate.examination import Outcomes, look
from conformance.gate.phases import Ask, Depth, Questions
from conformance.gate.results import Gated, gated
from conformance.gate.run import GateTask, Ground
from conformance.implementations.environments.releases import Commands
from conformance.implementations.environments.versions import Pair
from conformance.implementations.process.command import SHIM, Command

ROOT = Path(__file__).parent.parent
PAIR = Pair("0.13.1", "9.9.9")
QUESTIONS = Questions(0, Profile.QUICK)

SAME = "from candidates.reference.metric import metric\n"
PLAIN_SUMS = """
from candidates.reference.metric import metric as right

def metric(question):
    several = any(len(rewards or {}) > 1 for rewards in question["rewards"])
    if question["metric"] != "sum" or several:
        return right(question)
    total = 0
    for rewards in question["rewards"]:
        total += next(iter((rewards or {"": 0}).values()))
    return {"sum": total + 0.0}
"""


def served(folder: Path, source: str) -> Command:
    """Return the command of a candidate that is given as a module's text."""
    folder.mkdir(parents=True)
    (folder / "other.py").write_text(source, encoding="utf-8")
    variables = (("PYTHONPATH", os.pathsep.join([str(folder), str(ROOT)])),)
    return Command((sys.executable, str(SHIM), "other"), variables, guarded=False)


@contextmanager
def asker(commands: Commands, agreed: ExpectedDeviations = NOTHING_EXPECTED) -> Iterator[Ask]:
    """Yield what asks the releases that these commands serve, in one process."""
    with Workers(1).executor(OF_GATES) as executor:
        yield partial(run.ask, executor, ground=Ground(commands), agreed=agreed)


def looking(steps: Sequence[Step], pair: Pair = PAIR, depth: Depth = Depth.USUAL) -> GateTask:
    """Return the task of asking a pair these steps."""
    return GateTask(pair, partial(look, [(step, QUESTIONS.amount(step, depth)) for step in steps]))


def asked(
    folder: Path, source: str, steps: Sequence[Step], agreed: ExpectedDeviations = NOTHING_EXPECTED
) -> Outcomes:
    """Return what a gate of the reference against a candidate sees."""
    commands: Commands = {
        PAIR.before: served(folder / "before", SAME),
        PAIR.after: served(folder / "after", source),
    }
    outcomes = Outcomes()
    with asker(commands, agreed) as ask:
        for _, shown in ask([looking(steps)]):
            outcomes.add(shown)
    return outcomes


def gated_pair(
    folder: Path, source: str, steps: Sequence[Step], agreed: ExpectedDeviations = NOTHING_EXPECTED
) -> Gated:
    """Return what a gate of the reference against a candidate results in."""
    outcomes = asked(folder, source, steps, agreed)
    return gated(PAIR, outcomes, diagnosed(outcomes.results, agreed, 1, named_only=True), agreed)
