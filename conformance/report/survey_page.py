"""A survey as Markdown and as an HTML page: columns of readers, rows of questions, cells."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from conformance.implementations.readers.environment import only_in_repository
from conformance.implementations.readers.reader import Reader, names
from conformance.implementations.readers.showing import ShownValue, Shows
from conformance.operations import OPERATIONS, REGISTRY
from conformance.protocol import show
from conformance.report import pages, rendering
from conformance.survey.questions import BY_ID, QUESTIONS, Question, of_writers
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

MARKS = {
    Sign.SAME: "=",
    Sign.LATER: "≡",
    Sign.ZERO: "0",
    Sign.ROUNDED: "≈",
    Sign.SINGLE: "1",
    Sign.OTHER: "≠",
    Sign.ERROR: "✕",
    Sign.NUMBER: "!",
    Sign.LACKS: "—",
}
"""What stands for each sign, so that no colour is needed."""


@dataclass(frozen=True, slots=True)
class SurveyCell:
    """What a reader shows for a question, and the command that shows it again."""

    reader: Reader
    sign: Sign
    text: str
    whys: tuple[CellCause, ...]
    command: str


@dataclass(frozen=True, slots=True)
class SurveyRow:
    """A question: what is asked, what both harbors show, and a cell for each reader."""

    id: str
    title: str
    asked: str
    harbor: str
    newest: str
    cells: tuple[SurveyCell, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """All that the pages of a survey show; ``absent`` are readers whose source was not at hand."""

    survey: Survey
    readers: Sequence[Reader]
    sections: Mapping[str, Sequence[SurveyRow]]
    changes: Sequence[str] = ()
    absent: Sequence[Reader] = ()

    @property
    def columns(self) -> list[tuple[Reader, Reading]]:
        """The readers, each with its reading."""
        return list(zip(self.readers, self.survey.readings, strict=True))

    @property
    def rows(self) -> dict[str, SurveyRow]:
        """The rows of all sections by the ids of their questions."""
        return {row.id: row for rows in self.sections.values() for row in rows}

    def same(self, name: str) -> str:
        """Return in how many questions a reader shows what harbor does, and of how many.

        Those that a reader of one number cannot answer so are left out.
        """
        cells = (cell for row in self.rows.values() for cell in row.cells)
        signs = [cell.sign for cell in cells if cell.reader.name == name]
        counted = [sign for sign in signs if sign not in NOT_COUNTED]
        return f"{sum(sign in NOT_AT_FAULT for sign in counted)} of {len(counted)}"


def page_of(
    survey: Survey,
    readers: Sequence[Reader],
    changes: Sequence[str] = (),
    absent: Sequence[Reader] = (),
) -> Page:
    """Return the pages of a survey of these readers; ``changes`` are those since another."""
    counted = [question for question in QUESTIONS if question.shows is Shows.ATTEMPTS]
    scored = [question for question in QUESTIONS if question not in counted]
    parts = {
        "One verifier's files": [one for one in scored if len(one.trials) == 1],
        "A job's mean": [one for one in scored if len(one.trials) > 1],
        "A job's pass@k": counted,
        "What writers write": of_writers(written_by(survey.readings)),
    }
    columns = [pair for pair in zip(readers, survey.readings, strict=True) if _is_surveyed(*pair)]
    sections = {
        title: [_row(question, survey, columns) for question in questions]
        for title, questions in parts.items()
        if questions
    }
    return Page(survey, readers, sections, changes, absent)


def _is_surveyed(reader: Reader, reading: Reading) -> bool:
    """Return whether a reader showed anything; what writers write is in the rows."""
    return bool(reading.seen) and reader.kind == "reader"


def markdown(page: Page) -> str:
    """Return the page of a survey as Markdown."""
    return pages.render("survey.md", **_values(page), code=_code)


def html(page: Page) -> str:
    """Return the page as one self-contained file of HTML, readable without scripts."""
    return pages.render("survey.html", **_values(page))


def of_question(page: Page, question: str) -> str:
    """Return one question with all that is known of it, as text."""
    return pages.render("question.md", row=page.rows[question])


def _values(page: Page) -> dict[str, object]:
    """Return what the templates of a survey have in common."""
    surveyed = [pair for pair in page.columns if _is_surveyed(*pair)]
    asked = [one for one in OPERATIONS if any(one in of.operations for _, of in surveyed)]
    return {
        "page": page,
        "surveyed": surveyed,
        "asked": asked,
        "headings": {name: REGISTRY[name].heading for name in OPERATIONS},
        "marks": MARKS,
        "address": _address,
        "in_one_sentence": in_one_sentence,
        "only_in_repository": only_in_repository,
    }


def _code(text: str) -> str:
    """Return text as code of Markdown that may be in a table."""
    return rendering.code(text).replace("|", "\\|")


def _row(
    question: Question, survey: Survey, columns: Sequence[tuple[Reader, Reading]]
) -> SurveyRow:
    harbors = survey.shown[question.id], survey.shown_later.get(question.id)
    cells = tuple(_cell(*column, question, harbors) for column in columns)
    pinned, newest = (_of_harbor(question, one) for one in harbors)
    return SurveyRow(question.id, question.title, _asked(question), pinned, newest, cells)


def _of_harbor(question: Question, shown: ShownValue | None) -> str:
    """Return what a release of harbor shows; a trial that it has an error of is 0 in its mean."""
    if shown is None:
        return ""
    lost = shown.numbers is None and question.shows is Shows.SCORE
    return f"{_words(shown)}, and 0 in the mean" if lost else _words(shown)


def _cell(
    reader: Reader,
    reading: Reading,
    question: Question,
    harbors: tuple[ShownValue, ShownValue | None],
) -> SurveyCell:
    seen = reading.seen[question.id]
    pinned, newest = harbors
    sign = sign_of(pinned, seen.shown, newest)
    # What a writer wrote is shown again with the writer.
    writers = [one for one in names() if question.id.startswith(f"{one}-") and one != reader.name]
    both = " ".join((reader.name, *([] if question.id in BY_ID else writers)))
    command = f"harbor-conformance survey {both} --question {question.id}"
    named = {one.entry: one for one in reading.causes}
    whys = [named[title] for title in seen.causes if title in named]
    if sign is Sign.SAME:
        whys = []
    elif sign is Sign.LACKS:
        whys = [_plain(f"it shows no {question.shows} of such a job")]
    else:
        whys.append(_plain(f"its score is {reader.score}"))
    return SurveyCell(reader, sign, _words(seen.shown), tuple(whys), command)


def _plain(cause: str) -> CellCause:
    return CellCause(entry="", cause=cause, source="")


_LINES = re.compile(r"([^\s:]+):(\d+)(?:-(\d+))?")


def _address(reader: Reader, text: str) -> str:
    """Return the address of lines in the release's source, or nothing where it is not known."""
    match = _LINES.fullmatch(text)
    at = reader.tag or reader.commit
    if match is None or not at:
        return ""
    file, first, last = match.groups()
    anchor = f"#L{first}" + (f"-L{last}" if last else "")
    return f"{reader.repository}/blob/{at}/{reader.paths}{file}{anchor}"


def _words(shown: ShownValue) -> str:
    """Return what is shown, short and printable."""
    if shown.lacks:
        return MARKS[Sign.LACKS]
    if shown.error == "None":
        return "no number"
    return "{}" if shown.numbers == {} else show.printable(str(shown))


_MOST = 3
"""Trials of a job that are described one by one."""


def _asked(question: Question) -> str:
    """Return the files of a question, as somebody would write them down."""
    told = [_files(trial.files, fails=trial.fails) for trial in question.trials]
    if len(told) <= _MOST:
        return "; ".join(told)
    return f"{len(told)} trials: {'; '.join(told[:_MOST])}; …"


def _files(files: dict[str, bytes], *, fails: bool) -> str:
    if fails:
        return "a trial that failed"
    parts = [f"{name}: {show.printable(content.decode())}" for name, content in files.items()]
    return " and ".join(parts) or "no file"
