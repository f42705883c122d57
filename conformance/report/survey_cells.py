"""The pages of a survey as plain values: columns of readers, rows of questions, cells."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conformance.implementations.readers.reader import Reader, names
from conformance.implementations.readers.showing import ShownValue, Shows
from conformance.protocol import show
from conformance.survey.one import of_writers
from conformance.survey.questions import BY_ID, QUESTIONS, Question
from conformance.survey.results import (
    CellCause,
    Counts,
    Reading,
    Seen,
    Sign,
    Survey,
    sign_of,
)

MARKS = {
    Sign.SAME: "=",
    Sign.OTHER: "≠",
    Sign.ERROR: "✕",
    Sign.NUMBER: "!",
    Sign.LACKS: "—",
}
"""What stands for each sign, so that no colour is needed."""


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of a reader's package, and the address of its source where that is known."""

    text: str
    link: str = ""


@dataclass(frozen=True, slots=True)
class Why:
    """One reason why a reader differs, and where in its package it stands."""

    cause: str
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class SurveyCell:
    """What a reader shows for a question."""

    reader: str
    sign: Sign
    text: str
    whys: tuple[Why, ...]
    command: str

    @property
    def mark(self) -> str:
        """The sign's character."""
        return MARKS[self.sign]


@dataclass(frozen=True, slots=True)
class SurveyRow:
    """A question: what is asked, what harbor shows, and a cell for each reader."""

    id: str
    title: str
    asked: str
    harbor: str
    cells: tuple[SurveyCell, ...]


@dataclass(frozen=True, slots=True)
class SurveySection:
    """Questions of one kind."""

    title: str
    rows: tuple[SurveyRow, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A reader, and what is said of it beside its cells."""

    reader: Reader
    reading: Reading
    whys: tuple[Why, ...]

    @property
    def name(self) -> str:
        """What it is called."""
        return self.reader.name

    def same(self, page: "Page") -> tuple[int, int]:
        """Return in how many questions it shows what harbor does, and of how many."""
        rows = (row for section in page.sections for row in section.rows)
        signs = [cell.sign for row in rows for cell in row.cells if cell.reader == self.name]
        return signs.count(Sign.SAME), len(signs) - signs.count(Sign.LACKS)

    def counts(self, operation: str) -> Counts | None:
        """Return the counts of an operation that it was asked."""
        return self.reading.operations.get(operation)


@dataclass(frozen=True, slots=True)
class Page:
    """All that the pages of a survey show; ``absent`` are readers whose source was not at hand."""

    survey: Survey
    columns: tuple[Column, ...]
    sections: tuple[SurveySection, ...]
    changes: tuple[str, ...] = ()
    absent: tuple[Reader, ...] = ()

    @property
    def surveyed(self) -> tuple[Column, ...]:
        """The readers that showed anything; what writers write is in the rows."""
        return tuple(column for column in self.columns if _shows(column))

    def has(self, question: str) -> bool:
        """Return whether there is a row of a question."""
        return any(row.id == question for section in self.sections for row in section.rows)

    def row(self, question: str) -> SurveyRow:
        """Return the row of a question."""
        return next(row for section in self.sections for row in section.rows if row.id == question)


def page_of(
    survey: Survey,
    readers: Sequence[Reader],
    changes: Sequence[str] = (),
    absent: Sequence[Reader] = (),
) -> Page:
    """Return the pages of a survey of these readers; ``changes`` are those since another."""
    columns = tuple(map(_column, readers, survey.readings))
    written = {
        f"{reading.name}: {title}": files
        for reading in survey.readings
        for title, files in reading.written.items()
    }
    parts = {
        "One verifier's files": [q for q in QUESTIONS if len(q.trials) == 1 and not _counts(q)],
        "A job's mean": [q for q in QUESTIONS if len(q.trials) > 1 and not _counts(q)],
        "A job's pass@k": [q for q in QUESTIONS if _counts(q)],
        "What writers write": of_writers(written),
    }
    seen = [column for column in columns if _shows(column)]
    sections = tuple(
        SurveySection(title, tuple(_row(question, survey, seen) for question in questions))
        for title, questions in parts.items()
        if questions
    )
    return Page(survey, columns, sections, tuple(changes), tuple(absent))


def _shows(column: Column) -> bool:
    return bool(column.reading.seen) and column.reader.kind == "reader"


def _counts(question: Question) -> bool:
    return question.shows is Shows.ATTEMPTS


def _column(reader: Reader, reading: Reading) -> Column:
    return Column(reader, reading, tuple(_why(reader, cause) for cause in reading.causes))


def _row(question: Question, survey: Survey, columns: Sequence[Column]) -> SurveyRow:
    harbor = survey.shown[question.id]
    cells = tuple(
        _cell(column, question, harbor, column.reading.seen[question.id]) for column in columns
    )
    return SurveyRow(
        question.id, question.title, asked(question), _of_harbor(question, harbor), cells
    )


def _of_harbor(question: Question, harbor: ShownValue) -> str:
    """Return what harbor shows; a trial that it has an error of is a 0 in its mean."""
    lost = harbor.numbers is None and question.shows is Shows.SCORE
    return f"{words(harbor)}, and 0 in the mean" if lost else words(harbor)


def _cell(column: Column, question: Question, harbor: ShownValue, seen: Seen) -> SurveyCell:
    sign = sign_of(harbor, seen.shown)
    return SurveyCell(
        reader=column.name,
        sign=sign,
        text=words(seen.shown),
        whys=tuple(_whys(column, question, sign, seen)),
        command=_command(column.name, question.id),
    )


def _command(name: str, question: str) -> str:
    """Return what shows a cell again; what a writer wrote takes the writer as well."""
    writers = [one for one in names() if question.startswith(f"{one}-") and one != name]
    both = " ".join((name, *([] if question in BY_ID else writers)))
    return f"harbor-conformance survey {both} --question {question}"


def _whys(column: Column, question: Question, sign: Sign, seen: Seen) -> Iterator[Why]:
    """Yield the entries at work, and what the reader takes for the score, where it differs."""
    if sign is Sign.SAME:
        return
    if sign is Sign.LACKS:
        yield Why(f"it shows no {question.shows} of such a job")
        return
    named = {one.entry: why for one, why in zip(column.reading.causes, column.whys, strict=True)}
    yield from (named[title] for title in seen.causes if title in named)
    yield Why(f"its score is {column.reader.score}")


def _why(reader: Reader, cause: CellCause) -> Why:
    return Why(cause.cause, tuple(_place(reader, text) for text in cause.source.split(", ")))


_LINES = re.compile(r"([^\s:]+):(\d+)(?:-(\d+))?")


def _place(reader: Reader, text: str) -> Place:
    """Return lines of a package, with the address of the release's source where it is known."""
    match = _LINES.fullmatch(text)
    at = reader.tag or reader.commit
    if match is None or not at:
        return Place(text)
    file, first, last = match.groups()
    anchor = f"#L{first}" + (f"-L{last}" if last else "")
    return Place(text, f"{reader.repository}/blob/{at}/{reader.paths}{file}{anchor}")


def words(shown: ShownValue) -> str:
    """Return what is shown, short and printable."""
    if shown.lacks:
        return MARKS[Sign.LACKS]
    if shown.error == "None":
        return "no number"
    return "{}" if shown.numbers == {} else show.printable(str(shown))


_MOST = 3
"""Trials of a job that are told one by one."""


def asked(question: Question) -> str:
    """Return the files of a question, as somebody would write them down."""
    told = [_told(trial.files, fails=trial.fails) for trial in question.trials]
    if len(told) <= _MOST:
        return "; ".join(told)
    return f"{len(told)} trials: {'; '.join(told[:_MOST])}; …"


def _told(files: dict[str, bytes], *, fails: bool) -> str:
    if fails:
        return "a trial that failed"
    parts = [f"{name}: {show.printable(content.decode())}" for name, content in files.items()]
    return " and ".join(parts) or "no file"
