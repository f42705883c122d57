"""What is claimed about a real reader is compared with its package, as it is published."""

import os
import shlex
from pathlib import Path

import pytest
from programs import COMMAND, run_program, typed

from conformance.diagnosis.expected import deviations
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.diagnosis.expected.reading import load
from conformance.implementations.readers.environment import prepared
from conformance.implementations.readers.reader import Reader, names, reader

pytestmark = pytest.mark.end_to_end

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Add a reader")[2]
COMMANDS = typed(GUIDE.partition("\n## ")[0])
INDEX = [one for one in map(reader, names()) if not (one.from_repository or one.has_nothing)]


@pytest.mark.parametrize("described", INDEX, ids=lambda one: one.name)
def test_the_lines_that_are_cited_and_what_is_called_are_in_the_package(described: Reader) -> None:
    ready = prepared(described)
    file = deviations.find(f"reader/{described.name}")
    expected = (load(file) if file else ExpectedDeviations()).expected
    cited = [one.source for one in (*expected, *described.rules, described.target)]
    assert list(ready.absent(cited)) == []
    file = next(iter(described.read)).partition(":")[0]
    assert list(ready.absent([f"{file}:99999", "nowhere.py:1"]))
    assert list(ready.misread()) == []
    for called in described.calls.values():
        # Some of it can only be imported as the adapter does it.
        script = f"import adapter, pkgutil; pkgutil.resolve_name({called!r})"
        around = {**os.environ, "PYTHONPATH": str(described.folder)}
        ended = run_program(str(ready.python), "-W", "ignore", "-c", script, env=around)
        assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_guide_works(command: str) -> None:
    program, *words = shlex.split(command)
    assert program == "harbor-conformance"
    ended = run_program(COMMAND, *words, env={**os.environ})
    assert ended.returncode == 0, ended.stdout + ended.stderr
