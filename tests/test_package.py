"""What people install: a wheel and an sdist that hold all, and work in an empty folder."""

import sys
import tarfile
import zipfile
from functools import partial
from pathlib import Path

import pytest
from programs import BIN, ROOT, last_line, run_program
from toolchains import not_run

from conformance import __version__

pytestmark = pytest.mark.end_to_end

OURS = ("candidates", "conformance", "corpus", "oracle", "harbor_conformance.py")
DOCS = f"harbor_conformance-{__version__}.data/data/share/doc/harbor-conformance/"


run = partial(run_program, cwd=ROOT, status=0)


def tracked(*folders: str) -> set[str]:
    """Return the files of the repository, below these folders."""
    listed = run("git", "ls-files", "--", *folders)
    return {file for file in listed.stdout.splitlines() if (ROOT / file).exists()}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the wheel and the sdist, as ``python -m build`` makes them."""
    if not (BIN / "twine").exists():
        not_run("build and twine are not installed: the extra package has them")
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--installer", "uv", "--outdir", str(folder))
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return {"wheel": wheel, "sdist": sdist}


def test_both_are_named_for_the_newest_entry_of_the_changelog(built: dict[str, Path]) -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\n## {__version__} - 2" in changelog
    assert [file.name for file in built.values()] == [
        f"harbor_conformance-{__version__}-py3-none-any.whl",
        f"harbor_conformance-{__version__}.tar.gz",
    ]


def test_the_index_would_take_them_and_nothing_is_wrong_with_the_wheel(
    built: dict[str, Path],
) -> None:
    run(str(BIN / "twine"), "check", "--strict", *map(str, built.values()))
    run(str(BIN / "check-wheel-contents"), str(built["wheel"]))


def test_the_wheel_holds_the_packages_and_the_docs_and_nothing_else(built: dict[str, Path]) -> None:
    with zipfile.ZipFile(built["wheel"]) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    packages = {file for file in tracked(*OURS) if not file.endswith(".gitignore")}
    docs = {DOCS + file.removeprefix("docs/") for file in tracked("docs")}
    assert names == packages | docs


def test_the_sdist_holds_the_whole_repository(built: dict[str, Path]) -> None:
    with tarfile.open(built["sdist"]) as sdist:
        names = {member.name.partition("/")[2] for member in sdist.getmembers()}
    assert names == {file for file in tracked() if not file.startswith(".ci/")} | {"PKG-INFO"}


@pytest.fixture(scope="module", params=["wheel", "sdist"])
def installed(
    request: pytest.FixtureRequest, built: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    environment = tmp_path_factory.mktemp(request.param) / "environment"
    uv = str(BIN / "uv")
    run(uv, "venv", "--quiet", "--python", sys.executable, str(environment))
    python = ("--python", str(environment / "bin" / "python"))
    constraints = ("--constraint", str(ROOT / "constraints.txt"))
    what = str(built[request.param])
    run(uv, "pip", "install", "--quiet", *python, *constraints, what)
    return environment / "bin"


def test_it_certifies_from_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    command = str(installed / "harbor-conformance")
    words = ("certify", "reference", "--profile", "quick", "--jobs", "1")
    ended = run(command, *words, cwd=tmp_path)
    assert last_line(ended).startswith("CONFORMANT (verifier, multi_step, metric,")
    assert list(tmp_path.iterdir()) == []
