"""A ledger excuses what it declares, and nothing else."""

import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conformance.implementations.start import READERS
from conformance.ledger import ledger
from conformance.ledger.ledger import Declared, LedgerError
from conformance.ledger.rewriting import to_text
from conformance.protocol.values import Case, Failure, Result

pytestmark = pytest.mark.end_to_end

COMMAND = str(Path(sys.executable).parent / "harbor-conformance")
DEVIATION = "deviation/text-wins"
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
    updated = run("ledger", DEVIATION, "--ledger", str(file), "--update")
    assert updated.returncode == 1
    assert updated.stdout.startswith("+ verifier.json-wins: verifier reward.txt=")
    assert "1 entries, 1 changes" in updated.stdout
    refused = run("certify", DEVIATION, "--ledger", str(file))
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
    completed = run("certify", DEVIATION, "--ledger", str(file))
    assert completed.returncode == 0
    assert "PARTIAL but for 1 declared divergence " in completed.stdout
    assert "Declared: verifier.json-wins: reward.txt is read first" in completed.stdout


def test_an_update_that_finds_the_same_changes_nothing(file: Path) -> None:
    before = file.read_text()
    completed = run("ledger", DEVIATION, "--ledger", str(file), "--update")
    assert completed.returncode == 0, completed.stdout
    assert file.read_text() == before
    assert before.startswith("# A note of ours.\n")


def test_an_update_keeps_the_cause_of_an_entry_whose_answers_moved(
    file: Path, tmp_path: Path
) -> None:
    entry = tomllib.loads(file.read_text())["divergence"][0]
    copy = edited(file, tmp_path, (f"candidate = '{entry['candidate']}'", "candidate = '{}'"))
    copy = edited(file, tmp_path, (entry["candidate"], '{"error": "ValueError"}'))
    completed = run("ledger", DEVIATION, "--ledger", copy, "--update")
    assert completed.returncode == 1
    assert completed.stdout.startswith("~ verifier.json-wins: another answer: ")
    assert Path(copy).read_text() == file.read_text()


def test_a_divergence_without_an_entry_fails(file: Path, tmp_path: Path) -> None:
    head = file.read_text().partition("[[divergence]]")[0]
    (tmp_path / "divergences.toml").write_text(head)
    completed = run("certify", DEVIATION, "--ledger", str(tmp_path / "divergences.toml"))
    assert completed.returncode == 1
    assert "NOT CONFORMANT" in completed.stdout


@pytest.mark.parametrize(
    ("candidate", "changes", "said"),
    [
        ("reference", [], "declared, but no longer diverging"),
        (
            DEVIATION,
            [('verifier.json-wins"\ncause', 'verifier.json-win"\ncause')],
            "no such clause",
        ),
        (DEVIATION, [('"reward.json"', '"reward.jsn"')], "its case is none of verifier"),
        (
            DEVIATION,
            [('harbor = \'{"error": "', 'harbor = \'{"error": "X')],
            "harbor answers other",
        ),
        (DEVIATION, [("candidate = '{\"", 'candidate = \'{"error": "X", "x')], "candidate answers"),
        (DEVIATION, [('clauses = ["', 'clauses = ["verifier.nothing", "')], "no clause is like"),
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


@given(st.text(st.characters(codec="utf-8"), min_size=1).filter(str.strip), st.text())
@example('it\'s "odd" \U0001f600', 'it\'s "odd" \U0001f600')
@example("a\r\x00\x7f\x85", "\ud800'\"\\")
def test_whatever_is_written_reads_back(words: str, name: str) -> None:
    case = Case("metric", {"metric": "sum", "rewards": [{name: 1}, None]})
    answers = Result({name: 0.1}), Failure("KeyError")
    entry = Declared("metric.trial-order", words, words, case, *answers)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "divergences.toml"
        file.write_text(to_text("", [entry, entry]), encoding="utf-8")
        assert ledger.load(file).entries == (entry, entry)


def test_what_is_no_entry_stays_where_it_is() -> None:
    head = '# [[divergence]] is below\nclauses = ["a"]\n\n'
    only = '[only]  # these\nmetric = ["sum"]\n'
    assert to_text(f"{head}[[divergence]]\na = 1\n\n{only}", []) == head + only


@pytest.mark.parametrize("reader", READERS)
def test_the_ledgers_of_this_repository_are_as_an_update_writes_them(reader: str) -> None:
    file = ledger.find(reader)
    assert file is not None
    text = file.read_text(encoding="utf-8")
    assert to_text(text, ledger.load(file).entries) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("clauses = [", "ledger.toml: "),
        ('clauses = "verifier.*"', "text where a list of strings is due at /clauses"),
        (
            '[[divergence]]\nclause = "verifier.json-wins"',
            "a missing member at /divergence/0/cause",
        ),
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
    deviation = "deviation/exact-mean"
    assert run("certify", deviation, "--clause", "metric.mean-divides-the-sum").returncode == 1
    completed = run("certify", deviation, "--ledger", str(file))
    assert completed.returncode == 0
    assert "cases, 1 clause;" in completed.stdout


def test_a_ledger_that_leaves_no_case_to_ask_is_no_pass(tmp_path: Path) -> None:
    file = tmp_path / "ledger.toml"
    file.write_text('clauses = ["metric.compensated-sum"]\nonly = { metric = ["median"] }\n')
    completed = run("certify", "reference", "--ledger", str(file))
    assert completed.returncode == 4
    assert "NO VERDICT" in completed.stdout
