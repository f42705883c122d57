"""Whatever disturbs a run: what is known is told, and nothing that it started or wrote stays."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from interruptible import hear_interrupts

pytestmark = pytest.mark.end_to_end

COMMAND = str(Path(sys.executable).parent / "harbor-conformance")
DEEP = ("certify", "misbehaving/refuses-to-end", "--operation", "metric", "--profile", "deep")
SECONDS = 2.0
"""Time after which nothing of a run may be left."""

MARK = "HARBOR_CONFORMANCE_TEST_RUN"


def processes(mark: str) -> list[int]:
    """Return the processes that have a run's mark in their environment."""
    marked = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            environment = (entry / "environ").read_bytes()
            state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if f"{MARK}={mark}".encode() in environment and state != "Z":
            marked.append(int(entry.name))
    return marked


class Run:
    """A run that has told of its first results, and the folder for its temporary files."""

    def __init__(self, folder: Path, *words: str) -> None:
        """Start a run whose temporary files go to a folder."""
        self.mark, self.folder = f"{folder}", folder
        environment = {**os.environ, MARK: self.mark, "TMPDIR": str(folder)}
        words = (*words, "--env", f"{MARK}={self.mark}")
        self.process = subprocess.Popen(
            [COMMAND, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
            start_new_session=True,
            preexec_fn=hear_interrupts,  # noqa: PLW1509 - no other way is at once
        )

    def await_results(self) -> None:
        """Wait until it has told of results."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if re.match(r"[1-9]\d* of \d+ checks", line):
                return
        pytest.fail("no progress was told")

    def left(self) -> list[str]:
        """Return what is left of the run when its time is up."""
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline and (processes(self.mark) or self._folders()):
            time.sleep(0.05)
        return [*map(str, processes(self.mark)), *self._folders()]

    def _folders(self) -> list[str]:
        in_memory = Path("/dev/shm").glob(f"harbor-conformance-{self.process.pid}-*")  # noqa: S108 - where ours lie
        return [str(path) for path in (*self.folder.iterdir(), *in_memory)]


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    started = Run(tmp_path, *DEEP)
    yield started
    for process in processes(started.mark):
        os.kill(process, signal.SIGKILL)
    started.process.communicate()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_run_with_what_is_known(number: signal.Signals, run: Run) -> None:
    run.await_results()
    os.kill(run.process.pid, number)
    printed, _ = run.process.communicate(timeout=30)
    assert printed.rstrip().splitlines()[-1].startswith("NO VERDICT (metric;")
    assert run.process.returncode == 130
    assert run.left() == []


@pytest.mark.parametrize("delay", [0.0, 0.05, 0.15, 0.3, 0.6])
def test_an_interrupt_at_the_start_is_no_traceback(delay: float, run: Run) -> None:
    time.sleep(delay)
    os.kill(run.process.pid, signal.SIGINT)
    printed, told = run.process.communicate(timeout=30)
    # Python itself, before any code of ours, ends by the signal.
    assert run.process.returncode in {130, -signal.SIGINT}
    if run.process.returncode == 130:
        assert "Traceback" not in printed + told
    assert run.left() == []


def test_a_run_that_is_killed_leaves_nothing(run: Run) -> None:
    run.await_results()
    os.kill(run.process.pid, signal.SIGKILL)
    run.process.communicate()
    assert run.left() == []


def test_a_worker_that_is_killed_costs_no_result_in_hand(run: Run) -> None:
    run.await_results()
    (forkserver,) = children(run.process.pid, "forkserver")
    os.kill(min(children(forkserver, "forkserver")), signal.SIGKILL)
    printed, _ = run.process.communicate(timeout=30)
    assert "a process of the suite was ended from outside" in printed
    assert re.search(r"[1-9]\d* of \d+ checks done", printed)
    assert run.process.returncode == 4
    assert run.left() == []


def children(parent: int, named: str) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            command = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if int(fields[1]) == parent and named.encode() in command:
            found.append(int(entry.name))
    return found


@pytest.mark.parametrize(
    ("candidate", "code"),
    [("reference", 2), ("deviation/naive-sum", 1)],
    ids=["agrees", "diverges"],
)
def test_a_report_that_cannot_be_written_costs_no_verdict(
    candidate: str, code: int, tmp_path: Path
) -> None:
    script = (
        "import pathlib, errno\n"
        "real = pathlib.Path.write_text\n"
        "def full(self, text, **named):\n"
        "    if self.name == '.junit.xml.new':\n"
        "        real(self, text[:20], **named)\n"
        "        raise OSError(errno.ENOSPC, 'No space left on device')\n"
        "    return real(self, text, **named)\n"
        "pathlib.Path.write_text = full\n"
        "from conformance.cli import main\n"
        "if __name__ == '__main__':\n"
        "    main()\n"
    )
    (tmp_path / "full.py").write_text(script)
    report = tmp_path / "report"
    words = ("certify", candidate, "--clause", "metric.compensated-sum", "--profile", "quick")
    command = [sys.executable, str(tmp_path / "full.py"), *words, "--report", str(report)]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ended.returncode == code
    assert ("PARTIAL" if code == 2 else "NOT CONFORMANT") in ended.stdout
    assert "No space left on device; the verdict above holds" in ended.stderr
    assert sorted(path.name for path in report.iterdir()) == ["report.json"]


def test_a_home_that_cannot_be_written_is_no_traceback(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / ".cache").write_text("a file where a folder is due")
    words = ("certify", "rust", "--operation", "metric", "--profile", "quick")
    environment = {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home / ".cache")}
    ended = subprocess.run(
        [COMMAND, *words], env=environment, check=False, capture_output=True, text=True
    )
    assert ended.returncode == 3
    assert "Traceback" not in ended.stderr
