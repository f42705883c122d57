"""Each reader is certified with its own ledger, and fails as soon as that ledger is not true."""

import subprocess
import sys
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import pytest

from conformance.ledger import ledger, rewriting
from conformance.ledger.ledger import Declared, Ledger
from conformance.protocol.values import Answer, Case
from conformance.recorded import corpus
from oracle.implementation import open_oracle

pytestmark = pytest.mark.end_to_end

COMMAND = str(Path(sys.executable).parent / "harbor-conformance")
READERS = ("agent_challenge", "auto_harness", "scoring", "terminal_bench")


def file_of(reader: str) -> Path:
    file = ledger.find(reader)
    assert file is not None
    return file


def ledger_of(reader: str) -> Ledger:
    return ledger.load(file_of(reader))


LEDGERS = {reader: ledger_of(reader) for reader in READERS}


def is_recorded(entry: Declared) -> bool:
    """Return whether the corpus has an entry's case, so that every run asks it."""
    file = corpus.file_of(entry.requirement)
    return file.exists() and any(one.case == entry.case for one in corpus.read(file))


RECORDED = [
    pytest.param(reader, next(entries), id=f"{reader}-{operation}")
    for reader, found in LEDGERS.items()
    for operation, entries in groupby(
        filter(is_recorded, found.entries), key=lambda entry: entry.case.operation
    )
]
"""The first entry of each operation in each ledger that every run comes upon."""

ONE = Case("verifier", {"reward.txt": b"1", "reward.json": None})
AGREED = {
    "agent_challenge": ("verifier.text-name", ONE),
    "auto_harness": (
        "metric.equal-values-all-count",
        Case("metric", {"metric": "mean", "rewards": [{"reward": 0.5}]}),
    ),
    "scoring": (
        "verifier.json-rounding",
        Case("verifier", {"reward.txt": None, "reward.json": b'{"reward": 0.5}'}),
    ),
    "terminal_bench": ("verifier.text-name", ONE),
}
"""A question to each reader to which it and harbor give one answer, and the clause it is about."""


def certify(reader: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [COMMAND, "certify", reader, "--profile", "quick", "--seed", "7", *arguments],
        check=False,
        capture_output=True,
        text=True,
    )


def write(file: Path, reader: str, entries: list[Declared]) -> str:
    """Write a ledger of these entries below the head of the reader's own; return its path."""
    file.write_text(rewriting.to_text(file_of(reader).read_text(), entries))
    return str(file)


def invented(reader: str, answer: Answer, cause: str = "a test invented it") -> Declared:
    """Return an entry for the case on which the reader and harbor agree."""
    clause, case = AGREED[reader]
    return Declared(clause, cause, "a test", case, answer, answer)


@pytest.fixture(scope="module")
def answers() -> dict[str, Answer]:
    """Harbor's answer to the case of each reader."""
    with open_oracle() as harbor:
        return {reader: harbor.answer(case) for reader, (_, case) in AGREED.items()}


def phrase(reader: str) -> str:
    """Return how the verdict begins for as many entries as the ledger has."""
    word = "PARTIAL" if reader in NARROWED else "CONFORMANT"
    count = len(LEDGERS[reader].entries)
    if not count:
        return f"{word} ("
    noun = "divergence" if count == 1 else "divergences"
    return f"{word} but for {count} declared {noun} ("


NARROWED = ("auto_harness", "scoring", "terminal_bench")
"""The readers whose ledgers leave clauses of their operations out."""


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_conforms_but_for_what_its_ledger_declares(reader: str) -> None:
    completed = certify(reader)
    assert completed.returncode == 0, completed.stdout + completed.stderr
    assert any(line.startswith(phrase(reader)) for line in completed.stdout.splitlines())
    for entry in LEDGERS[reader].entries:
        assert f"Declared: {entry.requirement}: {entry.cause}\n" in completed.stdout


@pytest.mark.parametrize("reader", READERS)
def test_a_clause_has_one_entry_with_a_sentence_of_the_text(reader: str) -> None:
    entries = LEDGERS[reader].entries
    assert len({entry.requirement for entry in entries}) == len(entries)
    texts = {"agent_challenge": "spec/000", "auto_harness": "spec/003", "scoring": "spec/001"}
    assert {entry.source.partition(" ")[0] for entry in entries} <= {texts.get(reader)}


def test_each_ledger_with_entries_has_one_taken_away_below() -> None:
    assert {str(one.values[0]) for one in RECORDED} == {
        reader for reader, found in LEDGERS.items() if found.entries
    }


@pytest.mark.parametrize(("reader", "entry"), RECORDED)
def test_a_divergence_whose_entry_is_taken_away_fails(
    tmp_path: Path, reader: str, entry: Declared
) -> None:
    others = [other for other in LEDGERS[reader].entries if other != entry]
    copy = write(tmp_path / "ledger.toml", reader, others)
    completed = certify(reader, "--ledger", copy, "--clause", entry.requirement)
    assert completed.returncode == 1, completed.stdout + completed.stderr
    assert "NOT CONFORMANT" in completed.stdout
    assert entry.requirement in completed.stdout
    assert f"Declared: {entry.requirement}" not in completed.stdout


@pytest.mark.parametrize("reader", READERS)
def test_an_entry_that_says_no_cause_is_refused_in_one_line(
    tmp_path: Path, reader: str, answers: dict[str, Answer]
) -> None:
    entry = invented(reader, answers[reader], cause="")
    copy = write(tmp_path / "ledger.toml", reader, [*LEDGERS[reader].entries, entry])
    completed = certify(reader, "--ledger", copy, "--clause", entry.requirement)
    assert completed.returncode == 2
    assert completed.stdout == ""
    (line,) = completed.stderr.splitlines()
    assert f"{entry.requirement} has no cause, or no source: write them in" in line


@pytest.mark.parametrize("reader", READERS)
def test_an_entry_whose_case_agrees_is_stale(
    tmp_path: Path, reader: str, answers: dict[str, Answer]
) -> None:
    entry = invented(reader, answers[reader])
    copy = write(tmp_path / "ledger.toml", reader, [*LEDGERS[reader].entries, entry])
    completed = certify(reader, "--ledger", copy, "--clause", entry.requirement)
    assert completed.returncode == 1, completed.stdout + completed.stderr
    said = f"the ledger is stale: {entry.requirement}: declared, but no longer diverging"
    assert said in completed.stdout


@pytest.mark.parametrize("reader", READERS)
def test_an_entry_whose_clause_is_gone_is_stale(
    tmp_path: Path, reader: str, answers: dict[str, Answer]
) -> None:
    entry = invented(reader, answers[reader])
    gone = replace(entry, requirement=f"{entry.requirement}-of-old")
    copy = write(tmp_path / "ledger.toml", reader, [*LEDGERS[reader].entries, gone])
    completed = certify(reader, "--ledger", copy, "--clause", entry.requirement)
    assert completed.returncode == 1, completed.stdout + completed.stderr
    assert f"the ledger is stale: {gone.requirement}: there is no such clause" in completed.stdout
