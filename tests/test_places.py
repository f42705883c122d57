"""The page "One job, eleven numbers": its sentences, its lines of harbor and its tables."""

import importlib.metadata
import re
from pathlib import Path

import pytest

from conformance.implementations.installed_harbor import write_jobs
from conformance.implementations.released_harbor import INSTALLED
from conformance.protocol.values import HARBOR_VERSION
from tools.freshness import MARK
from tools.places import __main__ as places_page
from tools.places import jobs
from tools.places.jobs import JOBS, PLACES, RELEASES, STATEMENTS, SWEEPS

PAGE = Path(__file__).parent.parent / "docs" / places_page.NAME
PURELIB = Path(str(importlib.metadata.distribution("harbor").locate_file("")))


def test_each_line_of_harbor_that_the_page_names_is_there() -> None:
    for file, first, last, quote in (*SWEEPS.values(), *(place.source for place in PLACES)):
        lines = (PURELIB / file).read_text(encoding="utf-8").splitlines()
        assert quote in lines[first - 1], file
        assert len(lines) >= last


def test_the_page_has_what_the_installed_harbor_says_of_each_job(tmp_path: Path) -> None:
    """Its sentences hold of one job and not of its neighbour, and its rows are what is said."""
    said = jobs.said_of(INSTALLED, write_jobs(jobs.SCENARIOS, tmp_path))
    page = PAGE.read_text(encoding="utf-8").splitlines()
    for one in STATEMENTS:
        (line,) = (line for line in page if line.startswith(f"- {one.sentence}"))
        assert (f"({HARBOR_VERSION}" in line) == one.holds_of(said), one.sentence
        assert re.search(r"\(\d", line), f"it holds in no release: {one.sentence}"
    rows = places_page.markdown({HARBOR_VERSION: said}).splitlines()
    for job in JOBS:
        (row,) = (row for row in rows if row.startswith(f"| {job.title} |"))
        assert row in page


@pytest.mark.end_to_end
def test_the_page_is_what_both_releases_say() -> None:
    page = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
    assert places_page.markdown(jobs.said_by(RELEASES)) == page
