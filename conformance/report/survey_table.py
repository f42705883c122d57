"""The content of a survey's pages: rows of cells, and what follows from them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from conformance.implementations.readers.reader import Reader
from conformance.survey.results import NOT_AT_FAULT, CellCause, Reading, Sign, Survey

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
        """Return how a reader agrees with the newest release on that release's folders.

        The three values: in how many rows they agree; the number of rows; and the rows in which the
        reader shows different numbers for the folders of the two releases, as title and both cells.
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
