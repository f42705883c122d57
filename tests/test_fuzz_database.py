"""Fuzzing that shares examples, by a folder and by a real Redis, also one that dies."""

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import fuzzed
import pytest
from certified import ONE_OPERATION
from hypothesis.database import DirectoryBasedExampleDatabase
from programs import COMMAND, ROOT, command_here, run_program, wait_until
from toolchains import not_run

from conformance import __version__
from conformance.fuzz.sharing import without_password
from conformance.fuzz.work import NOT_GENERATED

CHECK = f"{fuzzed.CLAUSE}/fractions"
DIVERGING = f"harbor-conformance {CHECK} diverging: {fuzzed.DEVIATION} {__version__}"
SERVER = shutil.which("redis-server")


class Redis:
    """A Redis of the system's, for one test."""

    def __init__(self, folder: Path) -> None:
        """Choose a port that is free."""
        if SERVER is None:
            not_run("redis-server is not installed: apt-get install redis-server")
        if find_spec("redis") is None:
            not_run("pip install -c constraints.txt -e '.[redis]'")
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            self.port = taken.getsockname()[1]
        self._folder = folder
        self.address = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        words = [str(SERVER), "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.process = subprocess.Popen(
            [*words, "--dir", str(self._folder), "--daemonize", "no"], stdout=subprocess.DEVNULL
        )
        wait_until(self.answers, "redis-server did not start")

    def answers(self) -> bool:
        """Return whether it takes connections."""
        with socket.socket() as tried:
            return tried.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        """Kill it."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def names(self) -> list[str]:
        """Return what it holds examples of."""
        from redis import Redis as Client  # noqa: PLC0415 - an extra

        prefix = b"hypothesis-example:"
        with Client(port=self.port) as client:
            return sorted(key.removeprefix(prefix).decode() for key in client.keys(prefix + b"*"))


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    server = Redis(tmp_path)
    yield server
    server.kill()


@pytest.mark.end_to_end
@pytest.mark.parametrize("way", ["folder", "redis"])
def test_what_one_fuzzing_finds_another_runs_first(
    way: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    redis = request.getfixturevalue("redis") if way == "redis" else None
    address = redis.address if redis else str(tmp_path / "shared")
    for name, seed in (("first", "7"), ("second", "1000")):
        (tmp_path / name).mkdir()
        more = ("--cases", "300", "--database", address, "--seed", seed)
        assert fuzzed.fuzz(tmp_path / name, *more).returncode == 1
    stored = [one for one in fuzzed.journal(tmp_path / "second") if one["drawn_from"] is None]
    assert any(fuzzed.diverging(one) for one in stored if one["check"] not in NOT_GENERATED)
    assert fuzzed.report(tmp_path / "second")["database"] == {"name": address, "lost": ""}
    assert redis is None or DIVERGING in redis.names()


@pytest.mark.end_to_end
def test_a_redis_that_dies_costs_a_line_and_no_finding(redis: Redis, tmp_path: Path) -> None:
    more = ("--database", redis.address, "--seed", "7")
    process = fuzzed.started(tmp_path, *more, "--for", "10m")
    fuzzed.await_items(tmp_path, process, 1)
    redis.kill()
    fuzzed.await_found(tmp_path, process)
    process.send_signal(signal.SIGINT)
    printed, told = process.communicate(timeout=60)
    assert process.returncode == 1, told
    assert "Traceback" not in told + printed
    assert [f"{redis.address}, which was gone" in line for line in printed.splitlines()].count(
        True
    ) == 1
    assert told.count(f"{redis.address} is gone") == 1
    document = fuzzed.report(tmp_path)
    assert document["database"]["lost"]
    assert document["runs"][fuzzed.DEVIATION]["findings"]
    own = DirectoryBasedExampleDatabase(os.fspath(tmp_path / "fuzz" / "examples"))
    assert list(own.fetch(DIVERGING.encode()))
    redis.start()
    fuzzed.fuzz(tmp_path, *more, "--cases", str(document["cases"] + 1), status=1)
    assert fuzzed.report(tmp_path)["database"]["lost"] == ""
    assert DIVERGING in redis.names()


GUIDE = ROOT / "docs" / "fuzz.md"


@pytest.mark.end_to_end
def test_the_lines_of_the_guide_about_databases_work(redis: Redis, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(ONE_OPERATION)
    lines = re.findall(r"(?m)^    (harbor-conformance .* --database .*)$", GUIDE.read_text())
    assert len(lines) == 2
    for line in lines:
        given_ = line.replace("redis://127.0.0.1:6379/0", redis.address).replace("2h", "30s")
        words = [COMMAND, *shlex.split(given_)[1:], "--jobs", "1", "--fresh"]
        completed = run_program(*words, cwd=tmp_path, status=0)
        assert f"shared      {words[words.index('--database') + 1]}" in completed.stdout


def test_a_password_is_not_shown() -> None:
    shown = without_password("redis://me:secret@host:6379/0?password=secret")
    assert shown == "redis://host:6379/0"


def test_a_redis_that_does_not_answer_is_named_in_one_line(tmp_path: Path) -> None:
    pytest.importorskip("redis", reason="pip install -c constraints.txt -e '.[redis]'")
    words = ("fuzz", "reference", "--database", "redis://127.0.0.1:1/0")
    ended = command_here(*words, cwd=tmp_path)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("harbor-conformance: --database redis://127.0.0.1:1/0: ")
    assert ended.stderr.count("\n") == 1
