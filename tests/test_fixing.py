"""While a candidate is being fixed: stop early, run what failed first, run on each change."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from disturbed import COMMAND

pytestmark = pytest.mark.end_to_end

WRONG = """def metric(question):
    values = [next(iter((rewards or {}).values()), 0) for rewards in question["rewards"]]
    return {question["metric"]: sum(values) / len(values)}
"""
RIGHT = """from candidates.reference import metric
"""
ROOT = Path(__file__).parent.parent
QUICK = ("--operation", "metric", "--profile", "quick", "--seed", "1")


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of a candidate in the working folder, with a cache of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = tmp_path / "mine.py"
    file.write_text(WRONG)
    return file


def certified(*words: str) -> dict[str, object]:
    """Return the report of a run of the candidate."""
    ended = subprocess.run(
        [COMMAND, "certify", "mine", *QUICK, *words, "--json"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode in {0, 1}, ended.stderr
    report: dict[str, object] = json.loads(ended.stdout)
    return report


def test_x_stops_at_the_first_divergence_and_names_its_cause(mine: Path) -> None:
    report = certified("-x")
    assert report["cut_off"] == "stopped at the first divergence"
    assert report["causes"]
    assert "NOT CONFORMANT (partial run)" in str(report["verdict"])
    mine.write_text(RIGHT)
    assert certified("-x")["conformant"]


def test_last_failed_starts_with_what_failed_and_runs_the_rest_as_well(mine: Path) -> None:
    mine.write_text(
        f"{RIGHT}_metric = metric\n"
        + WRONG.replace("def metric", "def wrong")
        + """
def metric(question):
    return wrong(question) if question["rewards"] == [] else _metric(question)
"""
    )
    failing = [name for name, one in clauses_of(certified()).items() if not one["passed"]]
    assert "metric.none-counts-zero" not in failing
    stopped = certified("--last-failed", "-x")
    assert {n for n, one in clauses_of(stopped).items() if one["done"]} <= set(failing)
    mine.write_text(RIGHT)
    assert certified("--last-failed")["conformant"]


def clauses_of(report: dict[str, object]) -> dict[str, dict[str, object]]:
    """Return the counts of each clause of the metric."""
    clauses: dict[str, dict[str, object]] = report["operations"]["metric"]["clauses"]  # type: ignore[index]
    return clauses


def test_watch_runs_again_on_each_change_and_says_what_is_fixed(mine: Path) -> None:
    words = [COMMAND, "certify", "mine", *QUICK, "--watch"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as run:
        assert run.stdout is not None
        steps = iter([lambda: mine.write_text("def metric(:"), lambda: mine.write_text(RIGHT)])
        seen = []
        for line in run.stdout:
            seen.append(line)
            if line.startswith("waiting for a change"):
                next(steps, lambda: run.send_signal(signal.SIGINT))()
        printed = "".join(seen)
        assert run.wait() == 0, printed
    assert "NOT CONFORMANT" in printed
    assert "SyntaxError" in printed
    assert re.search(r"after \d+\.\d s: metric\..* passes now", printed)
    assert re.search(r"fixed: \d+ clauses; left: 0; new: 0", printed)
    assert "CONFORMANT (metric; 8 operations not claimed)" in printed


@pytest.mark.parametrize("words", [("reference", "--watch"), ("mine", "--watch", "--json")])
@pytest.mark.usefixtures("mine")
def test_what_cannot_be_watched_is_a_usage_error(words: tuple[str, ...]) -> None:
    ended = subprocess.run([COMMAND, "certify", *words], capture_output=True, check=False)
    assert ended.returncode == 2


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("metric", "--metric", "sum", "--rewards", '[{"reward": 0.5}, {"reward": 1}]'), WRONG),
        (("verifier", "--reward-txt", "x"), "def verifier(files):\n    return {'rewards': {}}\n"),
    ],
)
def test_a_finding_is_pasted_as_a_test_of_python_that_needs_nothing_of_this_project(
    words: tuple[str, ...], wrong: str, mine: Path
) -> None:
    printed = [COMMAND, "ask", *words, "--candidate", "mine", "--test"]
    pasted = subprocess.run(printed, capture_output=True, text=True, check=True).stdout
    assert "conformance" not in pasted
    mine.with_name("test_pasted.py").write_text(pasted)
    for text, status in ((wrong, 1), (RIGHT.replace("metric", words[0]), 0)):
        mine.write_text(text)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_pasted.py"]
        place = {**os.environ, "PYTHONPATH": f"{mine.parent}{os.pathsep}{ROOT}"}
        ended = subprocess.run(command, env=place, capture_output=True, text=True, check=False)
        assert ended.returncode == status, ended.stdout


@pytest.mark.usefixtures("mine")
def test_a_test_is_printed_only_for_a_module_and_where_python_compares_alike() -> None:
    nan = ("metric", "--metric", "sum", "--rewards", '[{"reward": NaN}]')
    for words in (("--candidate", "mine"), ("--candidate", "reference")):
        asked = [COMMAND, "ask", *nan, *words, "--test"]
        ended = subprocess.run(asked, capture_output=True, text=True, check=False)
        assert (ended.returncode, ended.stdout) == (2, ""), ended.stderr


def test_github_is_shown_each_cause_at_the_line_of_the_function(mine: Path) -> None:
    mine.write_text(f"# A comment.\n{WRONG}")
    asked = [COMMAND, "certify", "mine", *QUICK, "--output-format", "github"]
    ended = subprocess.run(asked, capture_output=True, text=True, check=False)
    *causes, verdict = ended.stdout.splitlines()
    assert causes
    for line in causes:
        assert re.match(r"::error file=mine\.py,line=2,title=[^:,]+::.*%0Arepeat: harbor-", line)
    assert verdict.startswith("::error title=harbor-conformance::NOT CONFORMANT")
