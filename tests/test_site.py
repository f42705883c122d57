"""The site of docs/: built strictly, searchable, and made from its sources."""

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from programs import ROOT, Ended, run_program
from toolchains import not_run

from conformance.report import catalogue_pages

DOCS = ROOT / "docs"
WITH_COMMANDS = [page.name for page in sorted(DOCS.glob("*.md")) if "```sh" in page.read_text()]
MKDOCS = Path(sys.executable).with_name("mkdocs")
OUTSIDE = ("mkdocs.yml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md")
PORTS = ("candidates/javascript/README.md", "candidates/rust/README.md")
FETCHED = re.compile(
    r"<(?:script|img|iframe)[^>]* src=\"?(?:https?:)?//"
    r"|<link(?! rel=\"?canonical)[^>]* href=\"?https?:|@import|url\(https?:"
)


def test_few_pages_are_written_by_hand_and_that_of_clauses_is_that_of_its_source() -> None:
    assert (DOCS / "clauses.md").read_text(encoding="utf-8") == catalogue_pages.clauses()
    by_tools = {"clauses", "coverage", "one-job-eleven-numbers", "survey", "upgrades"}
    assert len({page.stem for page in DOCS.glob("*.md")} - by_tools) <= 18


@pytest.mark.parametrize("page", [page for page in WITH_COMMANDS if page != "clauses.md"])
def test_a_page_with_commands_has_a_test_that_reads_it(page: str) -> None:
    tests = [file.read_text(encoding="utf-8") for file in (ROOT / "tests").glob("test_*.py")]
    assert any(f'"{page}"' in text for text in tests)


@pytest.mark.end_to_end
def test_the_picture_of_the_readme_is_what_a_run_prints() -> None:
    script = "import picture; assert picture.drawn() == picture.FILE.read_text(encoding='utf-8')"
    run_program(sys.executable, "-c", script, cwd=DOCS, status=0)


def build(root: Path, site: Path, status: int) -> Ended:
    if not MKDOCS.exists():
        not_run("mkdocs is not installed: the extra site has it")
    words = [str(MKDOCS), "build", "--site-dir", str(site)]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    return run_program(*words, cwd=root, env=quiet, status=status)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site, which is built without a warning."""
    folder = tmp_path_factory.mktemp("site")
    built = build(ROOT, folder, status=0)
    assert "WARNING" not in built.stderr
    return folder


@pytest.mark.end_to_end
def test_every_page_is_there_and_nothing_that_is_no_page(site: Path) -> None:
    pages = {page.stem for page in DOCS.glob("*.md")} | {"evidence", "deviations", "errata"}
    assert pages <= {folder.name for folder in site.iterdir()}
    assert "naive-sum" in (site / "deviations" / "index.html").read_text(encoding="utf-8")
    assert "Two commands" in (site / "index.html").read_text(encoding="utf-8")
    assert list(site.glob("*.py")) == []
    assert (site / "survey.html").exists()
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    assert any(one["location"].startswith("deviations/") for one in index["docs"])


@pytest.mark.end_to_end
def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    fetching = [page.name for page in site.rglob("*.html") if FETCHED.search(page.read_text())]
    assert fetching == []


@pytest.mark.end_to_end
def test_what_leads_nowhere_is_an_error(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(DOCS, copy / "docs")
    for file in (*OUTSIDE, *PORTS):
        (copy / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, copy / file)
    (copy / "docs" / "new.md").write_text("# not in the navigation")
    wrong = ("nowhere.md", "coverage.md#nowhere", "../pyproject.toml")
    with (copy / "docs" / "trust.md").open("a") as opened:
        opened.writelines(f"\n[x]({target})\n" for target in wrong)
    told = build(copy, tmp_path / "site", status=1).stderr.partition("WARNING")[2]
    said = ("'nowhere.md'", "'#nowhere'", "pyproject.toml", "new.md")
    assert [one for one in said if one not in told] == []
