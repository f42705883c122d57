"""A user's project may have packages with the names of ours."""

import os
import sys
from pathlib import Path

import pytest
from programs import BIN, COMMAND, Ended, run_program

from conformance.implementations.process.candidate import Conversation
from conformance.implementations.released_harbor import command_in, our_packages
from conformance.protocol.values import HARBOR_VERSION

pytestmark = pytest.mark.end_to_end

OURS = ("candidates", "conformance", "corpus", "oracle")

MINE = """
from candidates.ranks import number
from conformance import NAME as THIRD
from corpus import NAME
from oracle import NAME as OTHER

assert (NAME, OTHER, THIRD) == ("corpus", "oracle", "conformance")


def metric(case):
    values = [next(iter((rewards or {}).values()), 0) for rewards in case["rewards"]]
    return {case["metric"]: number(max(values, default=0))}
"""
EXPECTED = """
clauses = ["metric.extreme-is-a-value"]
only = { metric = ["max"] }
[[prediction]]
predict = "rules:as_it_is"
operations = ["metric"]
cause = "says what is expected"
source = "ours"
"""
PYTEST = ("-q", "-p", "no:cacheprovider", "-p", "conformance.pytest_plugin")
FIRST = ("-p", "harbor_conformance")
SUITE = ("--pyargs", "conformance.suite", "--conformance-profile", "quick")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in OURS:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(f'NAME = "{name}"\n')
    (tmp_path / "candidates" / "ranks.py").write_text("number = abs\n")
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "mine.toml").write_text(EXPECTED)
    (tmp_path / "rules.py").write_text("def as_it_is(case, answer):\n    return answer\n")
    return tmp_path


def run(project: Path, *words: str, status: int, **variables: str) -> Ended:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return run_program(*words, cwd=project, env=kept | variables, status=status)


@pytest.mark.parametrize("path", [{}, {"PYTHONPATH": "."}], ids=["folder", "path"])
def test_commands_are_as_anywhere_else(path: dict[str, str], project: Path) -> None:
    asked = ("certify", "mine:", "--expected", "mine.toml", "--profile", "quick", "--jobs", "1")
    ended = run(project, COMMAND, *asked, **path, status=1)
    assert "never seen" in ended.stdout, ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr


def test_the_suite_runs_under_pytest_in_such_a_project(project: Path) -> None:
    (project / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    asked = ("--candidate", "mine:", "-k", "metric.extreme-is-a-value")
    ended = run(project, str(BIN / "pytest"), *FIRST, *PYTEST, *SUITE, *asked, status=1)
    assert "mine: diverges" in ended.stdout


def test_a_package_that_was_imported_before_ours_is_named_in_one_line(project: Path) -> None:
    imports = "import conformance; import harbor_conformance"
    ended = run(project, sys.executable, "-c", imports, status=1)
    assert ended.stderr.splitlines()[-1] == (
        f"ImportError: {project / 'conformance' / '__init__.py'} was imported as conformance, and "
        "harbor-conformance has a package of this name: run the two in separate processes"
    )


def test_the_gate_serves_our_packages_to_another_environment(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    monkeypatch.setenv("PYTHONPATH", ".")
    with our_packages() as ours:
        conversation = Conversation(command_in(BIN.parent, HARBOR_VERSION, ours))
        answer = conversation.ask(("reason_code", {"reason": None}))
        conversation.pipe.end()
    assert "result" in answer
