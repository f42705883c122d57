"""The page of a survey: what it spells out, links to and opens; test_pages.py has the rest."""

from pathlib import Path

from browsing import HOSTILE, MARKUP, UNSEEN

from conformance.implementations.readers.reader import Reader, ReaderTarget
from conformance.implementations.readers.showing import ShownValue
from conformance.report import survey_page
from conformance.report.pages import visible
from conformance.survey.inputs import INPUTS
from conformance.survey.results import CellCause, Counts, Reading, Seen, Sign, Survey


def described(name: str) -> Reader:
    return Reader(
        name=name,
        folder=Path(),
        kind="reader",
        source="index",
        package=name,
        version="1.0.0",
        python="3.12",
        module=name,
        repository="https://example.org/project",
        tag="v1.0.0",
        paths="src/",
        target=ReaderTarget(release="==0.24.0", source="reader.dist-info/METADATA:3"),
        read={"package/file.py:1-20": "def read()"},
        trial="results",
        job="results",
        attempts=True,
        score="the first number",
        sentence=f"It is {HOSTILE}.",
        calls={"verifier": "read"},
        lacks={"metric": f"it has none {MARKUP}"},
    )


READERS = tuple(described(f"reader-{number}") for number in range(12))
VALUES = (
    ShownValue(numbers={"": "1"}),
    ShownValue(numbers={"": "0.5000000000000001"}),
    ShownValue(numbers={HOSTILE: "1", "b": "2"}),
    ShownValue(error=HOSTILE),
    ShownValue(lacks=True),
)


def reading(place: int, reader: Reader) -> Reading:
    return Reading(
        name=reader.name,
        version=reader.version,
        seen={
            one.id: Seen(shown=VALUES[(number + place) % len(VALUES)], causes=("cause",))
            for number, one in enumerate(INPUTS)
        },
        later={one.id: Seen(shown=VALUES[place % 2], causes=("cause",)) for one in INPUTS[:10]},
        verdict=f"NOT CONFORMANT {HOSTILE}",
        holds=False,
        operations={"verifier": Counts(cases=2794, declared=12, divergences=1)},
        findings=(HOSTILE,),
        causes=(CellCause(entry="cause", cause=f"why {HOSTILE}", source="package/file.py:3-9"),),
    )


PAGE = survey_page.page_of(
    Survey(
        harbor="0.13.1",
        seed=0,
        profile="quick",
        shown={one.id: VALUES[0] for one in INPUTS},
        newest="0.25.0",
        shown_later={one.id: VALUES[3] for one in INPUTS},
        readings=tuple(reading(place, one) for place, one in enumerate(READERS)),
    ),
    READERS,
    changes=(HOSTILE,),
)


def test_what_cannot_be_seen_is_spelled_out_in_one_file_that_loads_nothing() -> None:
    assert visible(UNSEEN) == "abc\\u001b[31m\\u0000\\u202edef\\u2066"
    text = survey_page.html(PAGE)
    assert not {"\x1b", "\x00", "\u202e", "\u2066"} & set(text)
    for markup in ("<script>", "<img", "<link"):
        assert markup not in text
    assert "src=" not in text.replace("src=x", "")
    assert "url(" not in text
    assert text.count("<rect") == 2 * len(READERS), "a bar for each reader and release"
    assert survey_page.html(PAGE) == text


def test_a_cell_links_to_the_lines_of_the_release_and_a_job_alone_is_printed_with_its_trial() -> (
    None
):
    link = "https://example.org/project/blob/v1.0.0/src/package/file.py#L3-L9"
    assert f'<a href="{link}">' in survey_page.html(PAGE)
    assert "harbor-conformance survey reader-0 --input both-files" in survey_page.html(PAGE)
    assert f"]({link})" in survey_page.markdown(PAGE)
    text = survey_page.of_job(PAGE, "both-files")
    assert text.startswith("both files: reward.txt 0, reward.json 1: reward.txt: 0 and reward.json")
    assert "both files: reward.txt 0, reward.json 1, in a job: reward.txt: 0" in text
    assert "(package/file.py:3-9)" in text
    assert text.count("\nreader-") == 2 * len(READERS)


def test_the_page_starts_with_what_the_newest_versions_change_and_each_reader_in_a_line() -> None:
    text = survey_page.markdown(PAGE)
    assert text.startswith("# Since the pinned versions")
    pinned, newest, count = PAGE.agreement("reader-0")
    assert 0 < pinned < count
    assert 0 < newest < count
    assert f"| reader-0 | {pinned} of {count} | {newest} of {count} | ==0.24.0 |" in text


def test_the_folders_of_the_newest_release_are_compared_with_that_release() -> None:
    """Readers with an even number show what this newest release, with VALUES[3], does not."""
    agree, count, changed = PAGE.later("reader-0")
    assert (agree, count) == (0, 10)
    assert {before.text for _, before, _ in changed} == {
        str(PAGE.cells("reader-0")[one.id].text) for one in INPUTS[:10]
    } - {"1"}
    assert {now.text for _, _, now in changed} == {"1"}
    assert {now.sign for _, _, now in changed} == {Sign.NUMBER}
    title = next(title for title, _, _ in changed)
    assert f"{title}: `1`, not `" in survey_page.markdown(PAGE)
    assert '<h2 id="later">' in survey_page.html(PAGE)
    assert "of the newest harbor's folder: 1 (no error" in survey_page.of_job(PAGE, "zero")
    alone = PAGE.survey.model_copy(update={"newest": "", "shown_later": {}})
    page = survey_page.page_of(alone, READERS)
    assert page.later("reader-0") == (0, 0, [])
    assert '<h2 id="later">' not in survey_page.html(page)


def test_rows_that_a_reader_of_one_number_cannot_win_are_not_counted() -> None:
    cells = PAGE.cells("reader-0").values()
    assert {cell.counted for cell in cells if cell.sign is Sign.LACKS} == {False}
    shown = {one.id: VALUES[2] for one in INPUTS}
    readings = (PAGE.survey.readings[0],)
    several = PAGE.survey.model_copy(update={"shown": shown, "readings": readings})
    assert survey_page.page_of(several, READERS[:1]).agreement("reader-0")[2] == 0


def test_a_part_of_harbor_has_a_column_for_each_release_in_a_table_of_its_own() -> None:
    part = described("part").model_copy(update={"releases": True, "unit": "tasks"})
    both = (part, part.model_copy(update={"version": "2.0.0"}))
    readings = (PAGE.survey.readings[0], *(reading(0, one) for one in both))
    survey = PAGE.survey.model_copy(update={"readings": readings})
    page = survey_page.page_of(survey, (READERS[0], *both))
    text = survey_page.markdown(page)
    assert "| input | harbor 0.13.1 | harbor 0.25.0 | reader-0 |\n" in text
    assert "| input | harbor 0.13.1 | harbor 0.25.0 | part 1.0.0 | part 2.0.0 |\n" in text
    assert text.count("\n### part ") == 1
    # What counts something else than rewards is compared with nothing.
    assert page.agreement("part 1.0.0") == page.agreement("part 2.0.0")
    signs = {cell.sign for cell in page.cells("part 1.0.0").values()}
    assert signs == {Sign.KIND, Sign.LATER, Sign.NEWEST, Sign.LACKS}
