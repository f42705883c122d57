"""The generated pages are younger than the files that they rest on, and say what harbor says."""

import importlib.metadata
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import freshness
from tools.freshness import MARK, RESTS_ON, ROOT
from tools.places import __main__ as places_page
from tools.places import jobs
from tools.places.jobs import PLACES, RELEASES, STATEMENTS, SWEEPS

PARTS = list(dict.fromkeys(part for parts in RESTS_ON.values() for part in parts))

OF_A_CLAUSE = ("candidates/deviations", "conformance/operations", "corpus")
"""What a new clause changes: numbers of cases on the pages, and seldom more."""


def test_no_page_is_older_than_the_readers_and_their_inputs() -> None:
    stale = freshness.stale(ROOT / "docs")
    assert [one for one in stale if not any(f" {part} " in one for part in OF_A_CLAUSE)] == []


@pytest.mark.end_to_end
def test_no_page_is_older_than_a_file_that_it_rests_on() -> None:
    assert list(freshness.stale(ROOT / "docs")) == [], "tox -e survey writes the pages"


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that pages rest on, and with pages that are marked."""
    root = tmp_path_factory.mktemp("root")
    for part in PARTS:
        (root / part).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, root / part, ignore=lambda *_: ["__pycache__"])
        else:
            shutil.copyfile(ROOT / part, root / part)
    for page in RESTS_ON:
        (root / page).write_text("a page\n")
    freshness.mark(root, root)
    return root


def one_of_each_kind(part: Path) -> Iterator[Path]:
    """Yield a file of each suffix."""
    files = [part] if part.is_file() else sorted(file for file in part.rglob("*") if file.is_file())
    yield from {file.suffix: file for file in files}.values()


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_a_change_of_each_kind_of_file_makes_its_pages_stale(
    part: str, copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of each suffix is changed, and one is added; the other parts take no time here."""
    pages = [page for page, parts in RESTS_ON.items() if part in parts]
    monkeypatch.setattr(freshness, "RESTS_ON", {page: [part] for page in pages})
    stale = [f"{page}: {part} has changed" for page in pages]
    assert list(freshness.stale(copied, copied)) == []
    for file in one_of_each_kind(copied / part):
        content = file.read_bytes()
        file.write_bytes(content + b"\nTHIS = 'changed'\n")
        assert list(freshness.stale(copied, copied)) == stale
        file.write_bytes(content)
    if (copied / part).is_dir():
        (copied / part / "new.toml").touch()
        assert list(freshness.stale(copied, copied)) == stale
        (copied / part / "new.toml").unlink()
    assert list(freshness.stale(copied, copied)) == []


CODE = b'def one():\n    """Return 1."""\n    return 1\n'


@pytest.mark.parametrize(
    ("changed", "same"),
    [
        (b"# a comment\n" + CODE, True),
        (CODE.replace(b"Return 1.", b"Return one."), True),
        (CODE.replace(b"return 1", b"\n    return \\\n        1"), True),
        (CODE.replace(b"return 1", b"return 2"), False),
        (CODE.replace(b"    return", b"return"), False),
        (CODE + b'A = """Return 1."""\n', False),
    ],
)
def test_comments_and_docstrings_make_no_page_stale(
    changed: bytes, same: object, tmp_path: Path
) -> None:
    (tmp_path / "one.py").write_bytes(CODE)
    before = freshness.digest(tmp_path / "one.py")
    (tmp_path / "one.py").write_bytes(changed)
    assert (freshness.digest(tmp_path / "one.py") == before) == same


def test_a_page_without_a_mark_is_stale(copied: Path) -> None:
    page = copied / "survey.md"
    marked = page.read_text()
    page.write_text("a page\n")
    stale = [f"survey.md: {part} has changed" for part in RESTS_ON["survey.md"]]
    assert list(freshness.stale(copied, copied)) == stale
    page.write_text(marked)


PAGE = Path(__file__).parent.parent / "docs" / places_page.NAME
PURELIB = Path(str(importlib.metadata.distribution("harbor").locate_file("")))


def test_each_line_of_harbor_that_the_page_names_is_there() -> None:
    for file, first, last, quote in (*SWEEPS.values(), *(place.source for place in PLACES)):
        lines = (PURELIB / file).read_text(encoding="utf-8").splitlines()
        assert quote in lines[first - 1], file
        assert len(lines) >= last


def test_each_sentence_of_the_page_holds_in_a_release() -> None:
    page = PAGE.read_text(encoding="utf-8").splitlines()
    for one in STATEMENTS:
        (line,) = (line for line in page if line.startswith(f"- {one.sentence}"))
        assert re.search(r"\(\d", line), f"it holds in no release: {one.sentence}"


@pytest.mark.end_to_end
def test_the_page_is_what_both_releases_say() -> None:
    page = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
    assert places_page.markdown(jobs.said_by(RELEASES)) == page
