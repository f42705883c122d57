"""A survey as Markdown and as an HTML page: a column per reader, a row per input."""

from collections.abc import Sequence

from conformance.implementations.readers.environment import CITED
from conformance.implementations.readers.reader import Reader, names
from conformance.implementations.readers.showing import ShownValue, Shows
from conformance.operations import OPERATIONS, REGISTRY
from conformance.protocol import show
from conformance.report import pages, rendering
from conformance.report.survey_table import SurveyCell, SurveyPage, SurveyRow
from conformance.survey.inputs import INPUTS, SurveyInput, of_writers
from conformance.survey.results import (
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


LATER = (
    "Readers of result.json were given the folders that harbor {0} wrote as well: the rows in "
    "which they show what harbor {0} does, and those in which the number is not the one that they "
    "show for the folders of harbor {1}."
)


def page_of(survey: Survey, readers: Sequence[Reader], changes: Sequence[str] = ()) -> SurveyPage:
    """Return the pages of a survey of these readers; ``changes`` are those since an earlier one."""
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
    """Return everything known about one job and its trial, as text."""
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
    # Counted is what a reader could show as harbor does.
    several = reader.keys == "one" and len(pinned.numbers or ()) > 1
    counted = sign not in NOT_COUNTED and not several and not reader.unit
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
        counted,
        _words(seen.shown),
        () if sign is Sign.SAME else tuple(whys),
        command,
        _cell(reader, again, one, (newest, None)) if newest and one.id in reading.later else None,
    )


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
