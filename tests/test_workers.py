"""Workers end at once with whatever ends the run early, and leave nothing behind."""

import multiprocessing
import os
import subprocess
import sys
import time
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.util import get_temp_dir
from pathlib import Path

import pytest

from conformance.executor.local import processes

COMMAND = str(Path(sys.executable).parent / "harbor-conformance")


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
    """Return whether a task was broken off or never begun."""
    try:
        future.result(timeout=5)
    except (CancelledError, BrokenProcessPool):
        return True
    return False


def test_workers_that_have_done_everything_leave_in_peace() -> None:
    before = multiprocessing.active_children()
    with processes(2, []) as pool:
        pids = {pool.submit(os.getpid).result() for _ in range(20)}
    assert len(pids) <= 2
    assert multiprocessing.active_children() == before


def _answer_of_a_pool_within() -> int:
    with processes(1, []) as pool:
        return pool.submit(os.getpid).result()


def test_a_pool_within_a_worker_leaves_the_folder_where_processes_meet() -> None:
    before = set(Path(get_temp_dir()).iterdir())
    for _ in range(2):
        with processes(1, []) as pool:
            assert pool.submit(_answer_of_a_pool_within).result() != os.getpid()
        time.sleep(1)  # in which what the worker has left behind is removed
        assert set(Path(get_temp_dir()).iterdir()) >= before


def test_a_folder_for_temporary_files_may_have_a_long_name(tmp_path: Path) -> None:
    folder = tmp_path / ("long-" * 30)
    folder.mkdir()
    completed = subprocess.run(
        [COMMAND, "certify", "reference", "--clause", "metric.trial-order", "--profile", "quick"],
        env={**os.environ, "TMPDIR": str(folder)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert completed.returncode == 0, completed.stdout + completed.stderr
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("error", "told"), [("FileNotFoundError", False), ("ValueError", True)], ids=["gone", "wrong"]
)
def test_a_worker_whose_run_is_over_says_nothing(error: str, *, told: bool) -> None:
    program = f"import conformance.executor.forkserver_setup\nraise {error}('it')"
    ended = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )
    assert ("Traceback" in ended.stderr) is told
