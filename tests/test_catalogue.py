"""Every clause is checked, recorded, and rests on lines that exist."""

import importlib.metadata
import re
from pathlib import Path

import pytest
from recorded import recorded

from candidates.deviations.catalogue import CATALOGUE as DEVIATIONS
from candidates.deviations.releases import since, until
from candidates.deviations.rows import words_of
from conformance.cli.printed_names import described
from conformance.examination.corpus import recorded_case
from conformance.operations import AGENT_CHALLENGE, EVERY_OPERATION, REGISTRY
from conformance.operations.catalogue import CATALOGUE, check_of, checks
from conformance.operations.clause import Clause
from conformance.operations.comparing import Agreement, compare
from conformance.operations.sources import Section, Source, errata_by_clause
from conformance.protocol.values import HARBOR_VERSION
from docs.site_pages import clause_page
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
    """Return whether a source is lines of the wheel, or a text where there is no wheel."""
    if isinstance(source, Section):
        return REGISTRY[clause.operation].authority == AGENT_CHALLENGE
    text = (PURELIB / source.file).read_text(encoding="utf-8").splitlines()
    is_there = 1 <= source.first_line <= source.last_line <= len(text)
    return is_there and text[source.first_line - 1].strip() != ""


def test_a_clause_rests_on_lines_of_the_wheel_or_on_a_text_where_there_is_no_wheel() -> None:
    clauses = CATALOGUE.values()
    assert [one.id for one in clauses if not one.sources] == []
    assert [(c.id, s) for c in clauses for s in c.sources if not rests_on_it(c, s)] == []


def test_what_is_printed_of_a_clause_has_the_line_of_harbor_that_it_rests_on() -> None:
    clause, line = CATALOGUE["metric.sum-of-nothing"], "return {metric_name: aggregate(values)}"
    rows = list(described(clause.id, HARBOR_VERSION))
    assert ("rests on", f"harbor/metrics/base.py:30: {line}") in rows
    assert f"base.py#L30): `{line}`" in clause_page(clause)


def test_the_wheel_contradicts_the_text_wherever_an_erratum_says_so() -> None:
    assert errata_by_clause()
    with open_oracle() as oracle:
        for id_, erratum in errata_by_clause().items():
            assert CATALOGUE[id_].erratum == erratum
            case = recorded_case(erratum.case)
            compared = compare(case, oracle.answer(case), erratum.text_answer)
            assert compared.agreement is Agreement.DIVERGENT, id_
