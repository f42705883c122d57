"""What is claimed about a real reader is compared with its package, as it is published."""

import os
import shlex
from dataclasses import replace

import pytest
from programs import COMMAND, ROOT, run_program, typed

from conformance.diagnosis.expected import deviations
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.diagnosis.expected.reading import load
from conformance.implementations.readers.environment import prepared
from conformance.implementations.readers.reader import Reader, ReaderError, names, reader
from conformance.implementations.readers.showing import of_reader

pytestmark = pytest.mark.end_to_end

GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Add a reader")[2]
COMMANDS = typed(GUIDE.partition("\n## ")[0])
EVERY = [reader(name) for name in names()]


@pytest.mark.parametrize("described", EVERY, ids=lambda one: one.name)
def test_the_lines_that_are_cited_and_what_is_called_are_in_the_package(described: Reader) -> None:
    ready = prepared(described)
    file = deviations.find(f"reader/{described.name}")
    expected = (load(file) if file else ExpectedDeviations()).expected
    cited = [one.source for one in (*expected, *described.rules, described.target)]
    assert list(ready.absent(cited)) == []
    assert list(ready.misread()) == []
    for place in described.read:
        beyond = f"{place.partition(':')[0]}:99999"
        assert list(ready.absent([place, beyond, "nowhere.py:1"])) == [beyond, "nowhere.py:1"]
        other = with_read(described, {place: "words that no package has"})
        assert list(replace(ready, reader=other).misread()) == [place]
    for called in ", ".join(described.calls.values()).split(", ") if described.calls else ():
        # Some of it can only be imported as the adapter does it.
        script = f"import adapter, pkgutil; pkgutil.resolve_name({called!r})"
        around = {**os.environ, **dict(ready.variables)}
        run_program(str(ready.python), "-W", "ignore", "-c", script, env=around, status=0)


def with_read(described: Reader, read: dict[str, str]) -> Reader:
    return described.model_copy(update={"read": read})


@pytest.mark.parametrize("described", [one for one in EVERY if one.ended], ids=lambda one: one.name)
def test_a_version_that_lacks_the_reader_cannot_be_driven(described: Reader) -> None:
    assert described.ended
    newer = reader(f"{described.name}=={described.ended.version}")
    ready = prepared(newer)
    assert ready.version == described.ended.version
    left = with_read(newer, {described.ended.source: "`verifiers.v1`"})
    assert list(replace(ready, reader=left).misread()) == []
    absent = r"could not be imported: ModuleNotFoundError: No module named 'verifiers\.legacy'$"
    with pytest.raises(ReaderError, match=absent):
        of_reader(ready, [], 120)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_guide_works(command: str) -> None:
    program, *words = shlex.split(command)
    assert program == "harbor-conformance"
    run_program(COMMAND, *words, env={**os.environ}, status=0)
