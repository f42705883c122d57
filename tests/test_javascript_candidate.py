"""The JavaScript candidate answers as the reference does, and keeps to the protocol."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import candidates
from conformance import __version__, corpus
from conformance.agreement import compare
from conformance.checks import Check
from conformance.examination import explore
from conformance.implementations import open_candidate
from conformance.model import OPERATIONS, Agreement
from conformance.plan import EXAMPLES, Profile, checks
from conformance.process import Command, ProcessCandidate

SEED = 20_261_121
ENTRY_POINT = Path(candidates.__file__).parent / "javascript" / "candidate.mjs"


@pytest.fixture(scope="module")
def command() -> list[str]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed, so the JavaScript candidate was not run")
    return [node, str(ENTRY_POINT)]


@pytest.fixture(scope="module")
def javascript(command: list[str]) -> Iterator[ProcessCandidate]:
    candidate = ProcessCandidate("javascript", Command(tuple(command)))
    yield candidate
    candidate.close()
    assert candidate.faults == []


def send(command: list[str], requests: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command, input=requests, capture_output=True, check=False, timeout=60)


def test_it_announces_every_operation_and_the_version_of_the_suite(
    javascript: ProcessCandidate,
) -> None:
    assert javascript.operations == OPERATIONS
    assert javascript.version == __version__


def test_it_gives_every_recorded_answer_exactly(javascript: ProcessCandidate) -> None:
    agreements = {
        recorded.id: compare(recorded.answer, javascript.answer(recorded.case)).agreement
        for recorded in corpus.load()
    }
    assert agreements
    assert [i for i, agreement in agreements.items() if agreement is not Agreement.EXACT] == []


@pytest.mark.parametrize("check", list(checks()), ids=lambda check: check.name.replace(" ", "-"))
def test_it_answers_generated_questions_exactly_as_the_reference_does(
    check: Check, javascript: ProcessCandidate
) -> None:
    reference = open_candidate("reference")
    result = explore(check, reference, javascript, seed=SEED, examples=EXAMPLES[Profile.QUICK])
    assert result.passed, result.divergence or result.problem
    assert result.inexact is None


def test_it_answers_requests_sent_at_once_in_their_order(command: list[str]) -> None:
    requests = [{"id": i, "op": ("hello", "__proto__")[i % 2]} for i in range(5000)]
    done = send(command, "\n".join(map(json.dumps, requests)).encode())
    responses = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [response["id"] for response in responses] == list(range(5000))
    assert responses[0]["result"]["ops"] == list(OPERATIONS)
    assert responses[1] == {"id": 1, "unsupported": True}


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"[]",
        b"\xff",
        b'{"id": 2, "op": "metric"}',
        b'{"id": 2, "op": "metric", "input": {"metric": "median", "rewards": []}}',
        b'{"id": 2, "op": "metric", "input": {"metric": "sum", "rewards": [{"r": 1}]}}',
        b'{"id": 2, "op": "verifier", "input": {"reward.txt": "*", "reward.json": null}}',
    ],
)
def test_a_line_that_is_no_request_ends_it_after_the_requests_before(
    line: bytes, command: list[str]
) -> None:
    done = send(command, b'{"id": 1, "op": "other"}\n' + line + b'\n{"id": 3, "op": "other"}\n')
    assert done.returncode == 1
    assert [json.loads(answered)["id"] for answered in done.stdout.splitlines()] == [1]
    assert b"not answered" in done.stderr
