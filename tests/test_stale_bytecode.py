"""A candidate runs from its sources, not from the bytecode that lies next to them."""

import os
import py_compile
import sys
from pathlib import Path

import pytest
from programs import run_program

from conformance.implementations.process import Command, ProcessCandidate
from conformance.implementations.process.command import external, python_object
from conformance.implementations.process.prediction import Predictions
from conformance.protocol.values import Case, Result

RIGHT = """
def extreme(given):
    values = [value for rewards in given["rewards"] for value in rewards.values()]
    return {given["metric"]: {"max": max, "min": min}[given["metric"]](values)}

metric = extreme

def predicted(case, answer):
    return type(answer)(extreme(case.input))
"""
WRONG = RIGHT.replace('"max": max', '"max": min')
CASE = Case("metric", {"metric": "max", "rewards": [{"a": 1}, {"a": 2}]})


@pytest.fixture(autouse=True)
def trap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong module with the bytecode of a right one, which Python itself would run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    file = tmp_path / "mine.py"
    for source in (RIGHT, WRONG):
        file.write_text(source)
        os.utime(file, (1_700_000_000, 1_700_000_000))
        if source is RIGHT:
            py_compile.compile(str(file))
    command = [sys.executable, "-c", f"import mine; print(mine.metric({CASE.input!r}))"]
    assert run_program(*command, cwd=tmp_path).stdout == "{'max': 2}\n"
    (tmp_path / "serve.py").write_text(
        "import sys; sys.path.insert(0, {!r}); import harbor_conformance_shim as shim\n"
        "sys.argv[1:] = ['mine:']; sys.exit(shim.main())".format(
            str(Path(python_object("", (), 1.0).argv[1]).parent)
        )
    )


def answer(command: Command) -> object:
    candidate = ProcessCandidate("mine", command)
    try:
        return candidate.answer(CASE)
    finally:
        candidate.close()


def test_a_module_and_what_a_command_imports_run_from_their_source() -> None:
    for command in (
        python_object("mine:", (), 60.0),
        python_object("mine:", (("PYTHONPYCACHEPREFIX", ""),), 60.0),
        external([sys.executable, "serve.py"], (), 60.0),
    ):
        assert answer(command) == Result({"max": 1})


def test_a_prediction_runs_from_its_source() -> None:
    predictions = Predictions()
    try:
        assert predictions.ask("mine:predicted", CASE, Result({"max": 0})) == Result({"max": 1})
    finally:
        predictions.abandon()
