"""Each command of the docs, the README and the help is run as it is written."""

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from audited import WHOLE
from programs import BIN, COMMAND, command, run_program
from test_command_line import DOCUMENTED, LINES, ROOT, words_of
from test_readme import BLOCKS
from toolchains import need_tools

from conformance.cli.app import run as run_here
from conformance.examination.recorded import corpus
from conformance.implementations.installed_harbor import write_jobs
from conformance.operations import messages

ELSEWHERE = (
    # Tests that follow a page to the letter run these.
    r"(certify|expected|smoke) .*mine\.toml",
    r"(certify|smoke) .*(starters|--seed 1|path/to/python)",
    *("verify ", "expected NAME", "certify (deviation|spec-002)", r"ask .*\| grep"),
    *("corpus record", ".* shout", "show clauses .*docs/"),
    # These take hours, releases of harbor, packages or a service: tests run less of them.
    *("fuzz ", "gate ", "survey ", "check .*--release", "certify reader/"),
    *("certify .*--watch", "certify .*--scheduler"),
)
CHEAP = re.compile(r"explain|show|ask (?!run|.*--candidate)|check |compare \S+/ \S+/( |$)|audit ")
HERE = sorted(
    line for line in {*LINES, *DOCUMENTED} if not any(re.match(one, line) for one in ELSEWHERE)
)
TOTAL = """
def total(values):
    result = 0
    for one in values:
        result += one
    return result
"""
DECLARED = '[[deviation]]\nname = "naive-sum"\ncause = "it adds in a loop"\nsource = "mine.py"\n'


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that the commands name."""
    folder = tmp_path_factory.mktemp("prepared")
    starter = ROOT / "docs" / "starters" / "starter.mjs"
    job = write_jobs({"made": WHOLE}, folder)["made"]
    for file in ("candidate.mjs", "runner.mjs", "src/runner.mjs"):
        (folder / file).parent.mkdir(exist_ok=True)
        shutil.copy(starter, folder / file)
    shutil.copytree(job, folder / "jobs" / "2026-11-20__10-00-00")
    shutil.copytree(next(job.glob("task-1*")), folder / "jobs" / "job" / "trial")
    module, fixed = (text for kind, text in BLOCKS if kind == "python")
    module = re.sub(r"    aggregate = .*\n", lambda _: fixed, module)
    scenario = re.search(r"```json\n(.*?)```", (ROOT / "docs/run.md").read_text("utf-8"), re.DOTALL)
    case = messages.input_to_json(next(iter(corpus.load("job"))).case)
    assert scenario
    for file, text in {
        "mine.py": module,
        "naive.py": module.replace("sum(values)", "total(values)").replace("sum}", "total}")
        + TOTAL,
        "naive.toml": DECLARED,
        "reward.json": '{"reward": 1}',
        "reward.txt": "1",
        "SCENARIO.json": scenario[1],
        "job.json": json.dumps(case),
    }.items():
        (folder / file).write_text(text)
    asked = ("certify", "naive", "--clause", "metric.compensated-sum", "--profile", "quick")
    command(*asked, "--seed", "1", "--report", "report", cwd=folder)
    for copied in ("last-week", "certified"):
        shutil.copytree(folder / "report", folder / copied)
    declared = ("--expected", "naive.toml")
    command(*asked, *declared, "--seed", "1", "--report", "this-week", cwd=folder)
    return folder


def test_every_command_is_run_somewhere() -> None:
    assert len(HERE) >= 35
    for one in ELSEWHERE:
        assert any(re.match(one, line) for line in {*LINES, *DOCUMENTED})


@pytest.mark.parametrize("line", [line for line in HERE if CHEAP.match(line)])
def test_a_cheap_command_works(
    line: str, prepared: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    words = [os.path.expandvars(word) for word in words_of(line)]
    monkeypatch.setattr(sys, "argv", ["harbor-conformance", *words])
    monkeypatch.chdir(prepared)
    with Path("reward.txt").open() as given:
        monkeypatch.setattr(sys, "stdin", given)
        status = run_here()
    printed = capfd.readouterr()
    assert status in {0, 1}, printed.err
    assert printed.out
    if "--json" in words:
        json.loads(printed.out)


@pytest.mark.end_to_end
@pytest.mark.parametrize("line", [line for line in HERE if not CHEAP.match(line)])
def test_a_command_works(line: str, prepared: Path) -> None:
    if "node" in line or "javascript" in line:
        need_tools("node")
    around = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    ended = run_program("bash", "-c", f"{COMMAND} {line}", cwd=prepared, env=around)
    assert ended.returncode in {0, 1}, ended.stderr
    assert "harbor-conformance: " not in ended.stderr
