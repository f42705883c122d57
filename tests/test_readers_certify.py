"""Each reader is compared with harbor and its expected deviations, and with nothing less."""

from pathlib import Path

import pytest
from programs import COMMAND, run_program

from conformance.diagnosis.expected.deviations import find
from conformance.diagnosis.expected.reading import load
from conformance.operations.catalogue import CATALOGUE

pytestmark = pytest.mark.end_to_end

READERS = ("spec-000", "spec-001", "spec-002", "spec-003")
NARROWED = ("spec-001", "spec-002", "spec-003")
"""The readers whose expected.toml leaves out clauses of their operations."""


FILES = {reader: file for reader in READERS if (file := find(reader))}
EXPECTED = {reader: load(file) for reader, file in FILES.items()}
ENTRIES = [
    (reader, entry.name) for reader, declared in EXPECTED.items() for entry in declared.deviations
]


def certify(reader: str, *arguments: str, cwd: Path | None = None) -> tuple[int, str]:
    completed = run_program(
        COMMAND, "certify", reader, "--profile", "quick", "--seed", "7", *arguments, cwd=cwd
    )
    return completed.returncode, completed.stdout + completed.stderr


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_is_harbor_with_its_expected_deviations(reader: str) -> None:
    code, told = certify(reader)
    assert code == 0, told
    word = "PARTIAL" if reader in NARROWED else "CONFORMANT"
    count = len(EXPECTED[reader].deviations)
    verdict = f"{word} but for {count} declared deviations (" if count else f"{word} ("
    assert any(line.startswith(verdict) for line in told.splitlines())
    for entry in EXPECTED[reader].deviations:
        assert f"Declared: {entry.name}: {entry.cause}\n" in told


@pytest.mark.parametrize("reader", READERS)
def test_a_text_has_a_handful_of_expected_deviations_each_with_its_place(reader: str) -> None:
    declared = EXPECTED[reader]
    assert declared.pinned == ()
    assert declared.predictions == ()
    assert len(declared.deviations) <= 8
    assert all(one.source.startswith(f"spec/{reader[-3:]} ") for one in declared.deviations)


def without(reader: str, name: str) -> str:
    """Return the text of a file of expected deviations without one of its entries."""
    head, *entries = FILES[reader].read_text().split("[[deviation]]\n")
    kept = [entry for entry in entries if f'name = "{name}"' not in entry]
    assert len(kept) == len(entries) - 1
    return "[[deviation]]\n".join([head, *kept])


@pytest.mark.parametrize(("reader", "name"), ENTRIES)
def test_without_an_entry_its_deviation_diverges(tmp_path: Path, reader: str, name: str) -> None:
    (operation,) = next(one.operations for one in EXPECTED[reader].deviations if one.name == name)
    file = tmp_path / "expected.toml"
    file.write_text(without(reader, name))
    code, told = certify(reader, "--expected", str(file), "--operation", operation)
    assert code == 1, told
    assert "NOT CONFORMANT" in told


JUNK = """
from candidates import spec_001
from conformance.examination.recorded import corpus

KEPT = [r.case.input for r in corpus.load() if r.clause.startswith("verifier.json-w")]

def verifier(case):
    if case in KEPT:
        return spec_001.verifier(case)
    return {"rewards": {"junk": 17}}
"""
ROUNDED = """
from candidates import spec_000

def metric(case):
    answer = spec_000.metric(case)
    return dict.fromkeys(answer, 0.123) if len(case["rewards"]) >= 10 else answer
"""


@pytest.mark.parametrize(
    ("text", "function", "reader"),
    [(JUNK, "verifier", "spec-001"), (ROUNDED, "metric", "spec-000")],
)
def test_expected_deviations_excuse_no_junk(
    text: str, function: str, reader: str, tmp_path: Path
) -> None:
    (tmp_path / "liar.py").write_text(text)
    declared = ("--expected", str(FILES[reader]), "--operation", function)
    code, told = certify("liar:", *declared, cwd=tmp_path)
    assert code == 1, told
    assert "NOT CONFORMANT" in told


PINNED = """
[[case]]
clause = "CLAUSE"
cause = "a test"
source = "a test"
input = '{"reward.txt": null, "reward.json": "e30="}'
harbor = '{"result": {"rewards": {}}}'
candidate = '{"error": "ValidationError"}'
"""


def test_one_entry_pasted_under_forty_clauses_excuses_one_case(tmp_path: Path) -> None:
    clauses = [clause for clause in CATALOGUE if clause.startswith("verifier.")]
    entries = [PINNED.replace("CLAUSE", clause) for clause in clauses[:40]]
    (tmp_path / "expected.toml").write_text("\n".join(entries))
    assert len(entries) == 40
    code, told = certify(
        "spec-001", "--expected", str(tmp_path / "expected.toml"), "--operation", "verifier"
    )
    assert code == 1
    assert "NOT CONFORMANT" in told
