"""What a gate asks two releases, and how often."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from gated_pairs import PAIR, QUESTIONS, SAME, asker, looking, served

from conformance.certification.plan import Step
from conformance.examination.findings import RECORDED
from conformance.gate.changes import CHANGED
from conformance.gate.examination import PINNED_ONLY, Outcomes, PairResult
from conformance.gate.phases import Depth, Phases, deeper, unconcerned
from conformance.gate.results import gated
from conformance.gate.source_diff.watching import Line
from conformance.implementations.environments.releases import Commands
from conformance.operations.catalogue import checks

STEP = Step("metric.compensated-sum", RECORDED)
OTHER = Step("metric.extreme-is-a-value", RECORDED)
SEVERAL = Step("verifier.json-names", RECORDED)
ALIKE = "from candidates.reference.verifier import verifier\n"

NOTED = """
import json, os
from candidates.reference.metric import metric as right

def metric(question):
    with open({file!r}, "a") as notes:
        print(json.dumps([os.getpid(), question]), file=notes)
    return {{f"{{name}} of another": value for name, value in right(question).items()}}
"""
ORDER_AND_TYPE = """
import json, os
from candidates.reference.verifier import verifier as right

def verifier(question):
    with open({file!r}, "a") as notes:
        print(json.dumps([os.getpid(), repr(question)]), file=notes)
    rewards = right(question)["rewards"]
    if len(rewards) < 2:
        return {{"rewards": rewards}}
    return {{"rewards": {{name: float(value) for name, value in reversed(rewards.items())}}}}
"""
FIRST_OTHERWISE = """
from candidates.reference.metric import metric as right

known = []

def metric(question):
    if question["metric"] in ("min", "max"):
        return {"extreme": 0.5}
    if question in known:
        return right(question)
    known.append(question)
    return {"sum": 0.5}
"""


@contextmanager
def asking(folder: Path, before: str, after: str) -> Iterator[Phases]:
    """Yield the phases of a gate of one program against another."""
    commands: Commands = {
        PAIR.before: served(folder / "before", before),
        PAIR.after: served(folder / "after", after),
    }
    with asker(commands) as ask:
        yield Phases(ask, QUESTIONS, {PAIR: Outcomes()}, 1, _quietly, {PAIR: {}})


def _quietly(_: str) -> None:
    """Show no progress."""


def noted(file: Path) -> list[tuple[int, str]]:
    """Return which processes were asked what."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [(process, json.dumps(question)) for process, question in map(json.loads, lines)]


def test_a_case_that_shows_several_causes_is_asked_again_once(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    with asking(tmp_path, ALIKE, ORDER_AND_TYPE.format(file=str(file))) as phases:
        phases.take([SEVERAL], {})
    (result,) = phases.outcomes[PAIR].results
    cases = {repr(one.case) for one in result.changes}
    assert len(result.changes) > len(cases) > 0
    assert len(noted(file)) == result.cases + len(cases)


def test_what_does_not_repeat_is_no_change_but_a_problem(tmp_path: Path) -> None:
    with asking(tmp_path, SAME, FIRST_OTHERWISE) as phases:
        phases.take([STEP, OTHER], {})
    shown = gated(PAIR, phases.outcomes[PAIR])
    assert {clause for change in shown.changes for clause in change.clauses} == {OTHER.clause}
    assert {observed.clause for observed in shown.diverging} == {OTHER.clause}
    assert shown.undriven == (f"metric: {STEP.clause}: a release answered one case in two ways",)


def test_releases_stay_ready_from_part_to_part(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    commands: Commands = {
        PAIR.before: served(tmp_path / "before", SAME),
        PAIR.after: served(tmp_path / "after", NOTED.format(file=str(file))),
    }
    with asker(commands) as ask:
        for _ in range(2):
            for _, shown in ask([looking([STEP])]):
                assert not isinstance(shown, str)
    assert len({process for process, _ in noted(file)}) == 1


def ran(clause: str, *lines: int, check: str = RECORDED) -> PairResult:
    """Return what a step shows that ran these lines."""
    reached: list[tuple[str, Line]] = [("9.9.9", ("harbor/job.py", line)) for line in lines]
    return PairResult(
        f"run.{clause}", check, seed=0, cases=1, seconds=0, reached=frozenset(reached)
    )


NOT_CHOSEN = [ran(name, 1, check=PINNED_ONLY) for name in ("two", "three", "four")]
CHECKS = [Step(f"run.{name}", "drawn") for name in ("one", "two", "three", "four")]


@pytest.mark.parametrize(
    ("recorded", "checks", "fewer"),
    [
        ([ran("one", 1), ran("two", 1), ran("three", 1, 7), ran("four", 1)], CHECKS, (0, 1, 3)),
        ([ran("one", 1), *NOT_CHOSEN], CHECKS[:1], (0,)),
        ([ran("one", 1, 7), *NOT_CHOSEN], CHECKS[:1], ()),
        ([ran("two"), ran("three"), ran("three", check=CHANGED)], CHECKS, (1,)),
    ],
    ids=["of all clauses", "of a chosen one", "of a chosen one that is concerned", "unknown"],
)
def test_less_is_asked_where_recorded_cases_run_nothing_that_changed(
    recorded: list[PairResult], checks: list[Step], fewer: tuple[int, ...]
) -> None:
    assert unconcerned(recorded, checks) == {CHECKS[place] for place in fewer}


def test_more_is_asked_of_checks_that_together_run_all_that_changed() -> None:
    drawn = [
        ran("one", 1, 2, check="drawn"),
        ran("two", 1, check="drawn"),
        ran("three", 3, check="drawn"),
        ran("four", 9, check=RECORDED),
    ]
    assert list(deeper(drawn)) == [CHECKS[0], CHECKS[2]]


def test_a_depth_says_how_many_questions_a_check_has() -> None:
    step = CHECKS[0]
    less, usual, more = (QUESTIONS.amount(step, depth) for depth in Depth)
    assert less.examples * 4 == usual.examples < more.examples
    assert less.seed == usual.seed != more.seed


def test_less_is_still_more_than_the_simplest_question(tmp_path: Path) -> None:
    small = min(checks(["verifier"]), key=lambda check: check.effort)
    step = Step(small.clause, small.name)
    assert QUESTIONS.amount(step, Depth.LESS).examples * small.effort < 1
    with asking(tmp_path, ALIKE, ALIKE) as phases:
        ((_, shown),) = phases.ask([looking([step], depth=Depth.LESS)])
    assert not isinstance(shown, str)
    assert [result.cases for result in shown] == [2]
