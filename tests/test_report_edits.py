"""A report that was edited: it is refused, or its verdict is the one that it always had."""

import copy
import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import reported
from certified import certify
from hypothesis import given, settings
from hypothesis import strategies as st
from once import made_once
from programs import ROOT

from conformance.certification import report_file
from conformance.certification.report import Run
from conformance.certification.report_file import ReportError
from conformance.protocol.differences import Kind
from conformance.report.badge import Colour, badge_of

RUNS = {
    "expected": reported.requested(reported.SEEN, declared=reported.EXPECTED),
    "narrowed": reported.scoped(reported.WHOLE, restrictions=("--clause leaves out 2",)),
    "misshapen": reported.found(Kind.FORM),
    "silent": replace(
        reported.WHOLE, results=[replace(r, answered=0, faults=("gone",)) for r in reported.RESULTS]
    ),
}


@pytest.fixture(scope="module")
def reports(made: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Reports of each kind of run; those that pass or have causes are of real runs."""
    words = ("deviation/naive-sum", "--clause", "metric.compensated-sum")
    folder = made_once(tmp_path_factory, "reports", lambda cwd: certify(*words, cwd=cwd))
    read = {"passed": _report(made), "diverges": _report(folder)}
    read |= {name: reported.document_of(run) for name, run in RUNS.items()}
    assert read["diverges"]["causes"]
    assert [one["exit_code"] for one in read.values()] == [0, 1, 0, 0, 3, 3]
    return read


def _report(folder: Path) -> Any:  # noqa: ANN401 - any JSON
    return json.loads((folder / "report" / "report.json").read_text())


@cache
def _read(name: str, text: str) -> tuple[Run, list[reported.Place]]:
    """Return a report, and its places: those of the top, which a verdict rests on, come first."""
    return report_file.parse(text.encode(), name), sorted(
        reported.places(json.loads(text)), key=len
    )


@pytest.mark.slow
@given(st.data())
@settings(max_examples=300)
def test_no_edit_of_one_member_changes_what_a_report_says(
    reports: dict[str, Any], data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(sorted(reports)))
    document = copy.deepcopy(reports[name])
    before, found_places = _read(name, json.dumps(document))
    reported.edit_at(
        document, data.draw(st.sampled_from(found_places)), data.draw(st.integers(0, 19))
    )
    try:
        after = report_file.parse(json.dumps(document).encode(), name)
    except ReportError:
        return
    assert (after.exit_code, after.conformant) == (before.exit_code, before.conformant)
    assert json.loads(report_file.to_text(after)) == document
    assert badge_of(after).colour is badge_of(before).colour
    assert (badge_of(after).colour is Colour.GREEN) == (name == "passed")


def test_the_schema_is_that_of_a_report_and_the_page_names_each_member() -> None:
    schema = Run.model_json_schema(mode="serialization")
    jsonschema.validate(reported.document_of(reported.WHOLE), schema)
    page = (ROOT / "docs" / "report.md").read_text(encoding="utf-8")
    first = "".join(re.findall(r"^\| (`.*?) \|", page, re.MULTILINE))
    named = set(re.findall(r"`([a-z_]+)`", first))
    assert named == set(schema["properties"])
