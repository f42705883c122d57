"""Processes here: they import harbor once, end with the run, and leave no temporary folder."""

import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.util import get_temp_dir
from pathlib import Path

import pytest
from programs import COMMAND, command, run_program, start_program

import conformance
from conformance.executor.local import modules_for, processes
from conformance.operations import OPERATIONS

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("early", [KeyboardInterrupt, GeneratorExit, RuntimeError])
def test_what_ends_a_run_early_waits_for_no_task(early: type[BaseException]) -> None:
    before = multiprocessing.active_children()
    with pytest.raises(early), processes(2, []) as pool:  # noqa: PT012 - the block is ended early
        assert pool.submit(os.getpid).result() != os.getpid()
        waiting = [pool.submit(time.sleep, 60) for _ in range(5)]
        started = time.monotonic()
        raise early
    assert time.monotonic() - started < 5
    assert all(ended_without_result(future) for future in waiting)
    assert multiprocessing.active_children() == before


def ended_without_result(future: Future[None]) -> bool:
    try:
        future.result(timeout=5)
    except (CancelledError, BrokenProcessPool):
        return True
    return False


def answer_of_a_pool(function: Callable[..., int], *arguments: object) -> int:
    with processes(1, []) as pool:
        return pool.submit(function, *arguments).result()


def test_a_pool_within_a_worker_leaves_the_folder_where_processes_meet() -> None:
    before = set(Path(get_temp_dir()).iterdir())
    for _ in range(2):
        assert answer_of_a_pool(answer_of_a_pool, os.getpid) != os.getpid()
        time.sleep(1)  # in which what the worker has left behind is removed
        assert set(Path(get_temp_dir()).iterdir()) >= before


def test_a_folder_for_temporary_files_may_have_a_long_name(tmp_path: Path) -> None:
    folder = tmp_path / ("long-" * 30)
    folder.mkdir()
    words = ("certify", "reference", "--clause", "metric.trial-order", "--profile", "quick")
    command(*words, env={**os.environ, "TMPDIR": str(folder)}, status=0)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("error", "told"), [("FileNotFoundError", False), ("ValueError", True)], ids=["gone", "wrong"]
)
def test_a_worker_whose_run_is_over_says_nothing(error: str, *, told: bool) -> None:
    program = f"import conformance.executor.forkserver_setup\nraise {error}('it')"
    ended = run_program(sys.executable, "-c", program)
    assert ("Traceback" in ended.stderr) is told


def test_all_adapters_are_imported_ahead_and_no_client_of_models() -> None:
    assert {f"oracle.{operation}" for operation in OPERATIONS} <= set(modules_for())
    script = f"import sys\nfor name in {modules_for()}:\n __import__(name)\n"
    program = f"{script}print('litellm' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "False\n"


def test_a_command_that_is_wrong_waits_for_no_import() -> None:
    process = start_program(COMMAND, "certify", "nobody")
    process.wait()
    ended = time.monotonic()
    process.communicate()  # until the last process with these pipes is gone
    assert time.monotonic() - ended < 1
    assert process.returncode == 2


REAPED = """
import sys, tempfile, time
from conformance.implementations.process.reaper import reaped_tempdir

with reaped_tempdir(lambda: tempfile.TemporaryDirectory(dir=sys.argv[1])) as folder:
    print(folder, flush=True)
    time.sleep(60)
"""


def started(parent: Path, works_in: Path) -> tuple[subprocess.Popen[str], Path]:
    """Start a process, in a group of its own, with a new folder; return both."""
    process = start_program(sys.executable, "-c", REAPED, str(parent), cwd=works_in)
    assert process.stdout is not None
    return process, Path(process.stdout.readline().strip())


def test_a_process_that_ends_with_the_folder_it_works_in_leaves_none_of_its_own(
    tmp_path: Path,
) -> None:
    outer, outers = started(tmp_path, tmp_path)
    inner, inners = started(tmp_path, outers)
    outer.kill()
    outer.communicate()
    inner.communicate(timeout=10)
    deadline = time.monotonic() + 5
    while inners.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert (outers.exists(), inners.exists()) == (False, False)


def test_the_reaper_of_packages_that_lie_in_a_passing_folder_does_not_go_with_it(
    tmp_path: Path,
) -> None:
    (tmp_path / "conformance").symlink_to(Path(conformance.__file__).parent)
    code = "from conformance.implementations.process import reaper; print(reaper._PROGRAM)"
    completed = run_program(sys.executable, "-c", code, cwd=tmp_path, status=0)
    assert not Path(completed.stdout.strip()).is_relative_to(tmp_path)
