"""Whose answers an executor takes and what it sends again; Dask's client is played."""

import pickle
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from programs import run_program

from conformance.attestation.surroundings import identity
from conformance.cli.options import WorkOptions
from conformance.executor import remote, scheduler
from conformance.executor.remote import CallBasis, Reply, perform
from conformance.executor.scheduler import AddressError, SchedulerError, checked
from conformance.executor.workers import DaskScheduler, Workers, completed
from conformance.implementations.start import CandidateSpec

HERE, THERE, NEW = (f"tcp://127.0.0.1:{port}" for port in (1, 2, 3))
FAR = "tcp://192.0.2.1:1"
SPEC = CandidateSpec("reference")

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


def test_a_call_that_takes_too_long_on_a_worker_ends_with_its_processes() -> None:
    run = remote._Run(1)  # noqa: SLF001 - as above
    with pytest.raises(remote.WorkerError, match=r"took 0\.5 s"):
        run.answer(time.sleep, 60, seconds=0.5)
    assert run.over


@dataclass(eq=False)
class _Sent:
    """A call that was sent, and who may answer it."""

    to: Sequence[str] | None
    future: Future[tuple[str, bytes]] = field(default_factory=Future)

    def answered(self, worker: str, reply: Reply) -> None:
        self.future.set_result((worker, pickle.dumps(reply)))


@dataclass
class _Client:
    """A client of Dask's whose workers do as the test says."""

    there: set[str] = field(default_factory=lambda: {HERE, THERE})
    calls: list[_Sent] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    is_gone: bool = False
    ours: Any = None
    scheduler: Any = field(default_factory=lambda: SimpleNamespace(ncores="ncores"))

    def get_executor(self, **_: object) -> "_Client":
        return self

    def submit(self, *_: object, workers: Sequence[str] | None) -> Future[tuple[str, bytes]]:
        self.calls.append(_Sent(workers))
        return self.calls[-1].future

    def sync(self, function: object, *_: object, **__: object) -> set[str]:
        if function == "ncores" and self.is_gone:
            raise OSError
        return set(self.there)

    def run(self) -> None:
        """Run something on all workers."""

    def close(self, timeout: float) -> None:
        """Take leave."""

    def call(self, number: int) -> _Sent:
        """Return a call as soon as it was sent."""
        deadline = time.monotonic() + 20
        while len(self.calls) <= number:
            assert time.monotonic() < deadline, "it was never sent"
            time.sleep(0.01)
        return self.calls[number]


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Iterator[_Client]:
    played = _Client()
    monkeypatch.setattr(scheduler, "_client", lambda _: played)
    monkeypatch.setattr(scheduler, "_LOOK", 0.05)
    monkeypatch.setattr(scheduler, "_WAIT", 1.0)
    workers = Workers(1, DaskScheduler(HERE, identity, played.told.append))
    with workers.executor() as played.ours:
        yield played


def test_dask_chooses_the_worker_while_none_is_refused_and_what_it_lost_is_sent_again(
    client: _Client,
) -> None:
    first, second = client.ours.submit(max, 1, 2), client.ours.submit(max, 3, 4)
    assert [client.call(number).to for number in (0, 1)] == [None, None]
    client.call(0).future.cancel()
    client.call(0).future.set_running_or_notify_cancel()
    client.call(2).answered(HERE, Reply(2))
    assert first.result(20) == 2
    client.call(1).answered(HERE, Reply(error=KeyError("it")))
    with pytest.raises(KeyError, match="it"):
        second.result(20)


@pytest.mark.parametrize(
    ("worker", "reply", "why", "others"),
    [
        (THERE, Reply(refused="another pydantic"), "another pydantic", [HERE]),
        (FAR, Reply(9), f"{FAR} is beyond loopback and has no TLS: give tls://", [HERE, THERE]),
    ],
)
def test_a_call_goes_from_a_worker_that_does_not_count_to_the_others(
    worker: str, reply: Reply, why: str, others: list[str], client: _Client
) -> None:
    future = client.ours.submit(max, 1, 2)
    client.call(0).answered(worker, reply)
    assert sorted(client.call(1).to or ()) == others
    client.call(1).answered(HERE, Reply(2))
    assert future.result(20) == 2
    (told,) = client.told
    assert told.startswith(f"worker {worker} has {why}")
    assert told.endswith(": its answers are left out")


def test_no_answer_of_a_worker_that_refused_once_is_taken(client: _Client) -> None:
    first, second = client.ours.submit(max, 1, 2), client.ours.submit(max, 3, 4)
    client.call(1).answered(THERE, Reply(refused="other files"))
    client.call(0).answered(THERE, Reply(7))
    for call in (client.call(2), client.call(3)):
        assert call.to == [HERE]
        call.answered(HERE, Reply(0))
    assert first.result(20) == second.result(20) == 0


def test_what_only_workers_that_are_gone_may_answer_goes_to_one_that_joins(client: _Client) -> None:
    future = client.ours.submit(max, 1, 2)
    client.call(0).answered(THERE, Reply(refused="another harbor"))
    assert client.call(1).to == [HERE]
    client.there = {THERE, NEW}
    assert client.call(2).to == [NEW]
    assert client.call(1).future.cancelled()
    client.call(2).answered(NEW, Reply(2))
    assert future.result(20) == 2
    assert f"worker {HERE} is gone: its work runs again" in client.told


def test_a_call_that_no_worker_can_answer_ends_the_run_and_results_stay(client: _Client) -> None:
    first, second = client.ours.submit(max, 1, 2), client.ours.submit(max, 3, 4)
    client.call(0).answered(HERE, Reply(2))
    client.call(1).future.set_exception(remote.WorkerError("its process ended"))
    assert first.result(20) == 2
    with pytest.raises(SchedulerError, match="no worker could answer a part: its process ended"):
        second.result(20)
    with pytest.raises(SchedulerError):
        client.ours.submit(max, 5, 6)


def test_a_run_whose_workers_are_all_refused_says_why(client: _Client) -> None:
    future = client.ours.submit(max, 1, 2)
    client.call(0).answered(THERE, Reply(refused="another Python"))
    client.there = {THERE}
    with pytest.raises(SchedulerError, match=f"can run it: {THERE}: another Python"):
        future.result(20)
    assert len(client.calls) == 2


def test_a_run_whose_scheduler_is_gone_says_so(client: _Client) -> None:
    future = client.ours.submit(max, 1, 2)
    client.is_gone = True
    with pytest.raises(SchedulerError, match=f"the scheduler {HERE} is gone"):
        future.result(20)


def test_a_run_that_ends_early_leaves_nothing_waiting(client: _Client) -> None:
    with Workers(1, DaskScheduler(HERE, identity, client.told.append)).executor() as opened:
        future = opened.submit(max, 1, 2)
        client.call(0)
    assert future.cancelled()


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
