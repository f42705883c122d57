"""Each reader is compared with harbor and its expected deviations, and with nothing less."""

from pathlib import Path

import pytest
from programs import COMMAND, run_program

from conformance.diagnosis.expected.deviations import ExpectedDeviations, find
from conformance.diagnosis.expected.reading import load
from conformance.operations.catalogue import CATALOGUE

pytestmark = pytest.mark.end_to_end

READERS = ("spec-000", "spec-001", "spec-002", "spec-003")
NARROWED = ("spec-001", "spec-002", "spec-003")
"""The readers whose expected.toml leaves out clauses of their operations."""


def file_of(reader: str) -> Path:
    file = find(reader)
    assert file is not None
    return file


def expected_of(reader: str) -> ExpectedDeviations:
    return load(file_of(reader))


EXPECTED = {reader: expected_of(reader) for reader in READERS}
ENTRIES = [
    (reader, entry.name) for reader, declared in EXPECTED.items() for entry in declared.deviations
]


def certify(reader: str, *arguments: str, cwd: Path | None = None) -> tuple[int, str]:
    completed = run_program(
        COMMAND, "certify", reader, "--profile", "quick", "--seed", "7", *arguments, cwd=cwd
    )
    return completed.returncode, completed.stdout + completed.stderr


def phrase(reader: str) -> str:
    """Return how the verdict begins for as many entries as the file has."""
    word = "PARTIAL" if reader in NARROWED else "CONFORMANT"
    count = len(EXPECTED[reader].deviations)
    return f"{word} but for {count} declared deviations (" if count else f"{word} ("


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_is_harbor_with_its_expected_deviations(reader: str) -> None:
    code, told = certify(reader)
    assert code == 0, told
    assert any(line.startswith(phrase(reader)) for line in told.splitlines())
    for entry in EXPECTED[reader].deviations:
        assert f"Declared: {entry.name}: {entry.cause}\n" in told


@pytest.mark.parametrize("reader", READERS)
def test_a_text_has_a_handful_of_expected_deviations_each_with_its_place(reader: str) -> None:
    declared = EXPECTED[reader]
    texts = {"spec-000": "spec/000", "spec-003": "spec/003", "spec-001": "spec/001"}
    assert declared.pinned == ()
    assert declared.predictions == ()
    assert len(declared.deviations) <= 8
    assert {one.source.partition(" ")[0] for one in declared.deviations} <= {texts.get(reader)}


def without(reader: str, name: str) -> str:
    """Return the text of a file of expected deviations without one of its entries."""
    head, *entries = file_of(reader).read_text().split("[[deviation]]\n")
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

def verifier(question):
    if question in KEPT:
        return spec_001.verifier(question)
    return {"rewards": {"junk": 17}}
"""
ROUNDED = """
from candidates import spec_000

def metric(question):
    answer = spec_000.metric(question)
    return dict.fromkeys(answer, 0.123) if len(question["rewards"]) >= 10 else answer
"""


@pytest.mark.parametrize(
    ("text", "function", "reader"),
    [(JUNK, "verifier", "spec-001"), (ROUNDED, "metric", "spec-000")],
    ids=["junk-beyond-a-few-cases", "0.123-for-ten-trials-or-more"],
)
def test_expected_deviations_excuse_no_junk(
    text: str, function: str, reader: str, tmp_path: Path
) -> None:
    (tmp_path / "liar.py").write_text(text)
    declared = ("--expected", str(file_of(reader)), "--operation", function)
    code, told = certify("liar:", *declared, cwd=tmp_path)
    assert code == 1, told
    assert "NOT CONFORMANT" in told


def test_one_entry_pasted_under_forty_clauses_excuses_one_case(tmp_path: Path) -> None:
    entries = [pinned_under(clause) for clause in verifier_clauses()[:40]]
    (tmp_path / "expected.toml").write_text("\n".join(entries))
    assert len(entries) == 40
    code, told = certify(
        "spec-001", "--expected", str(tmp_path / "expected.toml"), "--operation", "verifier"
    )
    assert code == 1
    assert "NOT CONFORMANT" in told


def verifier_clauses() -> list[str]:
    return [clause for clause in CATALOGUE if clause.startswith("verifier.")]


def pinned_under(clause: str) -> str:
    return f"""
[[case]]
clause = "{clause}"
cause = "a test"
source = "a test"
input = '{{"reward.txt": null, "reward.json": "e30="}}'
harbor = '{{"result": {{"rewards": {{}}}}}}'
candidate = '{{"error": "ValidationError"}}'
"""
