"""The environment of a release is built again where it, or what is recorded of it, is damaged."""

import json
import os
import platform
import sys
import sysconfig
import venv
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from programs import ROOT, run_program

from conformance.implementations import released_harbor
from conformance.implementations.environments import installed, uv
from conformance.implementations.environments.installed import PINS, remembered
from conformance.implementations.environments.uv import NoVersionError, Pins, UvError
from conformance.implementations.process.command import Command
from conformance.implementations.released_harbor import AbsentRelease, Release
from oracle.provenance import Provenance

DAMAGED = "harbor/job.py differs from the published wheel"


@pytest.fixture(autouse=True)
def built(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Which environments were built; one with a file named damaged is not as it was."""
    folders: list[Path] = []

    def install(folder: Path, *_: object) -> None:
        (folder / "bin").mkdir(parents=True)
        (folder / "bin" / "python").touch(mode=0o755)
        (folder / "complete").touch()
        folders.append(folder)

    def provenance_of(command: Command) -> tuple[Provenance, dict[str, str]]:
        folder = Path(command.argv[0]).parent.parent
        if (folder / "damaged").exists():
            raise UvError(DAMAGED)
        other = folder / "other-pydantic"
        release, pydantic = command.argv[-1], "1" if other.exists() else "2.0"
        basis = Provenance(release, "", 0, "CPython 3.12", pydantic, "2")
        return basis, {"harbor": release, "pydantic": pydantic}

    def resolve(wanted: list[str], *_: str, **__: object) -> dict[str, str]:
        return {"harbor": wanted[0].partition("==")[2], "pydantic": "2"}

    monkeypatch.setattr(installed, "_install", install)
    monkeypatch.setattr(released_harbor, "provenance_of", provenance_of)
    monkeypatch.setattr(uv, "compile_pins", resolve)
    return folders


def build(versions: Sequence[str], cache: Path) -> dict[str, Release | AbsentRelease]:
    with released_harbor.served(versions, cache) as found:
        return found


def built_in(cache: Path, *versions: str) -> list[Release]:
    """Return what is the same of releases whenever they are served."""
    found = build(versions, cache).values()
    return [replace(one, command=Command(())) for one in found if isinstance(one, Release)]


@pytest.mark.parametrize("text", ["", '[{"harbor": "0.1', "[]", "{}", "[{}, []]", '[{"a": 1}, []]'])
def test_a_record_of_a_release_or_a_reader_that_is_damaged_is_resolved_again(
    text: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (of_reader := tmp_path / "reader").write_text(f"{text},")
    for resolve in (lambda: {"package": "1"}, dict):
        assert remembered(of_reader, PINS, resolve) == {"package": "1"}
    caplog.clear()
    first = built_in(tmp_path, "0.14.0")
    (file,) = tmp_path.glob("*.json")
    file.write_text(text)
    assert built_in(tmp_path, "0.14.0") == first
    assert caplog.messages == [f"{file} is damaged: its versions are resolved again"]
    assert json.loads(file.read_text()) == [{"harbor": "0.14.0", "pydantic": "2"}, []]


ABSENT = "it has no interpreter"
DAMAGES: dict[str, tuple[Callable[[Path], None], str]] = {
    "no interpreter": (lambda folder: (folder / "bin" / "python").unlink(), ABSENT),
    "not executable": (lambda folder: (folder / "bin" / "python").chmod(0o644), ABSENT),
    "changed bytes": (lambda folder: (folder / "damaged").touch(), DAMAGED),
    "other pydantic": (lambda folder: (folder / "other-pydantic").touch(), "pydantic is 1, not 2"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_an_environment_that_is_damaged_is_built_again(
    name: str, built: list[Path], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    damage, why = DAMAGES[name]
    (one,) = built_in(tmp_path, "0.14.0")
    assert built_in(tmp_path, "0.14.0") == [one]
    assert built == [one.folder]
    damage(one.folder)
    assert built_in(tmp_path, "0.14.0") == [one]
    assert caplog.messages == [f"{one.folder} is damaged and is built again: {why}"]
    assert built == [one.folder] * 2


def test_an_environment_depends_on_its_release_only(tmp_path: Path) -> None:
    assert built_in(tmp_path, "0.15.0", "0.14.0")[1:] == built_in(tmp_path, "0.14.0")


KEY = "from conformance.implementations.environments.installed import key; print(key({'a': '1'}))"


def test_virtual_environments_of_one_interpreter_share_theirs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ours = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    for name in ("one", "other"):
        venv.create(tmp_path / name, symlinks=True)
        here = run_program(str(tmp_path / name / "bin" / "python"), "-c", KEY, env=ours)
        assert here.stdout.strip() == installed.key({"a": "1"}), here.stderr
    known = installed.key({"a": "1"})
    assert known != installed.key({"a": "2"})
    for owner, name, other in (
        (sys, "base_prefix", "/elsewhere"),
        (platform, "python_version", lambda: "3.12.99"),
        (sysconfig, "get_config_var", lambda _: ".cpython-312d-x86_64-linux-gnu.so"),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(owner, name, other)
            assert installed.key({"a": "1"}) != known


def test_a_release_gets_the_versions_of_constraints_txt() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    here, preferred = dict(line.split("==") for line in lines), installed.preferred()
    assert len(here.keys() & preferred.keys()) > len(preferred) / 2
    assert here == {**here, **{one: v for one, v in preferred.items() if one in here}}


def test_a_new_environment_that_is_damaged_is_installed_once_more_without_the_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    install, seen = installed._install, list[tuple[str, ...]]()  # noqa: SLF001 - the fixture's

    def from_a_damaged_cache(folder: Path, pins: Pins, python: str, *options: str) -> None:
        install(folder, pins, python)
        seen.append(options)
        if not options:
            (folder / "damaged").touch()

    monkeypatch.setattr(installed, "_install", from_a_damaged_cache)
    assert built_in(tmp_path, "0.14.0")
    assert seen == [(), ("--no-cache",)]


def test_an_environment_whose_building_is_interrupted_leaves_no_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def install(folder: Path, *_: object) -> None:
        (folder / "bin").mkdir(parents=True)
        raise KeyboardInterrupt

    monkeypatch.setattr(installed, "_install", install)
    with pytest.raises(KeyboardInterrupt):
        build(["0.14.0"], tmp_path)
    assert {one.suffix for one in tmp_path.iterdir()} <= {".json"}


@pytest.mark.parametrize("content", [None, "", "#!/bin/sh\necho x\n", "#!/bin/sh\nexit 7\n"])
def test_an_interpreter_that_does_not_answer_is_named(content: str | None, tmp_path: Path) -> None:
    program = tmp_path / "python"
    if content is not None:
        program.write_text(content)
        program.chmod(0o755)
    with pytest.raises(UvError, match=str(program)):
        PROVENANCE_OF(Command((str(program),)))


PROVENANCE_OF = released_harbor.provenance_of
"""As it is outside these tests."""


METADATA = """Name: harbor
Version: 0.25.0
Requires-Dist: certifi>=2027
Requires-Dist: gone>=1; extra == "all"
Requires-Dist: gone>=1; python_version < "3"
Requires-Dist: httpx>=1
"""


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """An index that has no certifi>=2027, and fails for the names in the set."""
    names: set[str] = set()

    def compile_pins(wanted: list[str], *options: str, preferred: object = None) -> dict[str, str]:
        del preferred
        (name,) = wanted
        assert not name.startswith("gone")
        if names.intersection({name.partition(">")[0]}):
            raise UvError("HTTP status server error")
        if name == "certifi>=2027" or (name == "harbor==0.25.0" and not options):
            raise NoVersionError("only certifi<=2026.10.18 is available")
        return {"harbor": "0.25.0"}

    def run(arguments: list[str], **_: str) -> str:
        if "--target" in arguments:
            folder = Path(arguments[arguments.index("--target") + 1], "harbor-0.25.0.dist-info")
            folder.mkdir(parents=True)
            (folder / "METADATA").write_text(METADATA)
        return ""

    monkeypatch.setattr(uv, "compile_pins", compile_pins)
    monkeypatch.setattr(uv, "run", run)
    return names


def test_what_no_version_meets_is_relaxed_and_an_index_that_fails_is_tried_again(
    failing: set[str], tmp_path: Path
) -> None:
    failing.add("httpx")
    absent = AbsentRelease("0.25.0", "HTTP status server error")
    assert build(["0.25.0"], tmp_path) == {"0.25.0": absent}
    failing.clear()
    built = build(["0.25.0"], tmp_path)["0.25.0"]
    assert isinstance(built, Release)
    assert built.relaxed == ("certifi>=2027",)
