"""Mistakes on the command line get one line and an exit status of their own."""

import os
import shlex
import sys
import tomllib
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest
from programs import command_here
from test_compare import with_reports

from conformance.certification import ExitCode
from conformance.cli.errors import ENDINGS, ending_of
from conformance.implementations.start import UnaskedOracleError
from tools import structure

NOT_UTF_8 = os.fsdecode(b"\xff\xfe")
LONG = "a" * 5000
DIGITS = "9" * 5000
JOB = f'{{"n_total_trials": {DIGITS}, "n_retries": 0, "metrics": {{}}, "trials": []}}'
USAGE: dict[tuple[str, ...], str] = {
    tuple(shlex.split(line)): said
    for line, said in tomllib.loads(
        Path(__file__).with_name("usage_errors.toml").read_text(encoding="utf-8")
    ).items()
} | {
    ("certify", LONG): "no candidate 'aaaa",
    ("certify", f"deviation/{LONG}"): "no deviation 'aaaa",
    ("certify", "a\nb"): "no candidate is called 'a\\\\nb'",
    ("certify", "--command", LONG): "is not a program on the PATH",
    ("certify", "--command", __file__): "is not executable",
    ("certify", "--command", "cat", "--env", f"={LONG}"): "is neither NAME=VALUE nor NAME",
    ("certify", "reference", "--python", sys.executable): "--python is for a module or ",
    ("smoke", "--python", sys.executable): "give either a candidate or --command",
    ("compare", LONG, LONG): "File name too long",
    ("verify", LONG): "File name too long",
    ("show", "badge", NOT_UTF_8): "No such file",
    ("show", "badge", LONG): "File name too long",
    ("explain", NOT_UTF_8): "no name ",
    ("check", NOT_UTF_8): "No such file",
    ("audit", NOT_UTF_8): "",
    ("ask", "metric", "--metric", "sum", "--rewards", f"[{DIGITS}]"): "is expected at /rewards/0",
    ("ask", "job", "--input", JOB): "an integer with more digits than Python writes",
}
"""Mistakes of a user, and what their one line says."""


@pytest.mark.parametrize("words", USAGE, ids=lambda words: " ".join(words)[:40])
def test_a_mistake_gets_one_line_and_exit_status_2(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("LICENSE").write_text("mine")
    Path("empty").mkdir()
    Path("job/trial").mkdir(parents=True)
    with_reports(tmp_path)
    for name in ("job", "job/trial"):
        Path(name, "result.json").write_text('{"n_total_trials": 1}')
    ended = command_here(*words)
    assert (ended.returncode, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith("harbor-conformance: ")
    assert USAGE[words] in line
    assert line.isprintable()
    assert Path("LICENSE").read_text() == "mine"


def test_the_table_of_errors_has_classes_that_there_are() -> None:
    of_python = ("BrokenExecutor", BrokenProcessPool.__name__, "OSError")
    assert ENDINGS.keys() <= {*structure.public_names(), *of_python}
    for error in (UnaskedOracleError("x"), BrokenProcessPool("x"), FileNotFoundError("x")):
        ending = ending_of(error)
        assert ending is not None
        assert ending[0] is ExitCode.ORACLE
    assert ending_of(ValueError("x")) is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nobody:"], ""),
        (["reader/auto-harness"], "absent is not a folder: give one"),
        (["--command", "cat"], 'its answer to hello: "result" is missing'),
    ],
)
def test_a_candidate_that_cannot_be_run_gets_one_line_and_exit_status_3(
    words: list[str], said: str
) -> None:
    completed = command_here("certify", *words, "--env", "READER_SOURCE=absent")
    assert (completed.returncode, completed.stdout) == (3, "")
    (line,) = completed.stderr.splitlines()
    assert "the candidate could not be run: " in line
    assert said in line
