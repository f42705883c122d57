"""``harbor-conformance survey``: what public readers of harbor's rewards make of the same jobs."""

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from conformance.attestation.surroundings import identity_of_reader
from conformance.certification.plan import Profile
from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.errors import UsageError
from conformance.cli.options import CacheOptions, Seed
from conformance.cli.output import CommandResult, Format, ResultOptions
from conformance.cli.work import Amount, WorkOptions
from conformance.examination.recorded.atomic_write import atomic_write
from conformance.implementations.environments import uv
from conformance.implementations.readers.environment import only_in_repository
from conformance.implementations.readers.reader import Reader, ReaderError, names, reader
from conformance.protocol import show
from conformance.report import survey_page
from conformance.report.harbor_places import NEWEST
from conformance.report.progress import doing
from conformance.survey import survey as taking
from conformance.survey.latest import changes
from conformance.survey.latest import latest as newest_of
from conformance.survey.questions import BY_ID
from conformance.survey.results import Survey
from conformance.survey.survey import SurveySettings


@dataclass(frozen=True, kw_only=True)
class SurveyCommand(CacheOptions, WorkOptions, ResultOptions):
    """Compare public readers of harbor's rewards on the same jobs.

    Exit status: 0 all expected deviations hold, 1 one does not, 2 usage, 3 a reader could not be
    surveyed, 4 the oracle could not be trusted, 130 interrupted.
    """

    readers: Annotated[
        list[str] | None, Argument(metavar="[NAME]...", help="Readers; all by default.")
    ] = None
    source: Annotated[
        list[str] | None,
        Option(help="NAME=FOLDER: the checkout of a reader that is only in a repository."),
    ] = None
    question: Annotated[
        str | None, Option(help="Print only this question, with all that is known of it.")
    ] = None
    latest: Annotated[
        bool, Option("--latest", help="Take the newest versions, and tell what changed.")
    ] = False
    write_to: Annotated[
        Path | None,
        Option("--write", metavar="DIR", help="Write survey.md and survey.html to this folder."),
    ] = None
    profile: Amount = Profile.QUICK
    seed: Seed = 0
    seconds: Annotated[float, Option(min=1, help="What one reader may take.")] = 900.0
    fresh: Annotated[bool, Option("--fresh", help="Take nothing from an earlier survey.")] = False

    def run(self) -> ExitCode:
        """Print what the readers make of the jobs, and write the pages."""
        self._refuse_unknown_question()
        uv.program()
        sources = dict(map(_source, self.source or ()))
        chosen = _chosen(self.readers or (), sources)
        result, chosen, since = self._surveyed(chosen, sources)
        away = [] if self.readers else [r for r in map(reader, names()) if _is_away(r, sources)]
        page = survey_page.page_of(result, chosen, since, away)
        if self.question is not None and self.question not in page.rows:
            what = f"no question {self.question!r}"
            raise UsageError(f"{what}: survey the writer whose file it is, too")
        text = survey_page.markdown(page)
        if self.question is not None:
            text = survey_page.of_question(page, self.question)
        document = {**result.model_dump(mode="json"), "since": since}
        writers: dict[Format, Callable[[], str]] = {
            Format.TEXT: lambda: text,
            Format.MARKDOWN: lambda: text,
            Format.JSON: lambda: json.dumps(document, indent=2) + "\n",
        }
        code = _code(result)
        self.write(CommandResult(result.verdict, code, writers))
        if self.write_to is not None:
            texts = {"survey.md": text, "survey.html": survey_page.html(page)}
            _write(self.write_to, texts, code)
        return code

    def _refuse_unknown_question(self) -> None:
        of_writers = tuple(f"{name}-" for name in names())
        wanted = self.question
        if wanted is not None and wanted not in BY_ID and not wanted.startswith(of_writers):
            raise UsageError(f"no question {wanted!r}; there are {', '.join(BY_ID)}")

    def _surveyed(
        self, chosen: tuple[Reader, ...], sources: dict[str, Path]
    ) -> tuple[Survey, tuple[Reader, ...], list[str]]:
        """Return the survey, the readers in their versions, and what changed in the newest ones."""
        settings = SurveySettings(
            readers=chosen,
            cache=self.kept_in,
            workers=self.workers(),
            identity_of=identity_of_reader,
            seed=self.seed,
            profile=self.profile,
            sources=sources,
            seconds=self.seconds,
            fresh=self.fresh,
            newest=NEWEST,
        )
        with doing() as tell:
            pinned = taking.survey(settings, tell)
            if not self.latest:
                return pinned, chosen, []
            newest = tuple(map(_latest, chosen))
            result = taking.survey(replace(settings, readers=newest), tell)
            return result, newest, changes(pinned, result)


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
