"""Mutants of the reference: what is one, what tells of it, and what may stay untold."""

import ast
from collections.abc import Sequence
from pathlib import Path

import pytest

from conformance.certification.plan import Step
from conformance.examination.findings import RECORDED
from conformance.operations.catalogue import checks
from conformance.protocol.values import Case, Result
from conformance.recorded import corpus

pytest.importorskip("cosmic_ray", reason="pip install -c constraints.txt -e '.[mutation]'")

from conformance.mutation import asking, equivalents
from conformance.mutation.asking import Fate, Verdict
from conformance.mutation.equivalents import Change, Equivalent, EquivalentsError
from conformance.mutation.mutants import Mutant, mutants
from conformance.mutation.questions import Question
from conformance.mutation.reference import operations_of, sources
from conformance.mutation.report import Report, as_markdown
from conformance.mutation.results import Known, Results, key_of
from conformance.mutation.running import run

# A worker of pytest-xdist has a thread that takes messages; no mutant waits for it.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")

SOURCES = sources()
SMALL = '''
Number = int | float


def half(value: int | float) -> float:
    """Return 1 / 2 of it."""
    return value / 2


class Shape:
    def sides(self) -> int | None:
        return None if self.round else 4
'''


def asked(operation: str) -> list[Question]:
    """Return the recorded cases of an operation."""
    return [
        Question(Step(one.clause, RECORDED), one.case, one.answer) for one in corpus.load(operation)
    ]


def changed(module: str, line: str, becomes: str) -> Mutant:
    """Return a module with one text replaced, whether cosmic-ray would or not."""
    source = SOURCES[module].replace(line, becomes, 1)
    assert source != SOURCES[module]
    return Mutant(module, "", "by hand", line, becomes, source)


def verdict(mutant: Mutant, questions: Sequence[Question]) -> Verdict:
    ((_, verdict),) = run([mutant], lambda _: questions, jobs=1)
    return verdict


def test_a_mutant_is_known_by_what_it_is_of_and_by_what_becomes_what() -> None:
    named = [(m.name, m.operator, m.line, m.becomes) for m in mutants("small", SMALL)]
    assert (
        "half",
        "ReplaceBinaryOperator_Div_Mul",
        "return value / 2",
        "return value * 2",
    ) in named
    assert ("half", "NumberReplacer", "return value / 2", "return value / 3") in named
    assert ("Number", "operator_assignment", "Number = int | float", "Number = None") in named
    assert (
        "Shape.sides",
        "AddNot",
        "return None if self.round else 4",
        "return None if not self.round else 4",
    ) in named


def test_annotations_and_docstrings_are_not_changed_and_other_types_are() -> None:
    lines = {mutant.line for mutant in mutants("small", SMALL)}
    assert lines == {"Number = int | float", "return value / 2", "return None if self.round else 4"}


def test_no_two_mutants_are_the_same_and_all_are_python() -> None:
    texts = [SOURCES["job_trial"]]
    texts += [mutant.source for mutant in mutants("job_trial", SOURCES["job_trial"])]
    assert len({ast.dump(ast.parse(text)) for text in texts}) == len(texts)


def test_a_module_takes_part_in_the_operations_that_reach_it_by_imports() -> None:
    assert operations_of("reason_code", SOURCES) == ["reason_code"]
    assert operations_of("harbor_json", SOURCES) == ["job"]
    summed = ["multi_step", "metric", "pass_at_k", "job", "outcome"]
    assert operations_of("summation", SOURCES) == summed


def test_the_reference_as_it_is_survives() -> None:
    unchanged = Mutant("multi_step", "", "none", "", "", SOURCES["multi_step"])
    assert verdict(unchanged, asked("multi_step")) == Verdict(Fate.SURVIVED)


def test_recorded_cases_tell_of_a_wrong_operator_by_the_clause_that_it_breaks() -> None:
    mutant = changed("multi_step", "steps[-1]", "steps[0]")
    told = verdict(mutant, asked("multi_step"))
    assert told.fate is Fate.RECORDED
    assert told.told_by.startswith("multi_step.")


def test_a_generated_question_is_told_from_a_recorded_one() -> None:
    question, *_ = asked("multi_step")
    check = next(iter(checks(["multi_step"])))
    generated = Question(Step(check.clause, check.name), question.case, question.answer)
    mutant = changed("multi_step", "multi_step = MultiStep()", "multi_step = float")
    assert verdict(mutant, [generated]) == Verdict(Fate.GENERATED, check.id)


def test_a_mutant_in_a_module_that_others_import_is_seen_by_those() -> None:
    mutant = changed("summation", "return (total - rounded) + value", "return 0.0")
    assert verdict(mutant, asked("multi_step")).fate is Fate.RECORDED


def test_what_only_the_kind_of_a_number_shows_is_told_apart() -> None:
    nothing = Case("metric", {"metric": "max", "rewards": [None]})
    question = Question(Step("metric.none-counts-zero", RECORDED), nothing, Result({"max": 0}))
    mutant = changed("metric", "    return 0\n", "    return 0.0\n")
    assert verdict(mutant, [question]).fate is Fate.SPELLING


def test_a_module_that_cannot_be_imported_is_told_by_its_error() -> None:
    mutant = changed("multi_step", "multi_step = MultiStep()", "multi_step = MultiSteps()")
    assert verdict(mutant, asked("multi_step")) == Verdict(Fate.NOT_IMPORTED, "NameError")


@pytest.mark.parametrize("endless", ["while True:\n        pass", "return 9 ** 9 ** 9"])
def test_a_mutant_that_hangs_is_ended(endless: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "PATIENCE", 0.2)
    mutant = changed("multi_step", "return row.get(name, 0)", endless)
    assert verdict(mutant, asked("multi_step")) == Verdict(Fate.HUNG)


def test_a_mutant_that_ends_its_process_is_told_by_the_status() -> None:
    mutant = changed("multi_step", "return row.get(name, 0)", "__import__('os')._exit(7)")
    assert verdict(mutant, asked("multi_step")) == Verdict(Fate.ENDED, "status 7")


def test_several_at_a_time_give_the_verdicts_of_one_at_a_time() -> None:
    some = mutants("multi_step", SOURCES["multi_step"])[::6]
    questions = asked("multi_step")
    one = {m.source: v for m, v in run(some, lambda _: questions, jobs=1)}
    three = {m.source: v for m, v in run(some, lambda _: questions, jobs=3)}
    assert one == three
    assert len(one) == len(some)


EQUAL = Mutant("metric", "keep_first", "NumberReplacer", "values[1:]", "values[0:]", "a")
NOTICED = Mutant("metric", "keep_first", "NumberReplacer", "values[0]", "values[1]", "b")
ENTRY = Equivalent(("metric.keep_first",), "values[1:]", ("values[0:]",), "It is itself.")


def report_of(verdicts: dict[Mutant, Fate], *entries: Equivalent) -> Report:
    known = [Known(mutant.source, mutant, Verdict(fate)) for mutant, fate in verdicts.items()]
    return Report(("metric",), tuple(known), entries, {})


def test_a_survivor_that_is_listed_is_equivalent() -> None:
    report = report_of({EQUAL: Fate.SURVIVED, NOTICED: Fate.RECORDED}, ENTRY)
    assert report.holds
    assert as_markdown(report).endswith(
        "2 mutants: 1 noticed, 1 equivalent, 0 unexplained; 0 stale entries"
    )


def test_a_survivor_that_is_not_listed_fails() -> None:
    report = report_of({EQUAL: Fate.SURVIVED, NOTICED: Fate.SURVIVED}, ENTRY)
    assert report.unexplained == [Change("metric.keep_first", "values[0]", "values[1]")]
    assert not report.holds


def test_an_entry_of_what_is_noticed_is_stale_and_fails() -> None:
    report = report_of({EQUAL: Fate.GENERATED}, ENTRY)
    assert report.stale == ["noticed now: metric.keep_first: 'values[1:]' becomes 'values[0:]'"]
    assert not report.holds


def test_an_entry_of_what_is_no_mutant_any_more_is_stale_and_fails() -> None:
    report = report_of({NOTICED: Fate.RECORDED}, ENTRY)
    assert report.stale == [
        "no mutant any more: metric.keep_first: 'values[1:]' becomes 'values[0:]'"
    ]
    assert not report.holds


def test_an_entry_excuses_no_mutant_where_another_of_the_same_change_is_noticed() -> None:
    twin = Mutant("metric", "keep_first", "NumberReplacer", "values[1:]", "values[0:]", "c")
    assert not report_of({EQUAL: Fate.SURVIVED, twin: Fate.RECORDED}, ENTRY).holds


def test_entries_of_other_modules_are_not_stale() -> None:
    elsewhere = Equivalent(("outcome.failed",), "0", ("1",), "It is not asked here.")
    assert report_of({EQUAL: Fate.SURVIVED}, ENTRY, elsewhere).holds


def test_no_mutants_hold_nothing() -> None:
    assert not report_of({}).holds


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[equivalent]]\nwhere = ['a']\nline = 'x'\nbecomes = ['y']\nreason = ' '", "a reason"),
        ("[[equivalent]]\nwhere = ['a']\nline = 'x'\nbecomes = ['y']", "reason"),
        ("[[equivalent]]\nwhere = ['a', 'a']\nline = 'x'\nbecomes = ['y']\nreason = 'r'", "twice"),
        ("[[equivalent]", "equivalents.toml"),
    ],
)
def test_a_list_that_excuses_without_a_reason_or_twice_is_refused(
    text: str, why: str, tmp_path: Path
) -> None:
    file = tmp_path / "equivalents.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(EquivalentsError, match=why):
        equivalents.read(file)


def test_the_list_of_the_reference_names_its_modules_alone() -> None:
    changes = equivalents.reasons(equivalents.read(equivalents.listed()))
    assert {change.where.partition(".")[0] for change in changes} <= SOURCES.keys()


def test_what_is_kept_is_known_to_the_next_run_until_code_or_questions_change(
    tmp_path: Path,
) -> None:
    file = tmp_path / "mutation.json"
    key = key_of(EQUAL, {"metric": "these questions"})
    results = Results(file)
    results.add(Known(key, EQUAL, Verdict(Fate.RECORDED, "metric.trial-order/recorded")))
    results.keep()
    kept = Results.kept_in(file)
    assert kept.verdict(key) == Verdict(Fate.RECORDED, "metric.trial-order/recorded")
    assert kept.verdict(key_of(EQUAL, {"metric": "other questions"})) is None
    assert kept.verdict(key_of(NOTICED, {"metric": "these questions"})) is None


def test_a_file_of_something_else_is_not_taken_for_results(tmp_path: Path) -> None:
    file = tmp_path / "mutation.json"
    file.write_text('{"mutants": [{"key": "k", "fate": "BORED", "told_by": ""}]}', encoding="utf-8")
    with pytest.raises(ValueError, match="holds no results"):
        Results.kept_in(file)
