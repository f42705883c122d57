"""Steps of a run on workers of Dask's: the same report, whatever befalls a worker."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fleets import COMMAND, Fleet, kill, stop

pytest.importorskip("distributed", reason="pip install -c constraints.txt -e '.[fleet]'")

pytestmark = pytest.mark.end_to_end

ASKED = ("--operation", "metric", "--profile", "quick")
RUN = ("certify", "deviation/naive-sum", *ASKED, "--seed", "1")
"""A run of seconds, which diverges."""


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the report of a local run."""
    report = tmp_path_factory.mktemp("local")
    command = [COMMAND, *RUN, "--report", str(report)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 1, ended.stderr
    return report


def same_report(one: Path, other: Path) -> bool:
    names = ("report.json", "report.html")
    return all((one / name).read_bytes() == (other / name).read_bytes() for name in names)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    """A scheduler with one worker that nothing befalls."""
    started = Fleet(tmp_path_factory.mktemp("fleet"))
    started.worker()
    yield started
    started.end()


@pytest.fixture
def fleet(shared: Fleet) -> Iterator[Fleet]:
    """The same, without the workers that a test has added."""
    before = [*shared.processes]
    yield shared
    for process in shared.processes[len(before) :]:
        kill(process)
    shared.processes[:] = before


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Fleet]:
    """A scheduler that has no workers yet."""
    started = Fleet(tmp_path)
    yield started
    started.end()


def test_two_workers_give_the_report_of_a_local_run(
    fleet: Fleet, expected: Path, tmp_path: Path
) -> None:
    fleet.worker()
    ended = fleet.run(*RUN, "--report", str(tmp_path / "far"))
    assert ended.returncode == 1, ended.stderr
    assert same_report(tmp_path / "far", expected)
    assert fleet.results() == 0
    again = fleet.run(*RUN, "--report", str(tmp_path / "again"))
    assert again.stdout.replace("again/", "far/") == ended.stdout
    assert same_report(tmp_path / "again", expected)


@pytest.mark.parametrize(("befall", "told"), [(kill, "what it had is asked again"), (stop, "")])
def test_the_steps_of_a_worker_that_is_killed_or_hangs_are_taken_by_another(
    befall: Callable[[subprocess.Popen[bytes]], None],
    told: str,
    fleet: Fleet,
    expected: Path,
    tmp_path: Path,
) -> None:
    doomed = fleet.worker()
    run = fleet.start(*RUN, "--report", str(tmp_path / "far"))
    fleet.await_results(3)
    befall(doomed)
    _, printed = run.communicate(timeout=1200)
    assert run.returncode == 1, printed
    assert told in printed
    assert same_report(tmp_path / "far", expected)


def test_a_worker_that_is_slow_changes_nothing(
    fleet: Fleet, expected: Path, tmp_path: Path
) -> None:
    slow = (
        "import time\n"
        "from conformance.fleet import worker\n"
        "if worker._Server.ask.__name__ == 'ask':  # Dask runs this more than once\n"
        "    quick = worker._Server.ask\n"
        "    worker._Server.ask = lambda *args: (time.sleep(20), quick(*args))[1]\n"
    )
    (tmp_path / "slow.py").write_text(slow)
    fleet.worker("--preload", str(tmp_path / "slow.py"))
    ended = fleet.run(*RUN, "--report", str(tmp_path / "far"))
    assert ended.returncode == 1, ended.stderr
    assert same_report(tmp_path / "far", expected)


def test_a_worker_that_joins_later_takes_over_from_one_that_left(
    own: Fleet, expected: Path, tmp_path: Path
) -> None:
    first = own.worker()
    run = own.start(*RUN, "--report", str(tmp_path / "far"))
    own.await_results(2)
    own.worker()
    kill(first)
    _, told = run.communicate(timeout=1200)
    assert run.returncode == 1, told
    assert same_report(tmp_path / "far", expected)


@pytest.fixture(scope="session")
def other_pydantic(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a folder with another pydantic, to come first on the import path."""
    folder = tmp_path_factory.mktemp("other-pydantic")
    uv = str(Path(sys.executable).parent / "uv")
    into = ("--python", sys.executable, "--target", str(folder))
    words = [uv, "pip", "install", "--quiet", *into, "pydantic==2.14.2"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return str(folder)


def test_a_worker_with_another_pydantic_is_refused_by_name_and_others_go_on(
    own: Fleet, other_pydantic: str, expected: Path, tmp_path: Path
) -> None:
    own.worker(PYTHONPATH=other_pydantic)
    alone = own.run(*RUN)
    assert alone.returncode == 4
    verdict = alone.stdout.splitlines()[-1]
    assert verdict.startswith("NO VERDICT (metric;")
    assert "can be asked: tcp://127.0.0.1:" in verdict
    assert "pydantic 2.14.2, and this run has 2.14." in verdict
    own.worker()
    ended = own.run(*RUN, "--report", str(tmp_path / "far"))
    assert ended.returncode == 1, ended.stderr
    (line,) = (line for line in ended.stderr.splitlines() if "its answers are left out" in line)
    assert line.startswith("harbor-conformance: worker tcp://127.0.0.1:")
    assert "has pydantic 2.14.2, and this run has 2.14." in line
    assert same_report(tmp_path / "far", expected)


def test_a_worker_whose_candidate_is_another_is_refused_by_name(own: Fleet, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def metric(question):\n    return {'mean': 0}\n")
    own.worker()  # in this folder
    here = tmp_path / "here"
    here.mkdir()
    (here / "mine.py").write_text("def metric(question):\n    return {'mean': 1}\n")
    words = ("certify", "mine:", "--operation", "metric", "--profile", "quick")
    ended = own.run(*words, folder=here)
    assert ended.returncode == 4
    assert "has the candidate " in ended.stderr
    same = own.run(*words, folder=tmp_path)
    assert same.returncode == 1, same.stderr


def test_a_run_whose_scheduler_is_gone_ends_with_what_is_known(own: Fleet) -> None:
    own.worker()
    run = own.start("certify", "reference", "--seed", "1")
    own.await_results(3)
    kill(own.scheduler)
    printed, _ = run.communicate(timeout=600)
    assert run.returncode == 4
    verdict = printed.splitlines()[-1]
    assert verdict.startswith("NO VERDICT (verifier, ")
    assert f"the scheduler {own.address} is gone" in verdict
    assert own.results() >= 3


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_client_that_comes_back_goes_on_where_it_was(
    number: signal.Signals,
    fleet: Fleet,
    expected: Path,
    tmp_path: Path,
) -> None:
    fleet.worker()
    run = fleet.start(*RUN)
    fleet.await_results(3)
    run.send_signal(number)
    run.communicate(timeout=120)
    kept = fleet.results()
    ended = fleet.run(*RUN, "--report", str(tmp_path / "far"))
    assert ended.returncode == 1, ended.stderr
    assert f"{kept} parts were known from a run that ended early" in ended.stderr
    assert same_report(tmp_path / "far", expected)
    assert fleet.results() == 0
