"""The ports as programs of their own, and the one line that is said where their tools are absent.

The suite compares their answers with harbor's.
"""

import json
import os
import subprocess
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest
from programs import COMMAND, command_here, run_program, shell_program
from toolchains import need_port, need_tools, not_run

from conformance import __version__
from conformance.certification import ExitCode
from conformance.implementations.ports import PORTS, ToolchainError
from conformance.implementations.start import open_candidate
from conformance.operations import OPERATIONS, messages
from conformance.protocol import lines
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case, Result, Value
from conformance.pytest_plugin import clause


@pytest.fixture(scope="module", params=PORTS)
def name(request: pytest.FixtureRequest) -> str:
    need_port(request.param)
    return str(request.param)


def run(name: str, requests: bytes) -> subprocess.CompletedProcess[bytes]:
    argv = PORTS[name]().argv
    return subprocess.run(argv, input=requests, capture_output=True, check=False, timeout=60)


def line_of(operation: str, body: Json) -> bytes:
    return lines.to_line({"id": 1, "op": operation, "input": body})


def test_a_port_has_every_operation_and_the_version_of_the_suite(name: str) -> None:
    candidate = open_candidate(name)
    candidate.close()
    assert candidate.operations == OPERATIONS
    assert candidate.version == __version__
    assert candidate.faults == []


def test_requests_sent_together_are_answered_in_order(name: str) -> None:
    body = messages.input_to_json(Case("metric", {"metric": "sum", "rewards": [{"reward": 1}]}))
    requests = [lines.to_line({"id": i, "op": "metric", "input": body}) for i in range(5000)]
    ended = run(name, b"".join(requests))
    assert ended.returncode == 0
    assert [json.loads(line)["id"] for line in ended.stdout.splitlines()] == list(range(5000))


@pytest.mark.parametrize("operation", ["multiply", "__proto__", ""])
def test_an_unknown_operation_is_unsupported(name: str, operation: str) -> None:
    response = run(name, line_of(operation, {})).stdout
    assert json.loads(response) == {"id": 1, "unsupported": True}


def test_integers_beyond_pythons_limit_on_digits_are_added_exactly(name: str) -> None:
    rewards: list[Value] = [{"reward": 10**5000}, {"reward": -(10**5000) + 1}, {"reward": 10**40}]
    candidate = open_candidate(name)
    answer = candidate.answer(Case("metric", {"metric": "sum", "rewards": rewards}))
    candidate.close()
    assert answer == Result({"sum": 10**40 + 1})


RUSTUP = """
echo 'error: rustup could not choose a version of cargo to run, because one
is not specified, and no default is configured.' >&2
echo "help: run 'rustup default stable'" >&2
exit 1
"""
FAILING = """
[ "$1" = --version ] && echo cargo 1.90.0 && exit
echo "error[E0463]: can't find crate for 'std'" >&2
exit 101
"""
SAID = "rustup could not choose a version of cargo to run, because one is not specified"


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which node and cargo are shims with nothing behind them, and nothing built."""
    for name in ("node", "cargo"):
        shell_program(tmp_path / name, RUSTUP)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize("name", PORTS)
def test_a_broken_toolchain_is_reported_in_one_line(name: str) -> None:
    with pytest.raises(ToolchainError, match=SAID) as error:
        PORTS[name]()
    assert "\n" not in str(error.value)
    completed = command_here("certify", name, status=3)
    assert SAID in completed.stderr
    assert len(completed.stderr.splitlines()) == 1


@pytest.mark.end_to_end
def test_a_build_that_fails_is_reported_in_one_line_that_names_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell_program(tmp_path / "cargo", FAILING)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    completed = run_program(COMMAND, "certify", "rust")
    assert (completed.returncode, completed.stdout) == (3, "")
    (log,) = tmp_path.glob("cache/harbor-conformance/rust-*/build.log")
    assert "error[E0463]" in log.read_text(encoding="utf-8")
    assert completed.stderr == (
        "harbor-conformance: the candidate could not be run: cargo could not build the port; "
        f"its output is in {log}\n"
    )


@pytest.mark.parametrize("content", ["", "not a program", "#!/no/such/interpreter\n"])
def test_a_program_that_cannot_be_run_is_a_missing_toolchain(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "node").write_text(content)
    (tmp_path / "node").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolchainError, match="node"):
        PORTS["javascript"]()


@pytest.mark.usefixtures("broken")
def test_what_needs_it_is_skipped_and_fails_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = (partial(need_port, "rust"), partial(need_tools, "node"), partial(not_run, SAID))
    for ci, outcome in (("", pytest.skip.Exception), ("true", pytest.fail.Exception)):
        monkeypatch.setenv("CI", ci)
        for way in ways:
            with pytest.raises(outcome, match=f"not run: .*{SAID}"):
                way()


def test_only_a_toolchain_that_is_absent_at_the_start_skips_a_candidate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fails = Mock(side_effect=ToolchainError("gone"))
    absent, later = (clause.Examined(Mock(), [], named=False) for _ in range(2))
    later.planned = Mock()  # it was probed
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(clause, "probe", fails)
    monkeypatch.setattr(clause.Examined, "_results", fails)
    codes = [one.part("verifier.text-name").code for one in (absent, later)]
    assert codes == [ExitCode.CONFORMANT, ExitCode.CANDIDATE]
