"""The ports as programs of their own; the suite holds their answers against harbor's."""

import json
import subprocess

import pytest
from toolchains import need_port

from conformance import __version__
from conformance.implementations.ports import PORTS
from conformance.implementations.start import open_candidate
from conformance.operations import OPERATIONS, messages
from conformance.protocol import lines
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case, Result, Value


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
