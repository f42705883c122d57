"""Whose answers a pool takes, and what it sends again: the scheduler and its workers are played."""

import pickle
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import pytest

from conformance.fleet import pool as pools
from conformance.fleet.engine import FleetError, Result
from conformance.fleet.pool import Fleet, Pool
from conformance.fleet.requests import Done, Refused, Reply

HERE, THERE, NEW = (f"tcp://127.0.0.1:{port}" for port in (1, 2, 3))
FAR = "tcp://192.0.2.1:1"


@dataclass(eq=False)
class _Sent:
    """A call, and who may answer it."""

    to: Collection[str] | None
    when_done: Callable[["_Sent"], None]
    result: Result | FleetError | None = None
    forgotten: bool = False

    def answered(self, worker: str, reply: Reply) -> None:
        self.result = worker, pickle.dumps(reply)
        self.when_done(self)

    def failed(self, error: FleetError | None) -> None:
        self.result = error
        self.when_done(self)


@dataclass
class _Scheduler:
    """A scheduler whose workers do as the test says."""

    there: set[str] = field(default_factory=set)
    calls: list[_Sent] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def workers(self) -> frozenset[str]:
        return frozenset(self.there)

    def send(
        self,
        _run: str,
        _content: bytes,
        *,
        seconds: float,
        to: Collection[str] | None,
        when_done: Callable[[_Sent], None],
    ) -> _Sent:
        assert seconds > 0
        self.calls.append(_Sent(to, when_done))
        return self.calls[-1]

    def forget(self, sent: _Sent) -> None:
        sent.forgotten = True

    def fetch(self, sent: Sequence[_Sent]) -> list[Result | FleetError | None]:
        return [one.result for one in sent]

    def end(self, _run: str) -> None:
        pass

    def call(self, number: int) -> _Sent:
        """Return a call as soon as it was made."""
        deadline = time.monotonic() + 20
        while len(self.calls) <= number:
            assert time.monotonic() < deadline, "it was never sent"
            time.sleep(0.01)
        return self.calls[number]


@pytest.fixture
def scheduler(monkeypatch: pytest.MonkeyPatch) -> _Scheduler:
    played = _Scheduler({HERE, THERE})
    monkeypatch.setattr(pools, "Engine", lambda _: played)
    monkeypatch.setattr(pools, "_LOOK", 0.05)
    monkeypatch.setattr(pools, "_WAIT", 1.0)
    return played


@pytest.fixture
def pool(scheduler: _Scheduler, tmp_path: Path) -> Iterator[Pool]:
    with Fleet(HERE, scheduler.told.append, tmp_path).pool() as opened:
        yield opened


def test_the_scheduler_chooses_the_worker_while_none_is_refused(
    pool: Pool, scheduler: _Scheduler
) -> None:
    future = pool.submit(max, 1, 2)
    assert scheduler.call(0).to is None
    scheduler.call(0).answered(HERE, Done(2))
    assert future.result(20) == 2


def test_a_part_that_a_worker_refuses_goes_to_the_others(pool: Pool, scheduler: _Scheduler) -> None:
    future = pool.submit(max, 1, 2)
    scheduler.call(0).answered(THERE, Refused("another pydantic"))
    assert scheduler.call(1).to == {HERE}
    scheduler.call(1).answered(HERE, Done(2))
    assert future.result(20) == 2
    assert scheduler.told == [f"worker {THERE} has another pydantic: its answers are left out"]


def test_nothing_of_a_worker_is_taken_any_more_that_refused_once(
    pool: Pool, scheduler: _Scheduler
) -> None:
    first, second = pool.submit(max, 1, 2), pool.submit(max, 3, 4)
    scheduler.call(1).answered(THERE, Refused("other files"))
    scheduler.call(0).answered(THERE, Done(7))
    for call in (scheduler.call(2), scheduler.call(3)):
        assert call.to == {HERE}
        call.answered(HERE, Done(0))
    assert first.result(20) == second.result(20) == 0


def test_what_only_workers_that_are_gone_might_answer_goes_to_one_that_joins(
    pool: Pool, scheduler: _Scheduler
) -> None:
    future = pool.submit(max, 1, 2)
    scheduler.call(0).answered(THERE, Refused("another harbor"))
    assert scheduler.call(1).to == {HERE}
    scheduler.there = {THERE, NEW}
    assert scheduler.call(2).to == {NEW}
    assert scheduler.call(1).forgotten
    scheduler.call(2).answered(NEW, Done(2))
    assert future.result(20) == 2
    assert f"worker {HERE} is gone: what it had is asked again" in scheduler.told


def test_a_worker_beyond_loopback_without_tls_is_not_believed(
    pool: Pool, scheduler: _Scheduler
) -> None:
    future = pool.submit(max, 1, 2)
    scheduler.call(0).answered(FAR, Done(9))
    assert FAR not in (scheduler.call(1).to or ())
    scheduler.call(1).answered(HERE, Done(2))
    assert future.result(20) == 2


def test_a_result_that_was_lost_is_asked_again(pool: Pool, scheduler: _Scheduler) -> None:
    future = pool.submit(max, 1, 2)
    scheduler.call(0).failed(None)
    scheduler.call(1).answered(HERE, Done(2))
    assert future.result(20) == 2


def test_a_part_that_no_worker_can_answer_ends_the_run_and_what_is_answered_stands(
    pool: Pool, scheduler: _Scheduler
) -> None:
    first, second = pool.submit(max, 1, 2), pool.submit(max, 3, 4)
    scheduler.call(1)
    scheduler.call(0).answered(HERE, Done(2))
    assert first.result(20) == 2
    scheduler.call(1).failed(FleetError("no worker could answer a part: it ended"))
    with pytest.raises(FleetError, match="it ended"):
        second.result(20)


def test_a_run_whose_workers_are_all_refused_says_why(pool: Pool, scheduler: _Scheduler) -> None:
    scheduler.there = {THERE}
    future = pool.submit(max, 1, 2)
    scheduler.call(0).answered(THERE, Refused("another Python"))
    with pytest.raises(FleetError, match=f"can be asked: {THERE}: another Python"):
        future.result(20)
    assert len(scheduler.calls) == 1


def test_the_same_call_is_sent_once(pool: Pool, scheduler: _Scheduler) -> None:
    assert pool.submit(max, 1, 2) is pool.submit(max, 1, 2)
    scheduler.call(0).answered(HERE, Done(2))


def test_a_run_that_ends_early_leaves_nothing_waiting(
    scheduler: _Scheduler, tmp_path: Path
) -> None:
    with Fleet(HERE, scheduler.told.append, tmp_path).pool() as opened:
        future = opened.submit(max, 1, 2)
        scheduler.call(0)
    assert future.cancelled()
