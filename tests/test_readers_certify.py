"""Each reader is held to harbor with what its ledger declares, and to nothing less."""

import subprocess
import sys
from pathlib import Path

import pytest

from conformance.ledger.ledger import Ledger, find
from conformance.ledger.reading import load
from conformance.operations.catalogue import CATALOGUE

pytestmark = pytest.mark.end_to_end

COMMAND = str(Path(sys.executable).parent / "harbor-conformance")
READERS = ("spec-000", "spec-001", "spec-002", "spec-003")
NARROWED = ("spec-001", "spec-002", "spec-003")
"""The readers whose ledgers leave clauses of their operations out."""


def file_of(reader: str) -> Path:
    file = find(reader)
    assert file is not None
    return file


def ledger_of(reader: str) -> Ledger:
    return load(file_of(reader))


LEDGERS = {reader: ledger_of(reader) for reader in READERS}
ENTRIES = [
    (reader, entry.name) for reader, ledger in LEDGERS.items() for entry in ledger.deviations
]


def certify(reader: str, *arguments: str, cwd: Path | None = None) -> tuple[int, str]:
    completed = subprocess.run(
        [COMMAND, "certify", reader, "--profile", "quick", "--seed", "7", *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=cwd,
    )
    return completed.returncode, completed.stdout + completed.stderr


def phrase(reader: str) -> str:
    """Return how the verdict begins for as many entries as the ledger has."""
    word = "PARTIAL" if reader in NARROWED else "CONFORMANT"
    count = len(LEDGERS[reader].deviations)
    return f"{word} but for {count} declared deviations (" if count else f"{word} ("


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_is_harbor_with_what_its_ledger_declares(reader: str) -> None:
    code, told = certify(reader)
    assert code == 0, told
    assert any(line.startswith(phrase(reader)) for line in told.splitlines())
    for entry in LEDGERS[reader].deviations:
        assert f"Declared: {entry.name}: {entry.cause}\n" in told


@pytest.mark.parametrize("reader", READERS)
def test_a_ledger_is_a_handful_of_deviations_each_with_a_place_in_the_text(reader: str) -> None:
    ledger = LEDGERS[reader]
    texts = {"spec-000": "spec/000", "spec-003": "spec/003", "spec-001": "spec/001"}
    assert ledger.pinned == ()
    assert ledger.predictions == ()
    assert len(ledger.deviations) <= 8
    assert {one.source.partition(" ")[0] for one in ledger.deviations} <= {texts.get(reader)}


def without(reader: str, name: str) -> str:
    """Return the text of a ledger without one of its entries."""
    head, *entries = file_of(reader).read_text().split("[[deviation]]\n")
    kept = [entry for entry in entries if f'name = "{name}"' not in entry]
    assert len(kept) == len(entries) - 1
    return "[[deviation]]\n".join([head, *kept])


@pytest.mark.parametrize(("reader", "name"), ENTRIES)
def test_without_an_entry_its_deviation_diverges(tmp_path: Path, reader: str, name: str) -> None:
    (operation,) = next(one.operations for one in LEDGERS[reader].deviations if one.name == name)
    file = tmp_path / "ledger.toml"
    file.write_text(without(reader, name))
    code, told = certify(reader, "--ledger", str(file), "--operation", operation)
    assert code == 1, told
    assert "NOT CONFORMANT" in told


JUNK = """
from candidates import spec_001
from conformance.recorded import corpus

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
def test_a_ledger_excuses_no_junk(text: str, function: str, reader: str, tmp_path: Path) -> None:
    (tmp_path / "liar.py").write_text(text)
    ledger = ("--ledger", str(file_of(reader)), "--operation", function)
    code, told = certify("liar:", *ledger, cwd=tmp_path)
    assert code == 1, told
    assert "NOT CONFORMANT" in told


def test_one_entry_pasted_under_forty_clauses_excuses_one_case(tmp_path: Path) -> None:
    entries = [pinned_under(clause) for clause in verifier_clauses()[:40]]
    (tmp_path / "ledger.toml").write_text("\n".join(entries))
    assert len(entries) == 40
    code, told = certify(
        "spec-001", "--ledger", str(tmp_path / "ledger.toml"), "--operation", "verifier"
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
