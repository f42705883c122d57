"""The generated pages are younger than the files that they rest on, and say what harbor says."""

import importlib.metadata
import re
from pathlib import Path

import pytest

from tools import freshness
from tools.freshness import MARK, ROOT
from tools.places import __main__ as places_page
from tools.places import jobs
from tools.places.jobs import PLACES, RELEASES, STATEMENTS, SWEEPS

OF_A_CLAUSE = ("candidates/deviations", "conformance/operations", "corpus")
"""What a new clause changes: numbers of cases on the pages, and seldom more."""


def test_no_page_is_older_than_the_readers_and_their_inputs() -> None:
    stale = freshness.stale(ROOT / "docs")
    assert [one for one in stale if not any(f" {part} " in one for part in OF_A_CLAUSE)] == []


@pytest.mark.end_to_end
def test_no_page_is_older_than_a_file_that_it_rests_on() -> None:
    assert list(freshness.stale(ROOT / "docs")) == [], "tox -e survey writes the pages"


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
def test_a_page_is_stale_once_code_that_it_rests_on_changes_and_not_for_its_comments(
    changed: bytes, same: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(freshness, "RESTS_ON", {"page.md": ["one.py"]})
    (tmp_path / "page.md").write_text("a page\n")
    (tmp_path / "one.py").write_bytes(CODE)
    stale = ["page.md: one.py has changed"]
    assert list(freshness.stale(tmp_path, tmp_path)) == stale, "it was never marked"
    freshness.mark(tmp_path, tmp_path)
    (tmp_path / "one.py").write_bytes(changed)
    assert list(freshness.stale(tmp_path, tmp_path)) == ([] if same else stale)


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
