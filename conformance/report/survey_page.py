"""A survey as Markdown and as an HTML page: a column per reader, a row per input."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from conformance.implementations.readers.environment import CITED
from conformance.implementations.readers.reader import Reader, names
from conformance.implementations.readers.showing import ShownValue, Shows
from conformance.operations import OPERATIONS, REGISTRY
from conformance.protocol import show
from conformance.report import pages, rendering
from conformance.survey.inputs import INPUTS, SurveyInput, of_writers
from conformance.survey.results import (
    NOT_AT_FAULT,
    NOT_COUNTED,
    CellCause,
    Reading,
    Sign,
    Survey,
    in_one_sentence,
    sign_of,
    written_by,
)

MARKS = dict(zip(Sign, "=≡≣0≈21?#≠✕!—", strict=True))
"""A mark for each sign, so that colour is not needed."""

SUMMARY = {
    "no-file": "no reward file",
    "details-in-json": "text next to the reward",
    "other-names": "keys, none of them reward",
    "mean-missing": "the mean of 1 and a trial without a reward",
}
"""The ids of the most important inputs: what readers do with them is shown first."""


_AS_NEWEST = NOT_AT_FAULT - {Sign.ZERO}
"""Signs of what the newest release shows: since 0.26.0 no trial without rewards counts 0."""


@dataclass(frozen=True, slots=True)
class SurveyCell:
    """What a reader shows for an input, and the command that repeats it.

    ``signs`` has the signs against the pinned release and the newest. ``later`` is what the reader
    shows of the folder that the newest release wrote, compared with that release.
    """

    reader: Reader
    sign: Sign
    signs: tuple[Sign, Sign]
    counted: bool
    text: str
    whys: tuple[CellCause, ...]
    command: str
    later: "SurveyCell | None" = None

    @property
    def differs(self) -> bool:
        """Whether the reader is compared with harbor here, and differs."""
        return self.counted and self.sign not in NOT_AT_FAULT


LATER = (
    "Readers of result.json were given the folders that harbor {0} wrote as well: the rows in "
    "which they show what harbor {0} does, and those in which the number is not the one that they "
    "show for the folders of harbor {1}."
)


@dataclass(frozen=True, slots=True)
class SurveyRow:
    """An input: its files, what both harbors show, and a cell for each reader."""

    id: str
    job: str
    title: str
    files: str
    harbor: str
    newest: str
    cells: tuple[SurveyCell, ...]


class SurveyGroup(NamedTuple):
    """The columns of one table, with their readers, and the index of the first."""

    title: str
    first: int
    columns: list[tuple[Reader, Reading]]

    def of(self, cells: Sequence[SurveyCell]) -> Sequence[SurveyCell]:
        """Return the cells of a row in these columns."""
        return cells[self.first : self.first + len(self.columns)]


@dataclass(frozen=True, slots=True)
class SurveyPage:
    """The content of a survey's pages."""

    survey: Survey
    readers: Sequence[Reader]
    sections: dict[str, list[SurveyRow]]
    changes: Sequence[str] = ()

    @property
    def columns(self) -> list[tuple[Reader, Reading]]:
        """The readers, each with its reading."""
        return list(zip(self.readers, self.survey.readings, strict=True))

    @property
    def surveyed(self) -> list[tuple[Reader, Reading]]:
        """The readers that showed anything, parts of harbor last; writers are in rows."""
        shows = [
            (reader, reading)
            for reader, reading in self.columns
            if reader.kind == "reader"
            and any(not seen.shown.lacks for seen in reading.seen.values())
        ]
        return sorted(shows, key=lambda pair: pair[0].releases)

    @property
    def groups(self) -> list[SurveyGroup]:
        """The columns of each table: packages, and harbor's own places."""
        packages = sum(not reader.releases for reader, _ in self.surveyed)
        both = (
            SurveyGroup("Packages", 0, self.surveyed[:packages]),
            SurveyGroup("harbor's own places", packages, self.surveyed[packages:]),
        )
        return [group for group in both if group.columns]

    @property
    def described(self) -> list[tuple[Reader, Reading]]:
        """The readers, with each part of harbor once."""
        once = {reader.name: (reader, reading) for reader, reading in reversed(self.columns)}
        return [pair for pair in self.columns if pair in once.values()]

    def without(self, reader: Reader) -> list[str]:
        """Return the releases of harbor that lack a part of it."""
        return [
            one.version
            for one, reading in self.columns
            if one.name == reader.name and reading.seen and (one, reading) not in self.surveyed
        ]

    @property
    def rows(self) -> dict[str, SurveyRow]:
        """The rows of all sections by the ids of their inputs."""
        return {row.id: row for rows in self.sections.values() for row in rows}

    def cells(self, label: str) -> dict[str, SurveyCell]:
        """Return the cells of a reader's column by the ids of their inputs."""
        return {
            row.id: cell
            for row in self.rows.values()
            for cell in row.cells
            if cell.reader.label == label
        }

    @property
    def compared(self) -> list[Reader]:
        """The readers that can match harbor in some row."""
        return [reader for reader, _ in self.surveyed if self.agreement(reader.label)[2]]

    @property
    def caused(self) -> tuple[int, int]:
        """How many cells that differ have an executed cause, and how many differ."""
        cells = [cell for row in self.rows.values() for cell in row.cells]
        cells += [cell.later for cell in cells if cell.later]
        differing = [cell for cell in cells if cell.sign not in {Sign.SAME, Sign.LACKS}]
        return sum(bool(cell.whys) for cell in differing), len(differing)

    def agreement(self, label: str) -> tuple[int, int, int]:
        """Return in how many rows a reader matches each harbor, and the number of rows."""
        counted = [cell for cell in self.cells(label).values() if cell.counted]
        pinned = sum(cell.signs[0] in NOT_AT_FAULT for cell in counted)
        return pinned, sum(cell.signs[1] in _AS_NEWEST for cell in counted), len(counted)

    def later(self, label: str) -> tuple[int, int, list[tuple[str, SurveyCell, SurveyCell]]]:
        """Return how a reader agrees with the newest release on the folders which that wrote.

        That is in how many rows both show the same, the number of rows, and those in which the
        reader shows something else than of the pinned release's folder: the title and both cells.
        """
        both = [
            (f"{row.title}{', in a job' if row.id != row.job else ''}", cell, cell.later)
            for row in self.rows.values()
            for cell in row.cells
            if cell.reader.label == label and cell.later
        ]
        counted = [later for _, _, later in both if later.counted]
        agree = sum(later.sign in _AS_NEWEST for later in counted)
        return agree, len(counted), [one for one in both if one[1].text != one[2].text]


def page_of(survey: Survey, readers: Sequence[Reader], changes: Sequence[str] = ()) -> SurveyPage:
    """Return the pages of a survey of these readers; ``changes`` are those since another."""
    page = SurveyPage(survey, readers, {}, changes)
    whole = [one for one in INPUTS if len(one.trials) > 1 and one.shows is Shows.JOB]
    parts = {
        "A trial": [one for one in INPUTS if one.shows is Shows.TRIAL],
        "A job of this one trial": [
            one for one in INPUTS if one.shows is Shows.JOB and one not in whole
        ],
        "A job's mean": whole,
        "A job's pass@k": [one for one in INPUTS if one.shows is Shows.ATTEMPTS],
        "What writers write": of_writers(written_by(survey.readings)),
    }
    for title, inputs in parts.items():
        if inputs:
            page.sections[title] = [_row(one, survey, page.surveyed) for one in inputs]
    return page


def markdown(page: SurveyPage) -> str:
    """Return the page of a survey as Markdown."""
    return pages.render("survey.md", **_values(page), code=_code)


def html(page: SurveyPage) -> str:
    """Return the page as one self-contained file of HTML, readable without scripts."""
    return pages.render("survey.html", **_values(page))


def of_job(page: SurveyPage, job: str) -> str:
    """Return everything known of one job and its trial, as text."""
    rows = [row for row in page.rows.values() if row.job == job]
    return "\n".join(pages.render("input.md", row=row) for row in rows)


def _values(page: SurveyPage) -> dict[str, object]:
    """Return the values that all templates of a survey get."""
    return {
        "page": page,
        "surveyed": page.surveyed,
        "run": [one for one in OPERATIONS if any(one in of.operations for _, of in page.surveyed)],
        "headings": {name: REGISTRY[name].heading for name in OPERATIONS},
        "marks": MARKS,
        "summary": SUMMARY,
        "address": _address,
        "in_one_sentence": in_one_sentence,
        "later_intro": LATER.format(page.survey.newest, page.survey.harbor),
    }


def _code(text: str) -> str:
    """Return text as Markdown code that may be in a table."""
    return rendering.code(text).replace("|", "\\|")


def _row(one: SurveyInput, survey: Survey, columns: Sequence[tuple[Reader, Reading]]) -> SurveyRow:
    harbors = survey.shown[one.id], survey.shown_later.get(one.id)
    cells = tuple(_cell(*column, one, harbors) for column in columns)
    pinned, newest = ("" if shown is None else _words(shown) for shown in harbors)
    return SurveyRow(one.id, one.job, one.title, _files(one), pinned, newest, cells)


def _cell(
    reader: Reader,
    reading: Reading,
    one: SurveyInput,
    harbors: tuple[ShownValue, ShownValue | None],
) -> SurveyCell:
    (pinned, newest), seen = harbors, reading.seen[one.id]
    # Files are read as they are now since 0.23.0, and trials are left out of a mean since 0.26.0.
    later = Sign.LATER if one.shows is Shows.TRIAL else Sign.NEWEST
    sign = sign_of(pinned, seen.shown, newest, later)
    if reader.unit and seen.shown.numbers is not None and sign is not Sign.STATUS:
        sign = Sign.KIND
    whys = [cause for cause in reading.causes if cause.entry in seen.causes]
    if sign is Sign.LACKS:
        why = one.why_not(reader) or seen.shown.error or "it has none of such a job"
        whys = [CellCause(entry="", cause=why, source="")]
    # A writer's file is shown again with the writer.
    writers = [name for name in names() if one.job.startswith(f"{name}-")]
    command = f"harbor-conformance survey {' '.join((reader.name, *writers))} --input {one.job}"
    again = reading.model_copy(update={"seen": reading.later, "later": {}})
    return SurveyCell(
        reader,
        sign,
        (sign_of(pinned, seen.shown), sign_of(newest or pinned, seen.shown)),
        _is_counted(reader, sign, pinned),
        _words(seen.shown),
        () if sign is Sign.SAME else tuple(whys),
        command,
        _cell(reader, again, one, (newest, None)) if newest and one.id in reading.later else None,
    )


def _is_counted(reader: Reader, sign: Sign, pinned: ShownValue) -> bool:
    """Return whether a reader could show what harbor does."""
    several = reader.keys == "one" and len(pinned.numbers or ()) > 1
    return sign not in NOT_COUNTED and not several and not reader.unit


def _address(reader: Reader, text: str) -> str:
    """Return the address of lines in the release's source, or nothing if it is unknown."""
    match = CITED.fullmatch(text)
    at = reader.tag or reader.commit
    if match is None or not at or ".dist-info/" in text:
        return ""
    file, first, last = match.groups()
    anchor = f"#L{first}" + (f"-L{last}" if last else "")
    return f"{reader.repository}/blob/{at}/{reader.paths}{file}{anchor}"


def _words(shown: ShownValue) -> str:
    """Return what is shown, shortened and printable."""
    return MARKS[Sign.LACKS] if shown.lacks else show.printable(str(shown))


_MOST = 3
"""How many trials of a job are described one by one."""


def _files(one: SurveyInput) -> str:
    """Return the files of an input, in words."""
    told = [
        "a trial that failed"
        if trial.fails
        else " and ".join(
            f"{name}: {show.printable(content.decode())}" for name, content in trial.files.items()
        )
        or "no file"
        for trial in one.trials[:_MOST]
    ]
    if len(one.trials) <= _MOST:
        return "; ".join(told)
    return f"{len(one.trials)} trials: {'; '.join(told)}; …"
