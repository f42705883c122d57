"""Each command of the docs, the README and the help is run as it is written, or has a reason."""

import json
import os
import re
import shutil
import sys
import tomllib
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import pytest
from audited import WHOLE
from once import made_once
from programs import BIN, COMMAND, ROOT, Ended, command_here, page, run_program
from test_command_line import DOCUMENTED, LINES, words_of
from test_guides import GUIDES, parts
from toolchains import need_tools

from candidates.deviations.catalogue import chosen
from conformance.cli.app import EXAMPLES
from conformance.diagnosis.expected.reading import load
from conformance.examination import corpus
from conformance.implementations.installed_harbor import write_jobs
from conformance.operations import messages

README = (ROOT / "README.md").read_text(encoding="utf-8")
TABLE = re.findall(r"^\| .* \| `harbor-conformance (.*)` \|$", README, re.MULTILINE)
EXPECTED = ROOT / "docs" / "starters" / "one-number.toml"
FOLLOWED = {text.strip() for page in GUIDES for kind, text in parts(page) if kind == "sh"}
"""Lines that tests/test_guides.py runs, one after the other, and compares with the page."""
NOT_RUN = {
    "fuzz (mine|.*--cases 50M)": "it takes hours",
    "gate ": "it installs releases of harbor",
    "survey |certify reader/|check .*--release": "it installs packages",
    "certify .*--(watch|scheduler)": "it waits for a person, or for a service",
    "corpus record": "it would write to the corpus of this project",
    "expected NAME|.*path/to/python": "a word stands for what the reader has",
    ".*(shout|half-and-half)|show .*> docs/": "tests/test_growing.py follows its guide",
}
"""Lines that are only parsed, and why; tests of these commands run smaller ones."""
CHEAP = re.compile(r"explain|show|ask (?!run|.*--candidate)|check |compare \S+/ \S+/( |$)|audit ")
ENDS = {
    "certify .*one_number": (0, "\nPARTIAL but for "),
    "smoke .*one_number": (0, "\nIt follows the protocol"),
    "(certify|smoke) --command|certify deviation/naive-sum": (1, "\nNOT CONFORMANT"),
    "compare last-week/ (--command|this-week/$)": (1, "\nWORSE: "),
    "audit jobs ": (1, "DIFFERS"),  # jobs/job has a trial and no more
    "": (0, ""),
}
"""How lines end, and what they print then; the first that matches counts."""
HERE = sorted(
    line
    for line in {*LINES, *DOCUMENTED}
    if f"harbor-conformance {line}" not in FOLLOWED
    and not any(re.match(one, line) for one in NOT_RUN)
)
WITH_OURS = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
MINE = "from candidates.reference.metric import metric\n"
NAIVE = """
from candidates.deviations.catalogue import chosen, functions

metric = functions(chosen("naive-sum"))["metric"]
"""
DECLARED = '[[deviation]]\nname = "naive-sum"\ncause = "it adds in a loop"\nsource = "mine.py"\n'


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that the commands name."""
    return made_once(tmp_path_factory, "documented", prepare)


def prepare(folder: Path) -> None:
    starters = ROOT / "docs" / "starters"
    job = write_jobs({"made": WHOLE}, folder)["made"]
    for file in ("candidate.mjs", "runner.mjs", "src/runner.mjs"):
        (folder / file).parent.mkdir(exist_ok=True)
        shutil.copy(starters / "starter.mjs", folder / file)
    shutil.copytree(starters, folder / "docs" / "starters")
    shutil.copytree(job, folder / "jobs" / "2026-11-20__10-00-00")
    shutil.copytree(next(job.glob("task-1*")), folder / "jobs" / "job" / "trial")
    scenario = re.search(r"```json\n(.*?)```", page("run.md"), re.DOTALL)
    case = messages.input_to_json(next(iter(corpus.load("job"))).case)
    assert scenario
    for file, text in {
        "mine.py": MINE,
        "naive.py": NAIVE,
        "naive.toml": DECLARED,
        "reward.json": '{"reward": 1}',
        "reward.txt": "1",
        "SCENARIO.json": scenario[1],
        "job.json": json.dumps(case),
    }.items():
        (folder / file).write_text(text)
    asked = ("certify", "naive", "--clause", "metric.compensated-sum", "--profile", "quick")
    command_here(*asked, "--seed", "1", "--report", "report", cwd=folder)
    for copied in ("last-week", "certified"):
        shutil.copytree(folder / "report", folder / copied)
    declared = ("--expected", "naive.toml")
    command_here(*asked, *declared, "--seed", "1", "--report", "this-week", cwd=folder)


def test_a_command_is_left_out_by_a_reason_that_it_has() -> None:
    assert len(HERE) >= 50
    for one in {**NOT_RUN, **ENDS}:
        assert any(re.match(one, line) for line in {*LINES, *DOCUMENTED})


def ended_as_it_should(line: str, ended: Ended) -> Ended:
    status, printed = next(end for one, end in ENDS.items() if re.match(one, line))
    assert ended.returncode == status, ended.stdout + ended.stderr
    assert printed in ended.stdout
    return ended


@pytest.mark.parametrize("line", [line for line in HERE if CHEAP.match(line)])
def test_a_cheap_command_works(line: str, prepared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = [os.path.expandvars(word) for word in words_of(line)]
    with (prepared / "reward.txt").open() as given:
        monkeypatch.setattr(sys, "stdin", given)
        ended = ended_as_it_should(line, command_here(*words, cwd=prepared))
    assert ended.stdout
    if "--json" in words:
        json.loads(ended.stdout)


@pytest.mark.end_to_end
@pytest.mark.parametrize("line", [line for line in HERE if not CHEAP.match(line)])
def test_a_command_works(line: str, prepared: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(prepared, tmp_path / "copy")
    if "node" in line or "javascript" in line:
        need_tools("node")
    if line.startswith("verify "):  # a certificate is about all that a candidate claims
        shutil.rmtree(folder / "report")
        command_here("certify", "mine", "--profile", "quick", "--report", "report", cwd=folder)
    ended = run_program("bash", "-c", f"{COMMAND} {line}", cwd=folder, env=WITH_OURS)
    assert "harbor-conformance: " not in ended_as_it_should(line, ended).stderr


NAMED = re.compile(r"`((?:candidates|conformance|corpus|docs|oracle|tests|tools)/[\w./<>-]+)`")
TOOL = re.compile(r"`python -m (tools[\w.]+)")
NOT_YET = re.compile(r"shout|tests/test\.sh")
"""Files that a reader of CONTRIBUTING.md is to write, and one of a task."""


def test_a_file_module_or_tool_that_a_page_names_is_there() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    gone = [one for one in NAMED.findall(text) if not [*ROOT.glob(re.sub("<.*?>", "*", one))]]
    assert [one for one in gone if not NOT_YET.search(one)] == []
    assert all(map(find_spec, TOOL.findall(text)))
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    ours = ("candidates", "conformance", "oracle", "tools", "tests")
    there = {file.name for folder in ours for file in (ROOT / folder).rglob("*.py")}
    assert {*re.findall(r"`(\w+[.]py)`", text)} <= there


def test_the_ci_script_runs_the_two_commands_and_then_what_needs_an_extra() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    first, second = re.findall(r"```sh\n(python3.12 -m venv .*|\.venv/bin/pytest .*)\n```", README)
    newcomers, with_extras = script.split(f"\n{second}\n")
    assert f"\n{first}\n" in newcomers
    for file in (ROOT / "tests").glob("test_*.py"):
        needs_an_extra = r"^(pytest\.importorskip|from fleets import)"
        if re.search(needs_an_extra, file.read_text(encoding="utf-8"), re.MULTILINE):
            assert f"tests/{file.name}" in with_extras


@pytest.mark.parametrize(("file", "first"), re.findall(r"0.13.1/src/(.*)#L(\d+)", README))
def test_a_link_to_harbor_begins_at_a_function(file: str, first: str) -> None:
    lines = files("harbor").joinpath("..", file).read_text(encoding="utf-8").splitlines()
    assert lines[int(first) - 1].lstrip().startswith("def ")


def test_the_readme_is_short_and_the_commands_of_its_table_are_examples_that_are_tested() -> None:
    assert len(README.split()) <= 700
    assert {*TABLE} <= {example for examples in EXAMPLES.values() for example in examples}
    assert TABLE


def test_the_expected_deviations_of_the_page_are_read_and_show_what_the_page_names() -> None:
    assert load(EXPECTED).gone == ()
    declared = [entry["name"] for entry in tomllib.loads(EXPECTED.read_text())["deviation"]]
    _, _, table = page("expected-deviations.md").partition("`name` of its `[[deviation]]`")
    named = re.findall(r"`([^`]*)`", table.partition("```")[0])
    assert [name for name in named if "=" not in name] == declared
    assert all(map(chosen, named))
