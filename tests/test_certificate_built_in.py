"""Every built-in candidate, text and a real reader: its verdict, and a certificate that holds."""

import json
import shutil
from pathlib import Path

import pytest
from certified import certify, document_in, report_forged
from programs import command
from toolchains import need_port

from conformance.diagnosis.expected.deviations import find
from conformance.diagnosis.expected.reading import load
from conformance.implementations.ports import PORTS
from conformance.implementations.start import BUILT_IN, TEXTS

pytestmark = pytest.mark.end_to_end

PARTIAL = {"spec-001", "spec-002", "spec-003"}
"""Of these expected.toml leaves out clauses that nothing in the text is about."""

EXPECTED = {text: load(file) for text in TEXTS if (file := find(text))}
READER = "reader/terminal-bench"
CERTIFIED = [*BUILT_IN, *(name for name in TEXTS if name not in PARTIAL), READER]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    if request.param in PORTS:
        need_port(request.param)
    folder = tmp_path_factory.mktemp("made")
    ended = certify(request.param, cwd=folder, status=0)
    (folder / "told").write_text(ended.stdout + ended.stderr)
    return folder


@pytest.mark.parametrize("made", CERTIFIED, indirect=True)
def test_its_certificate_holds_and_says_whether_deviations_are_expected(made: Path) -> None:
    predicate = document_in(made)["predicate"]
    expected = "expected" in [one["name"] for one in predicate["configuration"]]
    assert (predicate["result"] == "WARNED", bool(predicate["warnedTests"])) == (expected, expected)
    told = json.loads(command("verify", "report", "--again", "--json", cwd=made, status=0).stdout)
    assert {row["status"] for row in told["rows"]} == {"holds"}
    assert [row["subject"] for row in told["rows"] if row["subject"] != "expected"] == [
        "certificate", "run", "candidate", "command", "corpus", "harbor", "harbor-conformance",
        "level", "report.json", "surroundings", "again",
    ]  # fmt: skip
    assert told["verdict"].startswith("VERIFIED, repeated with the same results: ")


@pytest.mark.parametrize(
    ("made", "text"), [(text, text) for text in TEXTS], indirect=["made"], ids=TEXTS
)
def test_a_text_is_harbor_with_its_expected_deviations(made: Path, text: str) -> None:
    word = "PARTIAL" if text in PARTIAL else "CONFORMANT"
    declared, told = EXPECTED[text].deviations, (made / "told").read_text()
    verdict = f"{word} but for {len(declared)} declared deviations (" if declared else f"{word} ("
    assert any(line.startswith(verdict) for line in told.splitlines())
    for entry in declared:
        assert f"Declared: {entry.name}: {entry.cause}\n" in told
    if text in PARTIAL:
        said = (made / "report" / "no-certificate.txt").read_text()
        assert said.startswith("No certificate of this run. PARTIAL: the expected deviations")


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_has_a_handful_of_expected_deviations_each_with_its_place(text: str) -> None:
    declared = EXPECTED[text]
    assert declared.pinned == ()
    assert declared.predictions == ()
    assert len(declared.deviations) <= 8
    assert all(one.source.startswith(f"spec/{text[-3:]} ") for one in declared.deviations)


@pytest.mark.parametrize("made", ["spec-000"], indirect=True)
def test_made_up_counts_that_add_up_are_found_by_another_run(made: Path, tmp_path: Path) -> None:
    shutil.copytree(made / "report", tmp_path / "report")
    report = json.loads((tmp_path / "report" / "report.json").read_text())
    name, operation = next(iter(sorted(report["operations"].items())))
    clause = min(operation["clauses"])
    operation["clauses"][clause]["cases"] += 1
    report["answered"] += 1
    report_forged(tmp_path, document_in(tmp_path), report)
    assert command("verify", "report", cwd=tmp_path).returncode == 0
    completed = command("verify", "report", "--again", cwd=tmp_path, status=1)
    assert f"operations.{name}.clauses.{clause}.cases: " in completed.stdout
