"""What is said of a real reader is held against its package, as it is published."""

import os
import re
import shlex
from itertools import chain
from pathlib import Path

import pytest
from programs import COMMAND, run_program

from conformance.diagnosis.expected import deviations
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.diagnosis.expected.reading import load
from conformance.implementations.readers.environment import Prepared, prepared
from conformance.implementations.readers.reader import Reader, ReaderError, names, reader

pytestmark = pytest.mark.end_to_end

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "docs" / "add-a-reader.md").read_text(encoding="utf-8")
COMMANDS = [
    line
    for block in re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)
    for line in block.splitlines()
]
INDEX = [name for name in names() if not reader(name).from_repository]
LINES = re.compile(r"([^\s:]+):(\d+)(?:-(\d+))?")


def expected_of(name: str) -> ExpectedDeviations:
    file = deviations.find(f"reader/{name}")
    return load(file) if file else ExpectedDeviations()


def ready(name: str) -> Prepared:
    try:
        return prepared(reader(name))
    except ReaderError as error:
        pytest.fail(str(error))


def packages_of(described: Reader) -> Path:
    (folder,) = ready(described.name).python.parent.parent.glob("lib/python3.*/site-packages")
    return folder


@pytest.mark.parametrize("name", names())
def test_each_reason_cites_lines_of_the_package(name: str) -> None:
    sources = [entry.source for entry in expected_of(name).expected]
    assert all(LINES.fullmatch(part) for source in sources for part in source.split(", "))


@pytest.mark.parametrize("name", INDEX)
def test_the_lines_that_are_cited_are_there(name: str) -> None:
    home = packages_of(reader(name))
    for part in chain(*(one.source.split(", ") for one in expected_of(name).expected)):
        match = LINES.fullmatch(part)
        assert match is not None
        file, first, last = match[1], int(match[2]), int(match[3] or match[2])
        cited = (home / file).read_text(encoding="utf-8").splitlines()[first - 1 : last]
        assert len(cited) == last - first + 1, part
        assert any(line.strip() for line in cited), part


@pytest.mark.parametrize("name", INDEX)
def test_what_is_called_is_in_the_package(name: str) -> None:
    described = reader(name)
    for called in described.calls.values():
        # Some of it can only be imported as the adapter does it.
        script = f"import adapter, pkgutil; pkgutil.resolve_name({called!r})"
        python = [str(ready(name).python), "-W", "ignore", "-c", script]
        environment = {**os.environ, "PYTHONPATH": str(described.folder)}
        ended = run_program(*python, env=environment)
        assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_guide_works(command: str) -> None:
    program, *words = shlex.split(command)
    assert program == "harbor-conformance"
    ended = run_program(COMMAND, *words, env={**os.environ})
    assert ended.returncode == 0, ended.stdout + ended.stderr
