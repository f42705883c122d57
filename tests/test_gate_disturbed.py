"""A gate leaves nothing behind, however it ends, and tells what is known.

It gates the installed harbor against itself in two environments that need no package index: the
cache has them already, and their interpreter is this one.
"""

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import harbor
import pytest
from disturbed import COMMAND, Run, children

from conformance.implementations.environments import installed, uv
from conformance.implementations.released_harbor import Release, served
from conformance.protocol.values import HARBOR_VERSION

pytestmark = pytest.mark.end_to_end

ORACLE = "-m oracle --release"
LONG = ("--operation", "metric", "--profile", "deep", "--jobs", "2")
SHORT = ("--clause", "metric.compensated-sum", "--jobs", "2")

type Start = Callable[..., Run]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache in which the environment of the installed harbor is complete."""

    def install(folder: Path, *_: object) -> None:
        python = folder / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        python.chmod(0o755)
        packages = folder / "lib" / "python3" / "site-packages"
        packages.mkdir(parents=True)
        (packages / "harbor").symlink_to(Path(harbor.__file__).parent)
        (folder / "complete").touch()

    monkeypatch.setattr(uv, "compile_pins", lambda *_, **__: {"harbor": HARBOR_VERSION})
    monkeypatch.setattr(installed, "_install", install)
    with served([HARBOR_VERSION], tmp_path / "cache") as found:
        assert isinstance(found[HARBOR_VERSION], Release)
    return tmp_path / "cache"


@pytest.fixture
def start(cache: Path, tmp_path: Path) -> Iterator[Start]:
    """Start gates whose temporary files go to an empty folder."""
    for name in ("temporary", "programs"):
        (tmp_path / name).mkdir()
    (tmp_path / "programs" / "uv").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "programs" / "uv").chmod(0o755)
    path = os.pathsep.join([str(tmp_path / "programs"), os.environ["PATH"]])
    runs: list[Run] = []

    def started(*words: str, program: tuple[str, ...] = (COMMAND,)) -> Run:
        words = ("gate", HARBOR_VERSION, "--cache", str(cache), *words)
        runs.append(Run(tmp_path / "temporary", *words, program=program, PATH=path))
        return runs[-1]

    yield started
    for run in runs:
        run.end()


def without_progress(told: str) -> str:
    """Return what was told besides progress, which a slow machine sees."""
    progress = re.compile(r"\d+ environments in .*|.*, \d+ of \d+ parts|which lines changed")
    return "\n".join(one for one in told.splitlines() if not progress.fullmatch(one))


def test_a_gate_that_ends_leaves_nothing(start: Start) -> None:
    run = start(*SHORT)
    run.await_processes(ORACLE, 2)
    printed, told = run.process.communicate(timeout=120)
    assert (run.process.returncode, without_progress(told)) == (0, "")
    assert "no change" in printed
    assert run.left() == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_gate_with_what_is_known(number: signal.Signals, start: Start) -> None:
    run = start(*LONG)
    run.await_processes(ORACLE, 4)
    os.kill(run.process.pid, number)
    printed, told = run.process.communicate(timeout=30)
    assert (run.process.returncode, without_progress(told)) == (130, "")
    assert "not driven: interrupted before every case was run" in printed
    assert run.left() == []


def ended_as_python_starts(status: int, told: str) -> bool:
    return status == -signal.SIGINT or told.startswith("Fatal Python error: init_")


@pytest.mark.parametrize("delay", [0.0, 0.1, 0.3, 0.6, 1.0])
def test_an_interrupt_at_the_start_of_a_gate_prints_no_traceback(
    delay: float, start: Start
) -> None:
    run = start(*LONG)
    time.sleep(delay)
    run.note_processes()
    os.kill(run.process.pid, signal.SIGINT)
    printed, told = run.process.communicate(timeout=30)
    if not ended_as_python_starts(run.process.returncode, told):
        assert run.process.returncode == 130
        assert "Traceback" not in printed + told
    assert run.left() == []


@pytest.mark.parametrize("oracles", [1, 2, 4])
def test_a_gate_that_is_killed_leaves_nothing(oracles: int, start: Start) -> None:
    run = start(*LONG)
    run.await_processes(ORACLE, oracles)
    os.kill(run.process.pid, signal.SIGKILL)
    run.process.communicate()
    assert run.left() == []


def test_a_worker_of_a_gate_that_is_killed_costs_no_result_in_hand(start: Start) -> None:
    run = start(*LONG)
    run.await_processes(ORACLE, 4)
    (forkserver,) = children(run.process.pid, "forkserver")
    os.kill(min(children(forkserver, "forkserver")), signal.SIGKILL)
    printed, told = run.process.communicate(timeout=60)
    assert (run.process.returncode, without_progress(told)) == (4, "")
    assert "not driven: a process of the suite was ended from outside" in printed
    assert run.left() == []


RESOLVING = """
from conformance.cli import main
from conformance.implementations.environments import uv

uv.program = lambda: {uv!r}
if __name__ == "__main__":
    main()
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_gate_that_ends_while_uv_works_leaves_nothing(
    number: signal.Signals, start: Start, cache: Path, tmp_path: Path
) -> None:
    (resolved,) = cache.glob("*.json")
    resolved.unlink()
    slow, script = tmp_path / "slow-uv", tmp_path / "resolving.py"
    slow.write_text("#!/bin/sh\nsleep 1234 & wait\n")
    slow.chmod(0o755)
    script.write_text(RESOLVING.format(uv=str(slow)))
    run = start(*LONG, program=(sys.executable, str(script)))
    run.await_processes("sleep 1234", 1)
    os.kill(run.process.pid, number)
    printed, told = run.process.communicate(timeout=30)
    assert (printed, without_progress(told)) == ("", "")
    assert run.process.returncode == (-number if number == signal.SIGKILL else 130)
    assert run.left() == []
