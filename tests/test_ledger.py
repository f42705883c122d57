"""A ledger excuses what it declares, and nothing else."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from conformance import ledger
from conformance.ledger import LedgerError

COMMAND = str(Path(sys.executable).parent / "harbor-conformance")
BROKEN = "broken/text-wins"
CLAUSES = 'clauses = ["verifier.json-wins"]\n'
WHY = {'cause = ""': 'cause = "reward.txt is read first"', 'source = ""': 'source = "a test"'}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [COMMAND, *arguments, "--profile", "quick", "--seed", "7"],
        check=False,
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of text-wins, as an update writes it and somebody completes it."""
    file = tmp_path_factory.mktemp("ledger") / "divergences.toml"
    file.write_text(f"# A note of ours.\n{CLAUSES}")
    updated = run("ledger", BROKEN, "--ledger", str(file), "--update")
    assert updated.returncode == 1
    assert updated.stdout.startswith("+ verifier.json-wins: verifier reward.txt=")
    assert "1 entries, 1 changes" in updated.stdout
    refused = run("certify", BROKEN, "--ledger", str(file))
    assert refused.returncode == 2
    assert "has no cause, or no source: write them in" in refused.stderr
    text = file.read_text()
    for empty, written in WHY.items():
        text = text.replace(empty, written)
    file.write_text(text)
    return file


def edited(file: Path, folder: Path, *changes: tuple[str, str]) -> str:
    text = file.read_text()
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    copy = folder / "divergences.toml"
    copy.write_text(text)
    return str(copy)


def test_a_declared_divergence_is_counted_and_excused(file: Path) -> None:
    completed = run("certify", BROKEN, "--ledger", str(file))
    assert completed.returncode == 0
    assert f"CONFORMANT but for 1 declared divergence: {BROKEN}" in completed.stdout
    assert "Declared: verifier.json-wins: reward.txt is read first" in completed.stdout


def test_an_update_that_finds_the_same_changes_nothing(file: Path) -> None:
    before = file.read_text()
    completed = run("ledger", BROKEN, "--ledger", str(file), "--update")
    assert completed.returncode == 0, completed.stdout
    assert file.read_text() == before
    assert before.startswith("# A note of ours.\n")


def test_an_update_keeps_the_cause_of_an_entry_whose_answers_moved(
    file: Path, tmp_path: Path
) -> None:
    entry = tomllib.loads(file.read_text())["divergence"][0]
    copy = edited(file, tmp_path, (f"candidate = '{entry['candidate']}'", "candidate = '{}'"))
    copy = edited(file, tmp_path, (entry["candidate"], '{"error": "ValueError"}'))
    completed = run("ledger", BROKEN, "--ledger", copy, "--update")
    assert completed.returncode == 1
    assert completed.stdout.startswith("~ verifier.json-wins: another answer: ")
    assert Path(copy).read_text() == file.read_text()


def test_a_divergence_without_an_entry_fails(file: Path, tmp_path: Path) -> None:
    head = file.read_text().partition("[[divergence]]")[0]
    (tmp_path / "divergences.toml").write_text(head)
    completed = run("certify", BROKEN, "--ledger", str(tmp_path / "divergences.toml"))
    assert completed.returncode == 1
    assert "NOT CONFORMANT" in completed.stdout


@pytest.mark.parametrize(
    ("candidate", "changes", "said"),
    [
        ("reference", [], "declared, but no longer diverging"),
        (BROKEN, [('verifier.json-wins"\ncause', 'verifier.json-win"\ncause')], "no such clause"),
        (BROKEN, [('"reward.json"', '"reward.jsn"')], "its case is none of verifier"),
        (BROKEN, [('harbor = \'{"error": "', 'harbor = \'{"error": "X')], "harbor answers other"),
        (BROKEN, [("candidate = '{\"", 'candidate = \'{"error": "X", "x')], "candidate answers"),
        (BROKEN, [('clauses = ["', 'clauses = ["verifier.nothing", "')], "no clause is like"),
    ],
)
def test_an_entry_that_is_not_true_fails(
    file: Path, tmp_path: Path, candidate: str, changes: list[tuple[str, str]], said: str
) -> None:
    copy = edited(file, tmp_path, *changes)
    completed = run("certify", candidate, "--ledger", copy)
    assert completed.returncode == 1, completed.stdout + completed.stderr
    assert "the ledger is stale: " in completed.stdout
    assert said in completed.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("clauses = [", "ledger.toml: "),
        ('clauses = "verifier.*"', "/clauses: expected an array"),
        ('[[divergence]]\nclause = "verifier.json-wins"', "/divergence/0/cause: this member is"),
        (b"\xff", "ledger.toml: 'utf-8' codec can't decode"),
        (None, "ledger.toml: [Errno 2] No such file"),
    ],
)
def test_a_file_that_is_no_ledger_is_refused_in_one_line(
    text: str | bytes | None, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "ledger.toml"
    if text is not None:
        file.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(LedgerError) as error:
        ledger.load(file)
    assert said in str(error.value)
    completed = run("certify", "reference", "--ledger", str(file))
    assert completed.returncode == 2
    assert completed.stderr.startswith("harbor-conformance: the ledger cannot be read: ")
    assert len(completed.stderr.splitlines()) == 1


def test_what_is_not_meant_for_a_candidate_is_not_asked(tmp_path: Path) -> None:
    file = tmp_path / "ledger.toml"
    file.write_text('clauses = ["metric.aggregate-by-name"]\nonly = { metric = ["max"] }\n')
    broken = "broken/exact-mean"
    assert run("certify", broken, "--clause", "metric.mean-divides-the-sum").returncode == 1
    completed = run("certify", broken, "--ledger", str(file))
    assert completed.returncode == 0
    assert "1 clause (metric;" in completed.stdout


def test_a_ledger_that_leaves_no_case_to_ask_is_no_pass(tmp_path: Path) -> None:
    file = tmp_path / "ledger.toml"
    file.write_text('clauses = ["metric.compensated-sum"]\nonly = { metric = ["median"] }\n')
    completed = run("certify", "reference", "--ledger", str(file))
    assert completed.returncode == 4
    assert "NO VERDICT" in completed.stdout
