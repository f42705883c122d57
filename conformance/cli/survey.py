"""``harbor-conformance survey``: what public readers of harbor's rewards make of the same jobs."""

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from conformance.attestation.surroundings import identity_of_reader
from conformance.certification.plan import Profile
from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.errors import UsageError
from conformance.cli.fleet import Amount, Scheduler, workers_of
from conformance.cli.options import Cache, Jobs, Seed
from conformance.cli.output import AsJson, Summary, summarise
from conformance.examination.recorded.atomic_write import atomic_write
from conformance.implementations.environments import cache_folder, uv
from conformance.implementations.environments.uv import UvError
from conformance.implementations.readers.environment import only_in_repository
from conformance.implementations.readers.reader import Reader, ReaderError, names, reader
from conformance.protocol import show
from conformance.report import survey_page
from conformance.report.progress import doing
from conformance.survey import survey as taking
from conformance.survey.latest import changes
from conformance.survey.latest import latest as newest_of
from conformance.survey.questions import BY_ID
from conformance.survey.results import Survey
from conformance.survey.survey import SurveySettings


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
    latest: Annotated[
        bool,
        typer.Option("--latest", help="Take the newest versions, and tell what changed."),
    ] = False,
    write: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write survey.md and survey.html to this folder."),
    ] = None,
    profile: Amount = Profile.QUICK,
    seed: Seed = 0,
    seconds: Annotated[float, typer.Option(min=1, help="What one reader may take.")] = 900.0,
    jobs: Jobs = None,
    cache: Cache = None,
    scheduler: Scheduler = None,
    summary: Summary = None,
    as_json: AsJson = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Take nothing from an earlier survey.")
    ] = False,
) -> None:
    """Install public readers of harbor's rewards, and show them the jobs that harbor runs.

    Exit status: 0 all expected deviations hold, 1 one does not, 2 usage, 3 a reader could not be
    surveyed, 4 the oracle could not be trusted, 130 interrupted.
    """
    of_writers = tuple(f"{name}-" for name in names())
    if question is not None and question not in BY_ID and not question.startswith(of_writers):
        raise UsageError(f"no question {question!r}; there are {', '.join(BY_ID)}")
    try:
        uv.program()
        sources = dict(map(_source, source or ()))
        chosen = _chosen(readers or (), sources)
    except (ReaderError, UvError) as error:
        raise UsageError(str(error)) from error
    settings = SurveySettings(
        readers=chosen,
        cache=(cache or cache_folder()).absolute(),
        workers=workers_of(jobs, scheduler),
        identity_of=identity_of_reader,
        seed=seed,
        profile=profile,
        sources=sources,
        seconds=seconds,
        fresh=fresh,
    )
    with doing() as tell:
        result = taking.survey(settings, tell)
        since: list[str] = []
        if latest:
            pinned, chosen = result, tuple(map(_latest, chosen))
            result = taking.survey(replace(settings, readers=chosen), tell)
            since = changes(pinned, result)
    absent = [] if readers else [one for one in map(reader, names()) if _is_away(one, sources)]
    page = survey_page.page_of(result, chosen, since, absent)
    if question is not None:
        if question not in page.rows:
            raise UsageError(f"no question {question!r}: survey the writer whose file it is, too")
        text = survey_page.of_question(page, question)
    else:
        text = survey_page.markdown(page)
    code = _code(result)
    document = {**result.model_dump(mode="json"), "since": since}
    printed = json.dumps(document, indent=2) + "\n" if as_json else text
    output.printed(lambda: output.show(printed), result.verdict, code)
    summarise(summary, lambda: text, code)
    if write is not None:
        _write(write, {"survey.md": text, "survey.html": survey_page.html(page)}, code)
    raise typer.Exit(code)


def _chosen(given: Sequence[str], sources: Collection[str]) -> tuple[Reader, ...]:
    """Return the readers that are named, or else all whose source is at hand."""
    described = tuple(map(reader, given or names()))
    away = [one for one in described if _is_away(one, sources)]
    if given and away:
        raise UsageError(only_in_repository(away[0]))
    return tuple(one for one in described if one not in away)


def _is_away(described: Reader, sources: Collection[str]) -> bool:
    return described.from_repository and described.name not in sources


def _latest(described: Reader) -> Reader:
    """Return a reader in its newest version; where that is not known, the survey says why."""
    try:
        return newest_of(described)
    except ReaderError as error:
        typer.echo(show.printable(str(error)), err=True)
        return described


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
            atomic_write(folder / name, text)
    except OSError as error:
        output.tell(f"--write {folder}: {error.strerror}; the survey above holds", code)
