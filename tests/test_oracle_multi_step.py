"""Which orders of names in harbor's reward of several steps follow the hash seed."""

import os
import subprocess
import sys
from typing import Any

import pytest

from conformance.operations import messages
from conformance.operations.comparing import compare
from conformance.protocol import lines
from conformance.protocol.agreement import Agreement
from conformance.protocol.values import Case, Value
from oracle.multi_step import TASKS

NAMES = ("correctness", "speed", "style", "tests", "coverage", "size")
STEPS: list[Value] = [{"rewards": {name: 0.1 * i for i, name in enumerate(NAMES)}}] * 3
SEEDS = ("1", "2")


def case_of(strategy: str | None) -> Case:
    """Return the case of one strategy; the steps are always the same."""
    return Case("multi_step", {"strategy": strategy, "steps": STEPS})


@pytest.fixture(scope="module")
def responses() -> dict[str | None, list[bytes]]:
    """What processes of harbor that differ in their hash seed say to each strategy."""
    requests = b"".join(
        lines.to_line(
            {"id": 1, "op": "multi_step", "input": messages.input_to_json(case_of(strategy))}
        )
        for strategy in TASKS
    )
    written = [ask_with_hash_seed(seed, requests).splitlines() for seed in SEEDS]
    return dict(zip(TASKS, map(list, zip(*written, strict=True)), strict=True))


def ask_with_hash_seed(seed: str, requests: bytes) -> bytes:
    """Ask harbor in a process of its own whose hash seed is given."""
    command = [sys.executable, "-m", "oracle"]
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    completed = subprocess.run(
        command, input=requests, check=True, capture_output=True, env=environment
    )
    return completed.stdout


@pytest.mark.parametrize("strategy", ["mean", None])
def test_the_names_of_a_mean_come_in_an_order_that_follows_the_hash_seed(
    strategy: str | None, responses: dict[str | None, list[bytes]]
) -> None:
    first, second = responses[strategy]
    assert first != second
    answers = [
        messages.answer_from_json("multi_step", lines.from_line(line)) for line in (first, second)
    ]
    assert compare(case_of(strategy), *answers).agreement is Agreement.EXACT


def test_the_names_of_a_last_step_stay_in_their_order_whatever_the_hash_seed(
    responses: dict[str | None, list[bytes]],
) -> None:
    for line in responses["final"]:
        result: Any = lines.from_line(line)["result"]
        assert list(result["rewards"]) == list(NAMES)
