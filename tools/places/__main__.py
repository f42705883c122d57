"""The page "One job, eleven numbers" as Markdown."""

import sys
from collections.abc import Mapping
from pathlib import Path

from conformance.examination.atomic_write import atomic_write
from conformance.report import pages
from tools.places.jobs import (
    JOBS,
    PLACES,
    RELEASES,
    STATEMENTS,
    SWEEPS,
    Lines,
    Saying,
    said_by,
)

NAME = "one-job-eleven-numbers.md"

*_SHOWN, _MAPPER = PLACES

_TITLES = {job.id: job.title for job in JOBS}


def markdown(said: Mapping[str, Mapping[str, Saying]]) -> str:
    """Return the page of what the places of each release show."""
    statements = [
        {
            "sentence": one.sentence,
            "releases": ", ".join(release for release in said if one.holds_of(said[release])),
            "bound": _TITLES[one.bound],
        }
        for one in STATEMENTS
    ]
    tables = [
        (release, [(job.title, [_cell(jobs[job.id][p.name]) for p in _SHOWN]) for job in JOBS])
        for release, jobs in said.items()
    ]
    swept = {release: jobs["passes"]["harbor sweeps"]["tasks"] for release, jobs in said.items()}
    seen = "; ".join(f"{one} runs {two[1]} of {two[0]} task again" for one, two in swept.items())
    return pages.filled(
        Path(__file__).with_name("page.md"),
        places=PLACES,
        shown=_SHOWN,
        mapped={release: _cell(jobs["passes"][_MAPPER.name]) for release, jobs in said.items()},
        sweeps=SWEEPS,
        lines=_lines,
        statements=statements,
        tables=tables,
        releases=" and ".join(said),
        seen=seen,
    )


def _lines(source: Lines) -> str:
    """Return ``file:line``, or ``file:first-last``."""
    file, first, last, _ = source
    return f"{file}:{first}" if first == last else f"{file}:{first}-{last}"


def _cell(said: object) -> str:
    """Return what a place shows as text for a cell."""
    match said:
        case {"raises": error}:
            return f"✕ {error}"
        case dict():
            return ", ".join(f"{name} {_value(value)}" for name, value in said.items())
    return str(said)


def _value(value: object) -> str:
    match value:
        case list():
            return " / ".join(map(_value, value))
        case dict():
            return " ".join(f"{key} {number}" for key, number in value.items())
    return str(value)


if __name__ == "__main__":
    atomic_write(Path(sys.argv[1]) / NAME, markdown(said_by(RELEASES)))
