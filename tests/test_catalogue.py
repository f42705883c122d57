"""Every clause is checked, recorded, and rests on lines that exist."""

import importlib.metadata
import re
import shlex
from pathlib import Path

import pytest
from recorded import recorded

from candidates.deviations.catalogue import CATALOGUE as DEVIATIONS
from candidates.deviations.releases import since, until
from candidates.deviations.rows import words_of
from conformance.cli.ask import parse_input
from conformance.operations import AGENT_CHALLENGE, EVERY_OPERATION, REGISTRY, messages
from conformance.operations.catalogue import CATALOGUE, check_of, checks
from conformance.operations.clause import Clause, Section, Source
from conformance.operations.comparing import compare
from conformance.protocol.agreement import Agreement, Comparison
from conformance.protocol.values import Result
from docs.site_pages import command
from oracle.implementation import open_oracle
from tools.corpus_schema import ID

MOST_ROWS = 381 + len(CATALOGUE) - 401  # a new clause brings its own
"""Rows of the catalogue but those of releases: families have parameters, shapes derive others."""

PURELIB = Path(str(importlib.metadata.distribution("harbor").locate_file("")))


def test_every_operation_has_clauses_each_with_checks_and_every_recorded_case_a_clause() -> None:
    assert {clause.operation for clause in CATALOGUE.values()} == set(EVERY_OPERATION)
    assert [id_ for id_, clause in CATALOGUE.items() if not clause.checks] == []
    assert {one.clause for one in recorded()} == set(CATALOGUE)


def test_every_deviation_is_of_a_clause_and_the_catalogue_stays_small() -> None:
    assert {deviation.clause for deviation in DEVIATIONS.values()} <= set(CATALOGUE)
    assert len([name for name in DEVIATIONS if not since(name) and not until(name)]) <= MOST_ROWS


@pytest.mark.parametrize("operation", EVERY_OPERATION)
def test_every_sentence_about_a_deviation_is_of_one_that_exists(operation: str) -> None:
    names = {one.name for row in DEVIATIONS.values() for one in row.each()}
    ways = {f"{row.name}={row.parameter.default}" for row in DEVIATIONS.values() if row.parameter}
    assert set(dict(words_of(operation))) <= names | ways


def test_each_check_has_an_id_of_its_own_which_is_stable_and_a_clause_is_one_sentence() -> None:
    of_check, of_clause = rf"[a-z_]+[.]{ID}/{ID}", rf"({'|'.join(EVERY_OPERATION)})[.]{ID}"
    ids = [check.id for check in checks(EVERY_OPERATION)]
    assert len(ids) == len(set(ids))
    assert [check_of(id_).id for id_ in ids] == ids
    assert [id_ for id_ in ids if not re.fullmatch(of_check, id_)] == []
    assert [id_ for id_ in CATALOGUE if not re.fullmatch(of_clause, id_)] == []
    sentences = [clause.sentence for clause in CATALOGUE.values()]
    assert [one for one in sentences if not re.fullmatch(r"[^\n]+[.]", one)] == []


def rests_on_it(clause: Clause, source: Source | Section) -> bool:
    """Return whether a source has the quote, or is a text where there is no wheel."""
    if isinstance(source, Section):
        return REGISTRY[clause.operation].authority == AGENT_CHALLENGE
    lines = (PURELIB / source.file).read_text(encoding="utf-8").splitlines()
    is_there = 1 <= source.first_line <= source.last_line <= len(lines)
    return is_there and source.quote in lines[source.first_line - 1]


def test_a_clause_rests_on_lines_of_the_wheel_or_on_a_text_where_there_is_no_wheel() -> None:
    clauses = CATALOGUE.values()
    assert [one.id for one in clauses if not one.sources] == []
    assert [(c.id, s) for c in clauses for s in c.sources if not rests_on_it(c, s)] == []


@pytest.mark.parametrize("clause", [r for r in CATALOGUE.values() if r.erratum], ids=lambda r: r.id)
def test_the_command_of_an_erratum_asks_its_case(clause: Clause) -> None:
    assert clause.erratum is not None
    case = clause.erratum.case
    words = shlex.split(command(clause.id, case))
    match words:
        case ["harbor-conformance", "ask", "recorded", id_]:
            (found,) = (entry.case for entry in recorded() if entry.id == id_)
            assert messages.input_to_json(found) == messages.input_to_json(case)
        case ["harbor-conformance", "ask", operation, "--input", text]:
            asked = Result(parse_input(operation, text).input)
            assert compare(case, asked, Result(case.input)) == Comparison()
        case _:
            pytest.fail(f"not a command that asks: {words}")


def test_the_wheel_contradicts_the_text_wherever_an_erratum_says_so() -> None:
    errata = {id_: c.erratum for id_, c in CATALOGUE.items() if c.erratum is not None}
    assert errata
    with open_oracle() as oracle:
        for id_, erratum in errata.items():
            compared = compare(erratum.case, oracle.answer(erratum.case), erratum.text_answer)
            assert compared.agreement is Agreement.DIVERGENT, id_
