"""Temporary folders go with the process that made them, even if another ends it."""

import subprocess
import sys
import time
from pathlib import Path

import conformance

REAPED = """
import sys, tempfile, time
from conformance.implementations.process.reaper import reaped_tempdir

with reaped_tempdir(lambda: tempfile.TemporaryDirectory(dir=sys.argv[1])) as folder:
    print(folder, flush=True)
    time.sleep(60)
"""


def started(parent: Path, works_in: Path) -> tuple[subprocess.Popen[str], Path]:
    """Start a process, in a group of its own, with a new folder; return both."""
    words = [sys.executable, "-c", REAPED, str(parent)]
    process = subprocess.Popen(
        words, cwd=works_in, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
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
    words = [sys.executable, "-c", code]
    completed = subprocess.run(words, check=True, capture_output=True, text=True, cwd=tmp_path)
    assert not Path(completed.stdout.strip()).is_relative_to(tmp_path)
