"""Who gets which part, which addresses may be spoken to, and what is kept of a run."""

import os
import pickle
import random
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.cli.errors import UsageError
from conformance.cli.fleet import fleet_of
from conformance.fleet import journal
from conformance.fleet.address import AddressError, checked
from conformance.fleet.dispatch import AHEAD, Dispatch
from conformance.fleet.identity import differences, identity
from conformance.fleet.journal import Journal, name_of
from conformance.fleet.requests import Basis, Done, Refused, Request, packed, perform, reply_of
from conformance.implementations.start import CandidateSpec


def dispatch_of(parts: int) -> Dispatch[int]:
    dispatch = Dispatch[int]()
    dispatch.waiting.extend(range(parts))
    return dispatch


def test_a_worker_gets_what_it_can_do_at_a_time_and_one_part_more() -> None:
    handed = list(dispatch_of(10).assign({"a": 2, "b": 1}, 0.0))
    assert [worker for _, worker in handed].count("a") == 2 + AHEAD
    assert [worker for _, worker in handed].count("b") == 1 + AHEAD


def test_few_parts_go_to_different_workers() -> None:
    handed = list(dispatch_of(3).assign({"a": 1, "b": 1, "c": 1}, 0.0))
    assert {worker for _, worker in handed} == {"a", "b", "c"}


def test_what_a_worker_had_that_is_gone_goes_to_another_first() -> None:
    dispatch = dispatch_of(4)
    had = {part for part, _ in dispatch.assign({"a": 1}, 0.0)}
    dispatch.gone("a")
    assert {part for part, _ in dispatch.assign({"b": 1}, 1.0)} == had


def test_a_part_that_is_answered_twice_counts_once() -> None:
    dispatch = dispatch_of(1)
    list(dispatch.assign({"a": 1}, 0.0))
    assert list(dispatch.assign({"a": 1, "b": 1}, dispatch.patience)) == [(0, "b")]
    assert dispatch.answered(0, "b", 9.0)
    assert not dispatch.answered(0, "a", 10.0)
    assert not dispatch.open


def test_a_part_is_asked_elsewhere_once_it_takes_far_longer_than_others() -> None:
    dispatch = dispatch_of(1)
    list(dispatch.assign({"slow": 1}, 0.0))
    both = {"slow": 1, "quick": 1}
    assert list(dispatch.assign(both, dispatch.patience - 0.1)) == []
    assert list(dispatch.assign(both, dispatch.patience)) == [(0, "quick")]
    assert list(dispatch.assign({**both, "third": 1}, 1000.0)) == []


def test_whoever_has_nothing_gets_what_waits_for_its_turn_elsewhere() -> None:
    dispatch = dispatch_of(2)
    first, second = dispatch.assign({"busy": 1}, 0.0)
    assert first[1] == second[1] == "busy"
    assert list(dispatch.assign({"busy": 1, "idle": 1}, 0.1)) == [(second[0], "idle")]
    assert list(dispatch.assign({"busy": 1, "idle": 1, "other": 1}, 0.2)) == []


def test_a_worker_that_is_refused_gets_nothing_and_its_parts_wait_again() -> None:
    dispatch = dispatch_of(2)
    list(dispatch.assign({"a": 1}, 0.0))
    assert dispatch.refuse("a", "it differs")
    assert not dispatch.refuse("a", "again")
    assert list(dispatch.assign({"a": 1}, 1.0)) == []
    assert len(dispatch.waiting) == 2


@pytest.mark.parametrize("seed", range(50))
def test_every_part_is_done_once_whatever_befalls_the_workers(seed: int) -> None:
    chance, dispatch = random.Random(seed), dispatch_of(40)
    places = {"a": 1, "b": 2, "c": 3}
    done: list[int] = []
    now = 0.0
    while dispatch.open:
        now += chance.random() * 5
        list(dispatch.assign(places, now))
        for part, workers in list(dispatch.out.items()):
            answering = [worker for worker in workers if chance.random() < 0.3]
            done += [part for worker in answering if dispatch.answered(part, worker, now)]
        match chance.randrange(8):
            case 0:
                gone = chance.choice([*places, "nobody"])
                places = {name: count for name, count in places.items() if name != gone}
                dispatch.gone(gone)
            case 1:
                places[f"new-{now}"] = 1
    assert sorted(done) == list(range(40))


@pytest.mark.parametrize(
    "address",
    ["tcp://127.0.0.1:8786", "tcp://127.9.9.9:1", "tcp://[::1]:1", "localhost:2", "tls://a.b:3"],
)
def test_loopback_and_tls_may_be_spoken_to(address: str) -> None:
    assert checked(address).endswith(address)


@pytest.mark.parametrize("address", ["tcp://10.0.0.1:8786", "192.0.2.1:1", "tcp://example.org:2"])
def test_tcp_beyond_loopback_is_refused_with_what_to_do(address: str) -> None:
    with pytest.raises(AddressError, match="beyond loopback and has no TLS: give tls://"):
        checked(address)


@pytest.mark.parametrize("address", ["", "tcp://", "127.0.0.1", "ws://127.0.0.1:1", "tcp://a:b"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(UsageError, match="is no address: give tcp://"):
        fleet_of(address)


def test_without_the_extra_one_line_says_what_to_install() -> None:
    script = (
        "import sys; sys.modules['distributed'] = None\n"
        "from conformance.cli import main\n"
        "sys.argv[1:] = ['certify', 'reference', '--scheduler', 'tcp://127.0.0.1:1']\n"
        "main()"
    )
    command = [sys.executable, "-c", script]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stdout == ""
    (line,) = ended.stderr.splitlines()
    assert line.endswith("pip install 'harbor-conformance[fleet]'")


def test_nothing_of_dask_is_imported_where_no_scheduler_is_named() -> None:
    script = "import sys, conformance.cli.app; print('distributed' in sys.modules)"
    command = [sys.executable, "-c", script]
    assert subprocess.run(command, capture_output=True, check=True).stdout == b"False\n"


SPEC = CandidateSpec("reference")


def test_a_request_is_answered_where_everything_is_the_same() -> None:
    request = Request(Basis(SPEC, identity(SPEC)), max, (1, 2))
    assert reply_of(perform(packed(request), identity(None))) == Done(2)


@pytest.mark.parametrize("name", identity(SPEC))
def test_a_request_that_rests_on_something_else_is_refused_by_name(name: str) -> None:
    other = {**identity(SPEC), name: "9.9"}
    request = Request(Basis(SPEC, other), max, (1, 2))
    reply = reply_of(perform(packed(request), identity(None)))
    assert isinstance(reply, Refused)
    assert reply.why.startswith(f"{name} ")
    assert reply.why.endswith(", and this run has 9.9")


def test_a_request_of_another_suite_is_refused_unread() -> None:
    reply = reply_of(perform(pickle.dumps(("0" * 64, b"no pickle")), {}))
    assert isinstance(reply, Refused)
    assert reply.why.endswith("and this run has 000000000000…")


def test_what_was_changed_under_a_worker_is_refused() -> None:
    request = Request(Basis(SPEC, identity(SPEC)), max, (1, 2))
    began = {**identity(None), "pydantic": "2.0"}
    reply = reply_of(perform(packed(request), began))
    assert reply == Refused("other files than when it was started: start it again")


def test_differences_name_both_sides() -> None:
    (line,) = differences({"pydantic": "2.14.2"}, {"pydantic": "2.14.3"})
    assert line == "pydantic 2.14.2, and this run has 2.14.3"


def test_a_result_that_is_kept_is_there_for_the_same_run_alone(tmp_path: Path) -> None:
    name = name_of(max, (1, 2))
    Journal(tmp_path, "a run").put(name, [2])
    assert Journal(tmp_path, "a run").get(name) == [2]
    with pytest.raises(LookupError):
        Journal(tmp_path, "another").get(name)
    with pytest.raises(LookupError):
        Journal(tmp_path, "a run").get(name_of(max, (2, 1)))


def test_a_result_that_was_cut_off_is_none(tmp_path: Path) -> None:
    kept = Journal(tmp_path, "a run")
    kept.put("part", "x" * 100)
    (file,) = tmp_path.glob("*/part.pickle")
    file.write_bytes(file.read_bytes()[:-9])
    with pytest.raises(LookupError):
        kept.get("part")


def test_results_are_forgotten_with_the_run_and_after_an_hour(tmp_path: Path) -> None:
    kept = Journal(tmp_path, "a run")
    kept.put("part", 1)
    kept.forget()
    assert list(tmp_path.iterdir()) == []
    kept.put("part", 1)
    (folder,) = tmp_path.iterdir()
    old = folder.stat().st_mtime - journal.KEPT - 1
    os.utime(folder, (old, old))
    Journal(tmp_path, "another")
    assert list(tmp_path.iterdir()) == []
