"""A run that is disturbed reports what is known, and leaves nothing that it started or wrote."""

import json
import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from disturbed import PROGRAM, Run, interrupt_at_the_start
from programs import COMMAND, ROOT, last_line, run_program

from conformance.implementations.process.command import SHIM

pytestmark = pytest.mark.end_to_end

DEEP = ("certify", "misbehaving/refuses-to-end", "--operation", "metric", "--profile", "deep")


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    started = Run(tmp_path, *DEEP)
    yield started
    started.end()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_signal_ends_a_run_with_what_is_known_and_leaves_nothing(
    number: signal.Signals, run: Run
) -> None:
    run.await_results()
    run.signal(number)
    ended = run.ended(status=130 if number != signal.SIGKILL else -number)
    assert number == signal.SIGKILL or last_line(ended).startswith("NO VERDICT (metric;")


def test_an_interrupt_of_a_run_that_diverges_is_no_pass(tmp_path: Path) -> None:
    (tmp_path / "temporary").mkdir()
    words = ("--operation", "verifier", "--profile", "deep", "--report", str(tmp_path / "report"))
    run = Run(tmp_path / "temporary", "certify", "deviation/text-wins", *words)
    run.await_results(least=62)  # the recorded cases of all clauses are first
    os.killpg(run.process.pid, signal.SIGINT)
    assert last_line(run.ended(status=1, seconds=60)).startswith("NOT CONFORMANT (partial")
    report = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    assert (report["conformant"], report["complete"], report["cases"] > 0) == (False, False, True)


@pytest.mark.parametrize("delay", [0.0, 0.05, 0.15, 0.3, 0.6, 1.2])
def test_an_interrupt_at_the_start_is_no_traceback(delay: float, run: Run) -> None:
    interrupt_at_the_start(run, delay)


def test_a_worker_that_is_killed_costs_no_result_in_hand(run: Run) -> None:
    run.await_results()
    run.kill_worker()
    ended = run.ended(status=4)
    assert "a process of the suite was ended from outside" in ended.stdout
    assert re.search(r"[1-9]\d* of \d+ checks done", ended.stdout)


FULL = """
real = pathlib.Path.write_text
def full(self, text, **named):
    if self.name.startswith(".junit.xml."):
        real(self, text[:20], **named)
        raise OSError(errno.ENOSPC, "No space left on device")
    return real(self, text, **named)
pathlib.Path.write_text = full
"""
GONE = """
real = certifying.collected
def gone(*asked):
    shutil.rmtree(FOLDER)
    return real(*asked)
certifying.collected = gone
"""
REPLACED = GONE.replace("(FOLDER)\n", "(FOLDER)\n    pathlib.Path(FOLDER).touch()\n")


@pytest.mark.parametrize(("candidate", "code"), [("reference", 2), ("deviation/naive-sum", 1)])
@pytest.mark.parametrize(
    ("befalls", "why", "left"),
    [
        (FULL, "No space left on device", ["report.json"]),
        (REPLACED, "File exists", None),
        (GONE, "", ["junit.xml", "no-certificate.txt", "report.html", "report.json"]),
    ],
    ids=["no room", "a file in its place", "made again"],
)
def test_a_report_that_cannot_be_written_costs_no_verdict(  # noqa: PLR0913, PLR0917 - a row
    befalls: str, why: str, left: list[str] | None, candidate: str, code: int, tmp_path: Path
) -> None:
    report = tmp_path / "report"
    changed = PROGRAM.format(befalls.replace("FOLDER", repr(str(report))))
    (tmp_path / "program.py").write_text(changed)
    words = ("certify", candidate, "--clause", "metric.compensated-sum", "--profile", "quick")
    command = [sys.executable, str(tmp_path / "program.py"), *words, "--report", str(report)]
    ended = run_program(*command, status=code if why else code % 2)
    assert ("PARTIAL" if code == 2 else "NOT CONFORMANT") in ended.stdout
    assert (f"{why}; the verdict above holds" in ended.stderr) is bool(why)
    assert (sorted(path.name for path in report.iterdir()) if report.is_dir() else None) == left


KILLED = """
import os, signal
from conformance.implementations.start import open_harbor
from conformance.protocol.values import Case

open_harbor().answer(Case("verifier", {"reward.txt": b"1", "reward.json": None}))
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_ask_leaves_nothing_when_it_is_killed(tmp_path: Path) -> None:
    run = Run(tmp_path, KILLED, program=(sys.executable, "-c"))
    run.ended(status=-signal.SIGKILL, seconds=60)


def test_a_home_that_cannot_be_written_is_no_traceback(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / ".cache").write_text("a file where a folder is expected")
    words = ("certify", "rust", "--operation", "metric", "--profile", "quick")
    environment = {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home / ".cache")}
    ended = run_program(COMMAND, *words, env=environment, status=3)
    assert "Traceback" not in ended.stderr


KILLER = """
import os, signal
from candidates.reference.metric import metric as right

def metric(case):
    if len(case["rewards"]) > 99:
        os.kill(os.getppid(), signal.SIGKILL)
    return right(case)
"""


def test_a_candidate_that_kills_its_worker_costs_no_result_in_hand(tmp_path: Path) -> None:
    (tmp_path / "killer.py").write_text(KILLER)
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    serving = f"{sys.executable} {SHIM} killer"
    words = ("--command", serving, "--env", f"PYTHONPATH={path}", "--operation", "metric")
    (tmp_path / "temporary").mkdir()
    run = Run(tmp_path / "temporary", "certify", *words, "--jobs", "1")
    run.note_processes()
    ended = run.ended(status=4, seconds=120)
    assert "a process of the suite was ended from outside" in last_line(ended)
    assert re.search(r"[1-9]\d* of \d+ checks done", ended.stdout)
    assert "Traceback" not in ended.stdout + ended.stderr
