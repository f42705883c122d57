"""Every requirement is checked, recorded, broken on purpose, and rests on lines that exist."""

import importlib.metadata
import re
import shlex
from pathlib import Path

import pytest

from candidates.broken import VARIANTS
from conformance import corpus, wire
from conformance.agreement import compare
from conformance.clauses import CATALOGUE
from conformance.cli.questions import parse_input
from conformance.corpus_schema import ID
from conformance.model import EVERY_OPERATION, Agreement, Clause, Comparison, Result, Section
from conformance.plan import checks
from conformance.report import clauses_page
from oracle.implementation import open_oracle

CLAUSES = pytest.mark.parametrize("clause", CATALOGUE.values(), ids=CATALOGUE)
PURELIB = Path(str(importlib.metadata.distribution("harbor").locate_file("")))


def test_every_clause_has_a_check_and_every_check_a_clause() -> None:
    assert {check.clause for check in checks(EVERY_OPERATION)} == set(CATALOGUE)


def test_every_clause_has_recorded_cases_and_every_recorded_case_a_clause() -> None:
    assert {recorded.clause for recorded in corpus.load()} == set(CATALOGUE)


def test_every_clause_has_a_broken_candidate_and_every_broken_candidate_a_clause() -> None:
    assert {variant.clause for variant in VARIANTS.values()} == set(CATALOGUE)


def test_every_operation_has_clauses() -> None:
    assert {clause.operation for clause in CATALOGUE.values()} == set(EVERY_OPERATION)


def test_no_two_checks_have_one_name() -> None:
    names = [(check.operation, check.name) for check in checks(EVERY_OPERATION)]
    assert len(names) == len(set(names))


@CLAUSES
def test_a_clause_is_one_sentence_with_a_stable_id(clause: Clause) -> None:
    assert re.fullmatch(rf"({'|'.join(EVERY_OPERATION)})[.]{ID}", clause.id)
    assert re.fullmatch(r"[^\n]+[.]", clause.sentence)


@CLAUSES
def test_a_clause_rests_on_lines_of_the_wheel_or_on_a_text_where_there_is_no_wheel(
    clause: Clause,
) -> None:
    assert clause.sources
    for source in clause.sources:
        if isinstance(source, Section):
            assert clause.operation in {"outcome", "reason_code"}
            continue
        lines = (PURELIB / source.file).read_text(encoding="utf-8").splitlines()
        assert 1 <= source.first_line <= source.last_line <= len(lines)
        assert source.quote in lines[source.first_line - 1]


@pytest.mark.parametrize("clause", [c for c in CATALOGUE.values() if c.erratum], ids=lambda c: c.id)
def test_the_command_of_an_erratum_asks_its_case(clause: Clause) -> None:
    assert clause.erratum is not None
    case = clause.erratum.case
    words = shlex.split(clauses_page.command(clause.id, case))
    match words:
        case ["harbor-conformance", "ask", "recorded", id_]:
            (found,) = (entry.case for entry in corpus.load() if entry.id == id_)
            assert wire.input_to_json(found) == wire.input_to_json(case)
        case ["harbor-conformance", "ask", operation, "--input", text]:
            assert compare(
                case, Result(parse_input(operation, text).input), Result(case.input)
            ) == (Comparison(Agreement.EXACT))
        case _:
            pytest.fail(f"not a command that asks: {words}")


def test_the_wheel_contradicts_the_text_wherever_an_erratum_says_so() -> None:
    errata = {id_: c.erratum for id_, c in CATALOGUE.items() if c.erratum is not None}
    assert errata
    with open_oracle() as oracle:
        for id_, erratum in errata.items():
            compared = compare(erratum.case, oracle.answer(erratum.case), erratum.text_answer)
            assert compared.agreement is Agreement.DIVERGENT, id_
