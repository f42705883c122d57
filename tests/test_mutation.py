"""Mutants of the reference: what is one, what tells of it, and what may stay untold."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest
from test_fields import drawn

from conformance.examination import corpus
from conformance.examination.findings import RECORDED
from conformance.protocol.values import Result

pytest.importorskip("cosmic_ray", reason="pip install -c constraints.txt -e '.[mutation]'")

from tools.mutation import running, session
from tools.mutation.equivalents import Edit, Equivalent
from tools.mutation.mutants import Mutant, mutants
from tools.mutation.reference import operations_of, sources
from tools.mutation.report import MutationReport
from tools.mutation.running import Fate, MutantVerdict
from tools.mutation.session import MutationSession, NotConformantError
from tools.quick_run import Input

# A worker of pytest-xdist has a thread that takes messages; no mutant waits for it.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")

SOURCES = sources()
SIDES = "return None if self.round else 4"
SMALL = '''
Number = int | float


def half(value: int | float) -> float:
    """Return 1 / 2 of it."""
    return value / 2


class Shape:
    def sides(self) -> int | None:
        return None if self.round else 4
'''


def recorded(operation: str) -> list[Input]:
    loaded = corpus.load(operation)
    return [Input(f"{one.clause}/{RECORDED}", one.case, one.answer) for one in loaded]


def edited(line: str, becomes: str) -> Mutant:
    """Return multi_step with one text replaced, whether cosmic-ray would or not."""
    source = SOURCES["multi_step"].replace(line, becomes, 1)
    return Mutant("multi_step", "", "by hand", line, becomes, source)


def test_a_mutant_is_known_by_what_becomes_what_and_annotations_and_docstrings_stay() -> None:
    assert {f"{m.name}, {m.operator}: {m.line} -> {m.becomes}" for m in mutants("small", SMALL)} > {
        "half, ReplaceBinaryOperator_Div_Mul: return value / 2 -> return value * 2",
        "half, NumberReplacer: return value / 2 -> return value / 3",
        "Number, operator_assignment: Number = int | float -> Number = None",
        f"Shape.sides, AddNot: {SIDES} -> {SIDES.replace('if', 'if not')}",
    }
    lines = {mutant.line for mutant in mutants("small", SMALL)}
    assert lines == {"Number = int | float", "return value / 2", "return None if self.round else 4"}


def test_no_two_mutants_are_the_same_and_all_are_python() -> None:
    texts = [SOURCES["job_trial"]]
    texts += [mutant.source for mutant in mutants("job_trial", SOURCES["job_trial"])]
    assert len({ast.dump(ast.parse(text)) for text in texts}) == len(texts)


def test_a_module_takes_part_in_the_operations_that_reach_it_by_imports() -> None:
    assert operations_of("reason_code", SOURCES) == ["reason_code"]
    assert operations_of("harbor_json", SOURCES) == ["job"]
    summed = ["multi_step", "metric", "pass_at_k", "job", "outcome", "leaderboard"]
    assert operations_of("summation", SOURCES) == summed


ROW = "return row.get(name, 0)"
FATES = {
    # The line that is replaced, by what, and what becomes of the mutant on the recorded cases.
    "nothing is changed": ("", "", Fate.SURVIVED),
    "it takes another step": ("steps[-1]", "steps[0]", Fate.RECORDED),
    "it loops": (ROW, "while True:\n        pass", Fate.HUNG),
}


@pytest.mark.parametrize(("line", "becomes", "expected"), FATES.values(), ids=FATES)
def test_what_becomes_of_a_mutant(
    line: str, becomes: str, expected: Fate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "PATIENCE", 0.2 if expected is Fate.HUNG else running.PATIENCE)
    mutant, inputs = edited(line, becomes), {"multi_step": recorded("multi_step")}
    assert (mutant.source == SOURCES["multi_step"]) is (expected is Fate.SURVIVED)
    ((_, verdict),) = running.run({"": mutant}, inputs, jobs=1)
    assert verdict.fate is expected


EQUAL = Mutant("metric", "keep_first", "NumberReplacer", "values[1:]", "values[0:]", "a")
TWIN = replace(EQUAL, source="c")
NOTICED = Mutant("metric", "keep_first", "NumberReplacer", "values[0]", "values[1]", "b")
ENTRY = Equivalent(
    where=("metric.keep_first",), line="values[1:]", becomes=("values[0:]",), reason="It is itself."
)


EDIT = "metric.keep_first: 'values[1:]' becomes 'values[0:]'"


@pytest.mark.parametrize(
    ("verdicts", "unexplained", "stale"),
    [
        ({EQUAL: Fate.SURVIVED, NOTICED: Fate.RECORDED}, [], []),
        ({EQUAL: Fate.SURVIVED, NOTICED: Fate.SURVIVED},
         [Edit("metric.keep_first", "values[0]", "values[1]")], []),
        ({EQUAL: Fate.GENERATED}, [], [f"noticed now: {EDIT}"]),
        ({NOTICED: Fate.RECORDED}, [], [f"no mutant any more: {EDIT}"]),
        ({EQUAL: Fate.SURVIVED, TWIN: Fate.RECORDED}, [], [f"noticed now: {EDIT}"]),
    ],
    ids=["listed", "not listed", "noticed", "gone", "of two equal changes one is noticed"],
)  # fmt: skip
def test_each_survivor_is_listed_and_nothing_else_is(
    verdicts: dict[Mutant, Fate], unexplained: list[Edit], stale: list[str]
) -> None:
    judged = tuple((mutant, MutantVerdict(fate)) for mutant, fate in verdicts.items())
    report = MutationReport(("metric",), judged, (ENTRY,), {})
    assert (report.unexplained, report.stale) == (unexplained, stale)
    assert report.holds is not bool(unexplained or stale)


def test_a_run_sends_the_inputs_of_the_operations_and_goes_on_where_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mutation.json"
    some = [edited(ROW, "return 0"), edited("steps[-1]", "steps[0]")]
    monkeypatch.setattr(session, "mutants", lambda *_: some)
    begun = MutationSession.begun(["multi_step"], generated_only=False)
    assert len(begun.mutants) == len(some)
    verdicts = begun.finished({}, file, 1, lambda *_: None)
    assert verdicts.keys() == begun.mutants.keys()
    monkeypatch.setattr(running, "_started", None)
    assert begun.finished(session.read(file), file, 1, lambda *_: None) == verdicts


@pytest.mark.parametrize("check_id", sorted(session.LISTED))
def test_all_that_a_check_lists_is_sent(check_id: str) -> None:
    assert {*drawn(check_id, "result")} == {*drawn(check_id, "result", times=2)}


def test_a_reference_that_diverges_is_not_mutated(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_: object) -> list[Input]:
        first, *others = recorded("multi_step")
        return [Input(first.sender, first.case, Result({"rewards": {"a": 7}})), *others]

    monkeypatch.setattr(session, "inputs", wrong)
    with pytest.raises(NotConformantError, match=r"diverges on a recorded case: multi_step\."):
        MutationSession.begun(["multi_step"], generated_only=True)
