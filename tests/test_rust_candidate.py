"""The port to Rust answers as the reference does, to the last bit, and keeps to the protocol."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import candidates
from conformance import corpus, wire
from conformance.agreement import compare
from conformance.checks import Check
from conformance.examination import explore
from conformance.implementations import open_candidate
from conformance.model import OPERATIONS, Agreement, Case, Result, Value
from conformance.plan import checks
from conformance.process import Command, ProcessCandidate
from conformance.shapes import Json
from oracle.implementation import open_oracle

FOLDER = Path(candidates.__file__).parent / "rust"
SEED = 20_261_121
EXAMPLES = 10
ZEROS = "0" * 700_000


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    cargo = shutil.which("cargo")
    if cargo is None:
        pytest.skip("cargo is not installed or not on the PATH: the port to Rust was not built")
    target = tmp_path_factory.mktemp("target")
    build = [cargo, "build", "--release", "--offline", "--target-dir", str(target)]
    built = subprocess.run(build, cwd=FOLDER, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    assert "warning" not in built.stderr, built.stderr
    return str(target / "release" / "harbor-rewards")


@pytest.fixture(scope="module")
def port(program: str) -> Iterator[ProcessCandidate]:
    candidate = ProcessCandidate("rust", Command((program,)))
    yield candidate
    candidate.close()
    assert candidate.faults == []


def run(program: str, requests: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([program], input=requests, capture_output=True, check=False, timeout=60)


def line_of(operation: str, body: Json) -> bytes:
    return wire.to_line({"id": 1, "op": operation, "input": body})


def test_it_has_every_operation(port: ProcessCandidate) -> None:
    assert port.operations == OPERATIONS


def test_recorded_cases_are_answered_exactly_as_harbor_answered_them(
    port: ProcessCandidate,
) -> None:
    recorded = list(corpus.load())
    answers = {entry.id: compare(entry.answer, port.answer(entry.case)) for entry in recorded}
    assert answers
    inexact = {i: c.difference for i, c in answers.items() if c.agreement is not Agreement.EXACT}
    assert inexact == {}


@pytest.mark.parametrize("check", list(checks()), ids=lambda check: check.name.replace(" ", "-"))
def test_generated_cases_are_answered_exactly_as_the_reference_answers_them(
    check: Check, port: ProcessCandidate
) -> None:
    result = explore(check, open_candidate("reference"), port, seed=SEED, examples=EXAMPLES)
    assert result.cases > 0
    assert result.divergence is None
    assert result.inexact is None


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1e16, "1e+16"),
        (9999999999999998.0, "9999999999999998.0"),
        (1e-05, "1e-05"),
        (0.0001, "0.0001"),
        (-0.0, "-0.0"),
        (5e-324, "5e-324"),
        (2.0**-25, "2.9802322387695312e-08"),
        (800236640272890.25, "800236640272890.2"),
    ],
)
def test_a_float_is_written_as_python_writes_it(program: str, number: float, text: str) -> None:
    assert repr(number) == text
    case = Case("metric", {"metric": "max", "rewards": [{"reward": number}]})
    response = run(program, line_of("metric", wire.input_to_json(case))).stdout
    assert json.loads(response)["result"] == {"max": {"float": text}}


@pytest.mark.parametrize("form", ["%s", '{"reward": %s}', '{"reward": "%s"}'])
@pytest.mark.parametrize(
    "number", [f"0.{ZEROS}1e700001", f"1{ZEROS}e-700000"], ids=["small", "large"]
)
def test_an_exponent_made_up_for_by_as_many_digits_counts_as_it_does_for_harbor(
    port: ProcessCandidate, form: str, number: str
) -> None:
    content = (form % number).encode()
    file, other = (
        ("reward.json", "reward.txt") if "reward" in form else ("reward.txt", "reward.json")
    )
    case = Case("verifier", {file: content, other: None})
    with open_oracle() as harbor:
        comparison = compare(harbor.answer(case), port.answer(case))
    assert comparison.agreement is Agreement.EXACT, comparison.difference


def test_integers_beyond_python_s_digit_limit_are_added_exactly(port: ProcessCandidate) -> None:
    rewards: list[Value] = [{"reward": 10**5000}, {"reward": -(10**5000) + 1}, {"reward": 10**40}]
    answer = port.answer(Case("metric", {"metric": "sum", "rewards": rewards}))
    assert answer == Result({"sum": 10**40 + 1})


def test_pipelined_requests_are_answered_in_order_and_the_end_of_input_is_success(
    program: str,
) -> None:
    body = wire.input_to_json(Case("metric", {"metric": "sum", "rewards": [{"reward": 1}]}))
    requests = [wire.to_line({"id": i, "op": "metric", "input": body}) for i in range(5000)]
    ended = run(program, b"".join(requests).removesuffix(b"\n"))
    assert ended.returncode == 0
    assert [json.loads(line)["id"] for line in ended.stdout.splitlines()] == list(range(5000))


def test_an_unknown_operation_is_unsupported(program: str) -> None:
    response = run(program, line_of("multiply", {})).stdout
    assert json.loads(response) == {"id": 1, "unsupported": True}


@pytest.mark.parametrize(
    "line", [b"\n", b"{\n", b"\xff\n", b"[]\n", b"{}\n", b"[" * 200_000, b'{"op": "metric"}\n']
)
def test_a_line_that_is_no_request_ends_it_with_a_reason(program: str, line: bytes) -> None:
    before = line_of("multiply", {})
    ended = run(program, before + line)
    assert ended.returncode == 1
    assert ended.stderr.startswith(b"not a request: ")
    assert json.loads(ended.stdout) == {"id": 1, "unsupported": True}
