"""While a candidate is being fixed: stop early, run what failed first, run on each change."""

import html
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from disturbed import every_process, stat_of
from programs import COMMAND, ROOT, Ended, command, run_program

pytestmark = pytest.mark.end_to_end

WRONG = """def metric(case):
    values = [next(iter((rewards or {}).values()), 0) for rewards in case["rewards"]]
    return {case["metric"]: sum(values) / len(values)}
"""
RIGHT = """from candidates.reference import metric
"""
QUICK = ("--operation", "metric", "--profile", "quick", "--seed", "1")


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of a candidate in the working folder, with a cache of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = tmp_path / "mine.py"
    file.write_text(WRONG)
    return file


def certified(*words: str) -> dict[str, Any]:
    ended = command("certify", "mine", *QUICK, *words, "--json")
    assert ended.returncode in {0, 1}, ended.stderr
    return dict(json.loads(ended.stdout))


def test_x_stops_at_the_first_divergence_and_names_its_cause(mine: Path) -> None:
    report = certified("-x")
    assert report["cut_off"] == "stopped at the first divergence"
    assert report["causes"]
    assert "NOT CONFORMANT (partial run)" in str(report["verdict"])
    mine.write_text(RIGHT)
    assert certified("-x")["conformant"]


def test_an_errors_message_is_printed_and_not_written(mine: Path) -> None:
    mine.write_text("def metric(case):\n    return {'sum': sum(case['rewards'] or [{}])}\n")
    printed = command("certify", "mine", *QUICK, "--report", "report").stdout
    (line, *_) = [line for line in printed.splitlines() if line.startswith("   candidate  error")]
    assert line.startswith("   candidate  error TypeError: ")
    assert line.endswith("(mine.py:2)")
    assert "mine.py:2" not in Path("report", "report.json").read_text()


def test_last_failed_starts_with_what_failed_and_runs_the_rest_as_well(mine: Path) -> None:
    mine.write_text(f"""{RIGHT}_metric = metric
def metric(case):
    return _metric({{**case, "rewards": [one for one in case["rewards"] if one is not None]}})
""")
    full = clauses_of(certified())
    failing = [name for name, one in full.items() if not one["passed"]]
    assert "metric.compensated-sum" not in failing
    # Of the other clauses there are recorded cases, which a cause has to fit.
    stopped = clauses_of(certified("--last-failed", "-x"))
    assert [name for name in failing if stopped[name]["done"] != stopped[name]["checks"]] == []
    assert sum(one["done"] for one in stopped.values()) < sum(one["done"] for one in full.values())
    mine.write_text(RIGHT)
    assert certified("--last-failed")["conformant"]


def clauses_of(report: dict[str, Any]) -> dict[str, dict[str, int]]:
    return dict(report["operations"]["metric"]["clauses"])


def cpu_seconds(session: int) -> float:
    """Return what the processes of a session have used, with those that they waited for."""
    told = filter(None, map(stat_of, every_process()))
    used = sum(sum(map(int, one[11:15])) for one in told if int(one[3]) == session)
    return used / os.sysconf("SC_CLK_TCK")


def test_watch_runs_again_on_each_change_and_says_what_is_fixed(mine: Path) -> None:
    words = [COMMAND, "certify", "mine", *QUICK, "--watch"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as run:
        assert run.stdout is not None
        steps = iter([lambda: mine.write_text("def metric(:"), lambda: mine.write_text(RIGHT)])
        seen, used = [], []
        for line in run.stdout:
            seen.append(line)
            if line.startswith("waiting for a change"):
                used = [cpu_seconds(run.pid)]
                next(steps, lambda: run.send_signal(signal.SIGINT))()
            elif line.startswith("after ") and len(used) == 1:
                used.append(cpu_seconds(run.pid))
                # From saving to the first answer, on any number of processors.
                assert used[1] - used[0] < 1.5, line
        printed = "".join(seen)
        assert run.wait() == 0, printed
    assert "NOT CONFORMANT" in printed
    assert "SyntaxError" in printed
    assert re.search(r"after \d+\.\d s: metric\..* passes now", printed)
    assert re.search(r"fixed: \d+ clauses; left: 0; new: 0", printed)
    assert "CONFORMANT (metric; 8 operations not claimed)" in printed


def test_a_finding_of_the_page_is_pasted_as_a_test_and_as_a_file(mine: Path) -> None:
    certified("--report", "report")
    page = (mine.parent / "report" / "report.html").read_text(encoding="utf-8")
    pasted = re.findall("<pre><code>(.*?)</code></pre>", page, re.DOTALL)
    test, given = map(html.unescape, pasted[:2])
    (mine.parent / "input.json").write_text(given)
    mine.with_name("test_pasted.py").write_text(test)
    asked = ("ask", "metric", "@input.json", "--candidate", "mine")
    for text, status in ((WRONG, 1), (RIGHT, 0)):
        mine.write_text(text)
        assert command(*asked).returncode == status
        assert run_pasted(mine).returncode == status


def run_pasted(mine: Path) -> Ended:
    words = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_pasted.py")
    place = {**os.environ, "PYTHONPATH": f"{mine.parent}{os.pathsep}{ROOT}"}
    return run_program(*words, env=place)


def test_a_test_is_printed_only_for_a_module_and_where_python_compares_alike(mine: Path) -> None:
    words = ("verifier", "--reward-txt", "x", "--candidate", "mine", "--test")
    pasted = command("ask", *words).stdout
    assert "conformance" not in pasted
    mine.with_name("test_pasted.py").write_text(pasted)
    mine.write_text("from candidates.reference import verifier\n")
    assert run_pasted(mine).returncode == 0
    nan = ("metric", "--metric", "sum", "--rewards", '[{"reward": NaN}]')
    for name in ("mine", "reference"):
        ended = command("ask", *nan, "--candidate", name, "--test")
        assert (ended.returncode, ended.stdout) == (2, ""), ended.stderr


def test_github_is_shown_each_cause_at_the_line_of_the_function(mine: Path) -> None:
    mine.write_text(f"# A comment.\n{WRONG}")
    ended = command("certify", "mine", *QUICK, "--output-format", "github")
    *causes, verdict = ended.stdout.splitlines()
    assert causes
    for line in causes:
        assert re.match(r"::error file=mine\.py,line=2,title=[^:,]+::.*%0Arepeat: harbor-", line)
    assert verdict.startswith("::error title=harbor-conformance::NOT CONFORMANT")
