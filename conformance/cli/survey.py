"""``harbor-conformance survey``: how public readers of harbor's rewards read the same jobs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from conformance.attestation.surroundings import identity_of_reader
from conformance.certification import ExitCode
from conformance.certification.plan import Profile
from conformance.cli import output
from conformance.cli.candidates import one_release
from conformance.cli.declaring import argument, option, switch
from conformance.cli.errors import UsageError
from conformance.cli.options import Amount, Seed, WorkOptions
from conformance.cli.output import CommandResult, Format, ResultOptions
from conformance.implementations.environments import uv
from conformance.implementations.environments.uv import UvError
from conformance.implementations.environments.versions import NEWEST
from conformance.implementations.readers.environment import interpreter
from conformance.implementations.readers.reader import Reader, ReaderError, names, reader
from conformance.protocol import show
from conformance.report import rendering, survey_page
from conformance.report.progress import tell_line
from conformance.survey import survey as taking
from conformance.survey.inputs import BY_JOB
from conformance.survey.results import Reading, Survey
from conformance.survey.survey import SurveySettings


@dataclass(frozen=True, kw_only=True)
class SurveyCommand(WorkOptions, ResultOptions):
    """Compare public readers of harbor's rewards on the same jobs.

    Exit status: 0 all expected deviations hold, 1 one does not, 2 usage, 3 a reader could not be
    surveyed, 4 a release could not be trusted or installed, 130 interrupted.
    """

    readers: list[str] | None = argument(None, "Readers; all by default.", metavar="[NAME]...")
    only: str | None = option(
        None, "Print only this input, with all causes.", "--input", metavar="ID"
    )
    latest: bool = switch("Use the newest versions, and print what changed.")
    write_to: Path | None = option(
        None, "Write survey.md and survey.html to this folder.", "--write", metavar="DIR"
    )
    profile: Amount = Profile.QUICK
    seed: Seed = 0
    seconds: float = option(900.0, "Limit for one reader, in seconds.", min=1)
    release: str = option(
        NEWEST, "The release of harbor that is shown next to 0.13.1.", metavar="X"
    )
    fresh: bool = switch("Ignore the results of earlier surveys.")

    def run(self) -> ExitCode:
        """Print how the readers read the jobs, and write the pages."""
        of_writers = tuple(f"{name}-" for name in names())
        wanted = self.only
        if wanted is not None and wanted not in BY_JOB and not wanted.startswith(of_writers):
            raise UsageError(f"no input {wanted!r}; there are {', '.join(BY_JOB)}")
        chosen = _chosen(self.readers or names(), one_release(self.release))
        uv.program()
        result, chosen, since = self._surveyed(chosen)
        page = survey_page.page_of(result, chosen, since)
        if self.only is None:
            text = survey_page.markdown(page)
        elif not (text := survey_page.of_job(page, self.only)):
            raise UsageError(f"no input {self.only!r}: survey the writer whose file it is, too")
        document = {**result.model_dump(mode="json"), "since": since}
        writers = dict.fromkeys((Format.TEXT, Format.MARKDOWN), lambda: text)
        writers[Format.JSON] = lambda: rendering.json_text(document)
        code = _code(result)
        self.write(CommandResult(result.verdict, code, writers))
        if self.write_to is not None:
            texts = {"survey.md": text, "survey.html": survey_page.html(page)}
            told = f"--write {self.write_to}: {{}}; the survey above holds"
            output.write_all(self.write_to, texts, code, told)
        return code

    def _surveyed(self, chosen: tuple[Reader, ...]) -> tuple[Survey, tuple[Reader, ...], list[str]]:
        """Return the survey, the readers in their versions, and what changed in the newest ones."""
        settings = SurveySettings(
            readers=chosen,
            workers=self.workers(),
            identity_of=identity_of_reader,
            seed=self.seed,
            profile=self.profile,
            seconds=self.seconds,
            fresh=self.fresh,
            newest=one_release(self.release),
        )
        pinned = taking.survey(settings, tell_line)
        if not self.latest:
            return pinned, chosen, []
        newest = tuple(map(_latest, chosen))
        if [one.version for one in newest] == [one.version for one in chosen]:
            newest, result = chosen, pinned
        else:
            result = taking.survey(replace(settings, readers=newest), tell_line)
        ends = [f"{one.name}: {one.ending}" for one in chosen if one.ending]
        return result, newest, [*version_changes(pinned, result), *ends]


def _chosen(given: Sequence[str], newest: str) -> tuple[Reader, ...]:
    """Return the named readers; parts of harbor in the newest release as well."""
    return tuple(
        reader(f"{one.name}=={version}")
        for one in map(reader, given)
        for version in ([*dict.fromkeys([one.version, newest])] if one.releases else [one.version])
    )


def newest_version(described: Reader) -> Reader:
    """Return a reader in the newest version on the package index that has it.

    Raises ReaderError.
    """
    if described.from_repository or described.releases:
        return described
    try:
        python = interpreter(described.python)
        wanted = f"{described.package}{f'<{end.version}' if (end := described.ended) else ''}"
        (version,) = uv.compile_pins([wanted], "--no-deps", python=python).values()
    except UvError as error:
        raise ReaderError(f"{described.name}: the newest version is not known: {error}") from error
    return described.model_copy(update={"version": version, "tag": ""})


def _latest(described: Reader) -> Reader:
    """Return a reader in its newest version, or the reason why that is unknown."""
    try:
        return newest_version(described)
    except ReaderError as error:
        tell_line(show.printable(str(error)))
        return described


def version_changes(pinned: Survey, newest: Survey) -> Iterator[str]:
    """Yield what the newest versions do differently from the pinned ones, a line each."""
    for before, after in zip(pinned.readings, newest.readings, strict=True):
        if problem := after.problem or before.problem:
            yield f"{before.name}: {problem}"
        elif before.version == after.version:
            yield f"{before.name} {before.version}: no newer version was surveyed"
        else:
            name = f"{before.name} {before.version} → {after.version}"
            lines = [*_changes(before, after)] or ["nothing changed"]
            yield from (f"{name}: {line}" for line in lines)


def _changes(before: Reading, after: Reading) -> Iterator[str]:
    for id_, seen in before.seen.items():
        other = after.seen.get(id_)
        if other is not None and other.shown != seen.shown:
            job = BY_JOB.get(id_.removesuffix("-job"))
            yield f"{job.title if job else id_}: {other.shown}, where it was {seen.shown}"
    if not after.holds:
        yield "its expected deviations do not hold any more"
        yield from after.findings


def _code(result: Survey) -> ExitCode:
    if not result.holds:
        return ExitCode.DIVERGES
    if not result.shown_later:
        return ExitCode.ORACLE
    return ExitCode.CANDIDATE if result.problems else ExitCode.CONFORMANT
