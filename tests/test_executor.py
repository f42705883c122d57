"""Processes here, and workers elsewhere: whose answers are taken, and what is left of them."""

import multiprocessing
import os
import pickle
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.util import get_temp_dir
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from programs import COMMAND, command, run_program, start_program, wait_until

import conformance
from conformance.attestation.surroundings import identity
from conformance.cli.options import WorkOptions
from conformance.executor import scheduler
from conformance.executor.local import modules_for, processes
from conformance.executor.remote import CallBasis, Reply, WorkerError, perform
from conformance.executor.scheduler import AddressError, SchedulerError, SchedulerExecutor, checked
from conformance.executor.workers import Workers, completed
from conformance.implementations.start import CandidateSpec
from conformance.operations import OPERATIONS

HERE, THERE, NEW = (f"tcp://127.0.0.1:{port}" for port in (1, 2, 3))
FAR = "tcp://192.0.2.1:1"
SPEC = CandidateSpec("reference")
BASIS = CallBasis(identity, SPEC, (), {})

NO_TLS, NO_ADDRESS = "beyond loopback and has no TLS: give tls://", ": no address: give tcp://"
ADDRESSES = {
    "": ("tcp://127.0.0.1:8786", "tcp://127.9.9.9:1", "tcp://[::1]:1", "localhost:2",
     "tls://a.b:3"),
    NO_TLS: ("tcp://10.0.0.1:8786", "192.0.2.1:1", "tcp://example.org:2"),
    NO_ADDRESS: ("", "tcp://", "127.0.0.1", "ws://127.0.0.1:1", "tcp://a:b"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("why", "address"), [(why, one) for why, each in ADDRESSES.items() for one in each]
)
def test_loopback_and_tls_are_spoken_to_and_others_are_usage_errors(why: str, address: str) -> None:
    if not why:
        assert checked(address).endswith(address)
        return
    with pytest.raises(AddressError, match=why):
        WorkOptions(scheduler=address).workers()


@pytest.mark.slow
def test_without_the_extra_one_line_says_what_to_install() -> None:
    script = (
        "import sys; sys.modules['distributed'] = None; from conformance.cli import main; main()"
    )
    words = ("certify", "reference", "--scheduler", "tcp://127.0.0.1:1")
    ended = run_program(sys.executable, "-c", script, *words, status=2)
    assert ended.stdout == ""
    (line,) = ended.stderr.splitlines()
    assert line.endswith("pip install -e '.[fleet]'")


def test_nothing_of_dask_is_imported_where_no_scheduler_is_named() -> None:
    script = "import sys, conformance.cli.app; print({'dask', 'distributed'} & {*sys.modules})"
    command = [sys.executable, "-c", script]
    assert subprocess.run(command, capture_output=True, check=True).stdout == b"set()\n"


def replied(content: bytes, began: dict[str, str]) -> Reply:
    reply: Reply = pickle.loads(perform(content, began))  # noqa: S301 - our own
    return reply


def packed(**given: str) -> bytes:
    """Return a call whose run rests on what is here, but for what is given."""
    return CallBasis(identity, SPEC, (), identity(SPEC) | given).packed(max, (1, 2))


@pytest.mark.parametrize("name", identity(SPEC))
def test_a_worker_answers_and_one_on_which_anything_differs_refuses_by_name(name: str) -> None:
    assert replied(packed(), identity()) == Reply(2)
    why = replied(packed(**{name: "9.9"}), identity()).refused
    assert why.startswith(f"{name} ")
    assert why.endswith(", and this run has 9.9")


@pytest.mark.parametrize(
    ("content", "began", "why"),
    [
        (pickle.dumps((identity, {"the suite": "0" * 64}, b"no pickle")), {},
         "the suite .*, and this run has 000000000000…$"),
        (pickle.dumps((identity, {}, b"")).replace(b"n.surroundings", b"n.xurroundings"), {},
         r"^another suite \("),
        (packed(), {**identity(), "pydantic": "2.0"},
         "^other files than when it was started: start it again$"),
    ],
    ids=["another suite, left unread", "a name that is missing", "files changed meanwhile"],
)  # fmt: skip
def test_a_worker_that_is_not_what_the_run_needs_refuses(
    content: bytes, began: dict[str, str], why: str
) -> None:
    assert re.search(why, replied(content, began).refused)


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> MagicMock:
    """A client of Dask's, whose calls the test answers."""
    played = MagicMock()
    monkeypatch.setattr(scheduler, "_client", lambda _: played)
    return played


@pytest.mark.usefixtures("client")
def test_no_answer_of_a_worker_that_refused_once_is_taken() -> None:
    told: list[str] = []
    right, refused = pickle.dumps(Reply(2)), pickle.dumps(Reply(refused="other files"))
    with SchedulerExecutor(HERE, BASIS, told.append) as ours:
        counted = ours._counted  # noqa: SLF001 - it gets what workers send
        assert counted(HERE, right) == Reply(2)
        assert counted(FAR, right) is None
        assert counted(THERE, refused) is None
        assert counted(THERE, right) is None
    assert told[0].startswith(f"worker {FAR} has {FAR} is {NO_TLS}")
    assert told[1:] == [f"worker {THERE} has other files: its answers are left out"]


def test_what_only_workers_that_are_gone_may_answer_goes_to_one_that_joins(
    client: MagicMock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "_LOOK", 0.05)
    there, sent = {HERE}, client.get_executor.return_value.submit
    client.sync.side_effect = lambda *_, **__: {*there}
    with SchedulerExecutor(HERE, BASIS, print) as ours:
        ours._refuse(THERE, "another harbor")  # noqa: SLF001 - as by a reply
        ours.submit(max, 1, 2)
        for worker in (HERE, NEW):
            there.clear()
            there.add(worker)
            wait_until(lambda: sent.called, "it was never sent")
            wait_until(lambda: sent.call_args.kwargs["workers"] == [*there], "it was never sent")


def test_every_item_comes_back_with_its_result() -> None:
    most, taken = 3, 0

    def items() -> Iterator[int]:
        nonlocal taken
        for number in range(20):
            taken += 1
            yield number

    given = 0
    with Workers(2).executor() as pool:
        results = {}
        for item, result in completed(pool, hex, items(), most):
            assert taken <= given + most
            given += 1
            results[item] = result
    assert results == {number: hex(number) for number in range(20)}


def test_a_call_that_no_worker_can_answer_ends_the_run(client: MagicMock) -> None:
    sent = client.get_executor.return_value.submit.return_value = Future[Any]()
    with SchedulerExecutor(HERE, BASIS, print) as ours:
        future = ours.submit(max, 1, 2)
        sent.set_exception(WorkerError("its process ended"))
        for ended in (future.result, lambda: ours.submit(max, 3, 4)):
            with pytest.raises(SchedulerError, match="could answer a part: its process ended"):
                ended()


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_pool_within_a_worker_leaves_the_folder_where_processes_meet() -> None:
    before = set(Path(get_temp_dir()).iterdir())
    for _ in range(2):
        assert answer_of_a_pool(answer_of_a_pool, os.getpid) != os.getpid()
        time.sleep(1)  # in which what the worker has left behind is removed
        assert set(Path(get_temp_dir()).iterdir()) >= before


@pytest.mark.slow
def test_a_folder_for_temporary_files_may_have_a_long_name(tmp_path: Path) -> None:
    folder = tmp_path / ("long-" * 30)
    folder.mkdir()
    words = ("certify", "reference", "--clause", "metric.trial-order", "--profile", "quick")
    command(*words, env={**os.environ, "TMPDIR": str(folder)}, status=0)
    assert list(folder.iterdir()) == []


@pytest.mark.slow
def test_all_adapters_are_imported_ahead_and_no_client_of_models() -> None:
    assert {f"oracle.{operation}" for operation in OPERATIONS} <= set(modules_for())
    script = f"import sys\nfor name in {modules_for()}:\n __import__(name)\n"
    program = f"{script}print('litellm' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "False\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("error", "told"), [("FileNotFoundError", False), ("ValueError", True)], ids=["gone", "wrong"]
)
def test_a_worker_whose_run_is_over_says_nothing(error: str, *, told: bool) -> None:
    program = f"import conformance.executor.forkserver_setup\nraise {error}('it')"
    ended = run_program(sys.executable, "-c", program)
    assert ("Traceback" in ended.stderr) is told


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_process_that_ends_with_the_folder_it_works_in_leaves_none_of_its_own(
    tmp_path: Path,
) -> None:
    outer, outers = started(tmp_path, tmp_path)
    inner, inners = started(tmp_path, outers)
    outer.kill()
    outer.communicate()
    inner.communicate(timeout=10)
    wait_until(lambda: not inners.exists(), "its folder is left", 5)
    assert not outers.exists()


@pytest.mark.slow
def test_the_reaper_of_packages_that_lie_in_a_passing_folder_does_not_go_with_it(
    tmp_path: Path,
) -> None:
    (tmp_path / "conformance").symlink_to(Path(conformance.__file__).parent)
    code = "from conformance.implementations.process import reaper; print(reaper._PROGRAM)"
    completed = run_program(sys.executable, "-c", code, cwd=tmp_path, status=0)
    assert not Path(completed.stdout.strip()).is_relative_to(tmp_path)
