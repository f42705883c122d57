"""``harbor-conformance survey``: what public readers of harbor's rewards make of the same jobs."""

from pathlib import Path
from typing import Annotated

import typer

from conformance.certification.plan import Profile
from conformance.certification.run import default_jobs
from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.errors import UsageError
from conformance.cli.progress import doing
from conformance.implementations.cache import cache_folder
from conformance.implementations.environments import uv
from conformance.implementations.environments.uv import UvError
from conformance.implementations.readers.reader import ReaderError, names, reader
from conformance.recorded.whole import write_whole
from conformance.report import survey_cells, survey_markdown, survey_page
from conformance.survey import survey as taking
from conformance.survey.questions import BY_ID
from conformance.survey.results import Survey
from conformance.survey.survey import Settings


def survey(  # noqa: PLR0913 - one parameter an option
    readers: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help="Readers; all by default.")
    ] = None,
    source: Annotated[
        list[str] | None,
        typer.Option(help="NAME=FOLDER: the checkout of a reader that is only in a repository."),
    ] = None,
    *,
    question: Annotated[
        str | None, typer.Option(help="Print this question alone, with all that is known of it.")
    ] = None,
    write: Annotated[
        Path | None, typer.Option(help="Write survey.md and survey.html to this folder.")
    ] = None,
    profile: Annotated[Profile, typer.Option(help="How many questions are asked.")] = Profile.QUICK,
    seed: Annotated[int, typer.Option(min=0, help="Which questions are generated.")] = 0,
    seconds: Annotated[float, typer.Option(min=1, help="What one reader may take.")] = 900.0,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Processes; as many as processors by default.")
    ] = None,
    cache: Annotated[
        Path | None, typer.Option(help="Folder of the environments; in ~/.cache by default.")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Take nothing from an earlier survey.")
    ] = False,
) -> None:
    """Install public readers of harbor's rewards, and show them the jobs that harbor runs.

    Exit status: 0 every ledger holds, 1 one does not, 2 usage, 3 a reader could not be
    surveyed, 4 the oracle could not be trusted, 130 interrupted.
    """
    if question is not None and question not in BY_ID:
        raise UsageError(f"no question {question!r}; there are {', '.join(BY_ID)}")
    try:
        uv.program()
        chosen = tuple(reader(name) for name in readers or names())
        sources = dict(map(_source, source or ()))
    except (ReaderError, UvError) as error:
        raise UsageError(str(error)) from error
    settings = Settings(
        readers=chosen,
        cache=(cache or cache_folder()).absolute(),
        jobs=jobs or default_jobs(),
        seed=seed,
        profile=profile,
        sources=sources,
        seconds=seconds,
        fresh=fresh,
    )
    with doing() as tell:
        result = taking.survey(settings, tell)
    page = survey_cells.page_of(result, chosen)
    if question is not None:
        text = survey_markdown.of_question(page, question)
    else:
        text = survey_markdown.to_text(page)
    code = _code(result)
    output.printed(lambda: output.show(text), result.verdict, code)
    if write is not None:
        _write(write, {"survey.md": text, "survey.html": survey_page.to_text(page)}, code)
    raise typer.Exit(code)


def _source(text: str) -> tuple[str, Path]:
    name, _, folder = text.partition("=")
    if not folder:
        raise UsageError(f"--source {text}: give NAME=FOLDER")
    if name not in names():
        raise UsageError(f"--source {text}: no reader {name!r}; there are {', '.join(names())}")
    return name, Path(folder)


def _code(result: Survey) -> ExitCode:
    if not result.holds:
        return ExitCode.DIVERGES
    return ExitCode.CANDIDATE if result.problems else ExitCode.CONFORMANT


def _write(folder: Path, texts: dict[str, str], code: ExitCode) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            write_whole(folder / name, text)
    except OSError as error:
        output.tell(f"--write {folder}: {error.strerror}; the survey above holds", code)
