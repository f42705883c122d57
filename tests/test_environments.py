"""What names a release; its environment is built again where it, or its record, is damaged."""

import json
import platform
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from programs import ROOT

from conformance.implementations import released_harbor
from conformance.implementations.environments import cache_folder, installed, uv, versions
from conformance.implementations.environments.uv import UvError
from conformance.implementations.process.command import Command
from conformance.implementations.released_harbor import AbsentRelease, Release
from oracle.provenance import Provenance

DAMAGED = "harbor/job.py differs from the published wheel"


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Which environments were built; one with a file named damaged is not as it was."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
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


def build(versions: Sequence[str]) -> dict[str, Release | AbsentRelease]:
    with released_harbor.served(versions) as found:
        return found


def again(*versions: str) -> list[Release]:
    """Return what is the same of releases whenever they are served."""
    found = build(versions).values()
    return [replace(one, command=Command(())) for one in found if isinstance(one, Release)]


@pytest.mark.parametrize("text", ["", '{"harbor": "0.1', "[]", "{}", '{"a": 1}'])
def test_a_record_that_is_damaged_is_resolved_again(
    text: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first = again("0.14.0")
    (file,) = tmp_path.glob("*/*.json")
    file.write_text(text)
    assert again("0.14.0") == first
    assert caplog.messages == [f"{file} is damaged: its versions are resolved again"]
    assert json.loads(file.read_text()) == {"harbor": "0.14.0", "pydantic": "2"}


ABSENT = "it has no interpreter"
DAMAGES: dict[str, tuple[Callable[[Path], None], str]] = {
    "no interpreter": (lambda folder: (folder / "bin" / "python").unlink(), ABSENT),
    "not executable": (lambda folder: (folder / "bin" / "python").chmod(0o644), ABSENT),
    "changed bytes": (lambda folder: (folder / "damaged").touch(), DAMAGED),
    "other pydantic": (lambda folder: (folder / "other-pydantic").touch(), "pydantic is 1, not 2"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_an_environment_that_is_damaged_is_built_again(
    name: str, built: list[Path], caplog: pytest.LogCaptureFixture
) -> None:
    damage, why = DAMAGES[name]
    (one,) = again("0.14.0")
    assert again("0.14.0") == [one]
    assert built == [one.folder]
    damage(one.folder)
    assert again("0.14.0") == [one]
    assert caplog.messages == [f"{one.folder} is damaged and is built again: {why}"]
    assert built == [one.folder] * 2


def test_an_environment_depends_on_its_release_only() -> None:
    assert again("0.15.0", "0.14.0")[1:] == again("0.14.0")


def test_virtual_environments_of_one_interpreter_share_theirs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = installed.key({"a": "1"})
    assert known != installed.key({"a": "2"})
    monkeypatch.setattr(sys, "executable", "/another/venv/bin/python")
    assert installed.key({"a": "1"}, sys.executable) == known
    monkeypatch.setattr(platform, "python_version", lambda: "3.12.99")
    assert installed.key({"a": "1"}, sys.executable) != known


def test_a_release_gets_the_versions_of_constraints_txt() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    here, preferred = dict(line.split("==") for line in lines), installed.preferred()
    assert len(here.keys() & preferred.keys()) > len(preferred) / 2
    assert here == {**here, **{one: v for one, v in preferred.items() if one in here}}


def test_an_environment_whose_building_is_interrupted_leaves_no_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def install(folder: Path, *_: object) -> None:
        (folder / "bin").mkdir(parents=True)
        raise KeyboardInterrupt

    monkeypatch.setattr(installed, "_install", install)
    with pytest.raises(KeyboardInterrupt):
        build(["0.14.0"])
    assert {one.suffix for one in cache_folder().iterdir()} <= {".json"}


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


@pytest.mark.parametrize(
    ("words", "base", "pairs"),
    [
        (["0.13.0..0.13.2"], "0.13.1", "0.13.0 → 0.13.1, 0.13.1 → 0.13.2"),
        (["v0.14.0", "1.0.0-rc1", "0.14"], "0.13.1", "0.13.1 → 0.14.0, 0.13.1 → 1.0.0rc1"),
        (["latest"], "0.14.0", "0.14.0 → 0.99.0"),
    ],
)
def test_a_release_of_a_range_is_compared_with_the_one_before_and_others_once_with_the_base(
    words: list[str], base: str, pairs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uv, "compile_pins", lambda *_: {"harbor": "0.99.0"})
    assert ", ".join(map(str, versions.pairs_of(words, base))) == pairs


def test_a_message_says_how_to_get_uv(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UvError, match=r"pip install -e '\.\[gate\]'"):
        uv.program()
