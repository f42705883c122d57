"""Which orders of names in the rewards of several steps follow the hash seed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from once import made_once

from conformance.operations import messages
from conformance.operations.comparing import compare
from conformance.protocol import lines
from conformance.protocol.agreement import Agreement
from conformance.protocol.values import Case, Value
from oracle.multi_step import TASKS

SEEDS = ("1", "2")
NAMES = ("correctness", "speed", "style", "tests", "coverage", "size")
STEPS: list[Value] = [{"rewards": {name: 0.1 * i for i, name in enumerate(NAMES)}}] * 3
CASES = {s: Case("multi_step", {"strategy": s, "steps": STEPS}) for s in TASKS}
REQUESTS = b"".join(
    lines.to_line({"id": 1, "op": "multi_step", "input": messages.input_to_json(case)})
    for case in CASES.values()
)
PROGRAM = """
import json, runpy, sys
from pathlib import Path
from oracle.run import Play
step = {"test": {"leaves": {"reward.json": b'{"a": 1, "b": 1, "c": 1, "d": 1, "e": 1}'}}}
task = {
    "name": "a",
    "config": '[[steps]]\\nname = "one"\\n',
    "files": {"steps/one/instruction.md": ""},
    "attempts": [[{"steps": [step]}]],
}
folder = Path(sys.argv.pop()).resolve()
answer = Play({"tasks": [task]}, folder).answer()
(result,) = folder.glob("job/*/result.json")
written = json.loads(result.read_text())["verifier_result"]["rewards"]
print(json.dumps({"written": list(written), "answer": answer}), flush=True)
runpy.run_module("oracle", run_name="__main__")
"""
"""Runs a job of one step, then serves the oracle."""


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> list[list[bytes]]:
    """What processes of harbor that differ in their hash seed print: a job, and each strategy."""
    folder = made_once(tmp_path_factory, "hash-seeds", play)
    return [(folder / seed / "printed").read_bytes().splitlines() for seed in SEEDS]


def play(folder: Path) -> None:
    for seed in SEEDS:
        (folder / seed).mkdir()
        argv = [sys.executable, "-c", PROGRAM, str(folder / seed)]
        around = {**os.environ, "PYTHONHASHSEED": seed}
        completed = subprocess.run(
            argv, input=REQUESTS, check=True, capture_output=True, env=around
        )
        (folder / seed / "printed").write_bytes(completed.stdout)


def test_the_names_of_a_step_in_a_job_follow_the_hash_seed_and_are_left_out(
    printed: list[list[bytes]],
) -> None:
    first, second = (json.loads(job) for job, *_ in printed)
    assert sorted(first["written"]) == sorted(second["written"])
    assert first["written"] != second["written"]
    assert json.dumps(first["answer"]) == json.dumps(second["answer"])


@pytest.mark.parametrize("strategy", TASKS)
def test_the_names_of_a_mean_follow_the_hash_seed_and_those_of_a_last_step_stay(
    strategy: str | None, printed: list[list[bytes]]
) -> None:
    said = [answers[list(TASKS).index(strategy)] for _, *answers in printed]
    if strategy == "final":
        for line in said:
            result: Any = lines.from_line(line)["result"]
            assert list(result["rewards"]) == list(NAMES)
    else:
        assert said[0] != said[1]
        answers = [messages.answer_from_json("multi_step", lines.from_line(line)) for line in said]
        assert compare(CASES[strategy], *answers).agreement is Agreement.EXACT


@pytest.mark.parametrize("adapter", ["multi_step.MultiStepAdapter", "run.RunAdapter"])
def test_what_is_put_off_is_the_real_one_once_it_is_used(adapter: str) -> None:
    module, kind = adapter.split(".")
    program = (
        f"import sys\nfrom oracle.{module} import {kind}\n{kind}()\n"
        "from harbor.agents.installed import kimi_cli\n"
        "assert 'litellm' not in sys.modules\n"
        "own = kimi_cli.get_model_info('gpt-4o')\n"
        "from litellm.utils import get_model_info\n"
        "assert own == get_model_info('gpt-4o')\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
