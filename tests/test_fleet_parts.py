"""Which addresses may be spoken to, what a worker refuses, and what is kept of a run."""

import os
import pickle
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conformance.cli.errors import UsageError
from conformance.cli.fleet import fleet_of
from conformance.fleet import journal, worker
from conformance.fleet.address import AddressError, checked
from conformance.fleet.identity import differences, identity
from conformance.fleet.journal import Journal, name_of
from conformance.fleet.requests import Basis, Done, Refused, Request, packed, perform, reply_of
from conformance.implementations.start import CandidateSpec


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


def test_nothing_waits_for_the_replies_of_a_run_that_is_over() -> None:
    server = worker._Server(1)  # noqa: SLF001 - what Dask's thread waits for is within
    basis = Basis(None, identity(None))
    under_way, waiting = (
        server.ask("a run", packed(Request(basis, time.sleep, (seconds,)))) for seconds in (60, 61)
    )
    done = server.ask("another run", packed(Request(basis, max, (1, 2))))
    assert reply_of(done.result(60)) == Done(2)
    server.tell(("a run", 0, b""))
    assert under_way.result(20) == waiting.result(20) == b""
    server.end()


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
