"""A gate leaves nothing behind, however it ends, and tells what is known.

It gates the installed harbor against itself in two environments that need no package index: the
cache has them already, and their interpreter is this one.
"""

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import harbor
import pytest
from disturbed import Run, interrupt_at_the_start
from programs import COMMAND, shell_program

from conformance.implementations.environments import cache_folder, installed, uv
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
        shell_program(folder / "bin" / "python", f'exec {sys.executable} "$@"')
        packages = folder / "lib" / "python3" / "site-packages"
        packages.mkdir(parents=True)
        (packages / "harbor").symlink_to(Path(harbor.__file__).parent)
        (folder / "complete").touch()

    monkeypatch.setattr(uv, "compile_pins", lambda *_, **__: {"harbor": HARBOR_VERSION})
    monkeypatch.setattr(installed, "_install", install)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with served([HARBOR_VERSION]) as found:
        assert isinstance(found[HARBOR_VERSION], Release)
    return cache_folder()


@pytest.fixture
def start(cache: Path, tmp_path: Path) -> Iterator[Start]:
    """Start gates whose temporary files go to an empty folder."""
    (tmp_path / "temporary").mkdir()
    failing = shell_program(tmp_path / "programs" / "uv", "exit 1")
    path = os.pathsep.join([str(failing.parent), os.environ["PATH"]])
    around = {"PATH": path, "XDG_CACHE_HOME": str(cache.parent)}
    runs: list[Run] = []

    def started(*words: str, program: tuple[str, ...] = (COMMAND,)) -> Run:
        words = ("gate", HARBOR_VERSION, *words)
        runs.append(Run(tmp_path / "temporary", *words, program=program, **around))
        return runs[-1]

    yield started
    for run in runs:
        run.end()


def printed(run: Run, status: int, seconds: float = 30) -> str:
    """Return what a gate printed that ends so; besides it, a slow machine sees its progress."""
    ended = run.ended(status, seconds)
    progress = re.compile(r"\d+ environments in .*|.*, \d+ of \d+ parts|which lines changed")
    assert [one for one in ended.stderr.splitlines() if not progress.fullmatch(one)] == []
    return ended.stdout


def test_a_gate_that_ends_leaves_nothing(start: Start) -> None:
    run = start(*SHORT)
    run.await_processes(ORACLE, 2)
    assert "no change" in printed(run, 0, seconds=120)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_gate_with_what_is_known(number: signal.Signals, start: Start) -> None:
    run = start(*LONG)
    run.await_processes(ORACLE, 4)
    run.signal(number)
    assert "not driven: interrupted before every case was run" in printed(run, 130)


@pytest.mark.parametrize("delay", [0.0, 0.1, 0.3, 0.6, 1.0])
def test_an_interrupt_at_the_start_of_a_gate_is_no_traceback(delay: float, start: Start) -> None:
    interrupt_at_the_start(start(*LONG), delay)


@pytest.mark.parametrize("oracles", [1, 2, 4])
def test_a_gate_that_is_killed_leaves_nothing(oracles: int, start: Start) -> None:
    run = start(*LONG)
    run.await_processes(ORACLE, oracles)
    run.signal(signal.SIGKILL)
    run.ended()


def test_a_worker_of_a_gate_that_is_killed_costs_no_result_in_hand(start: Start) -> None:
    run = start(*LONG)
    run.await_processes(ORACLE, 4)
    run.kill_worker()
    said = printed(run, 4, seconds=60)
    assert "not driven: a process of the suite was ended from outside" in said


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
    slow = shell_program(tmp_path / "slow-uv", "sleep 1234 & wait")
    script = tmp_path / "resolving.py"
    script.write_text(RESOLVING.format(uv=str(slow)))
    run = start(*LONG, program=(sys.executable, str(script)))
    run.await_processes("sleep 1234", 1)
    run.signal(number)
    assert printed(run, -number if number == signal.SIGKILL else 130) == ""
