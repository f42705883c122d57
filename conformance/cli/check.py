"""``harbor-conformance check``: what harbor, and others, make of one reward file."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from conformance.audit.jobs import JSON, TEXT
from conformance.audit.reward_file import Checked, Severity
from conformance.audit.reward_file import check as checked
from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.errors import UsageError
from conformance.cli.output import AsJson, show_json
from conformance.implementations.installed_harbor import open_harbor
from conformance.operations import messages
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import HARBOR_VERSION

LARGEST = 64 * 2**20
"""Bytes beyond which a file is not read."""


def command(  # noqa: PLR0913 - one parameter an option
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="reward.txt, reward.json, or - for stdin."),
    ],
    as_: Annotated[
        str | None,
        typer.Option("--as", help="reward.txt or reward.json, where the name does not say."),
    ] = None,
    release: Annotated[
        list[str] | None,
        typer.Option(
            metavar="VERSION",
            help="Ask another release of harbor, such as 0.25.0, too; repeatable.",
        ),
    ] = None,
    reader: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Show what a reader of the survey makes of it, or all; repeatable."
        ),
    ] = None,
    *,
    as_json: AsJson = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail where anybody may read it otherwise.")
    ] = False,
) -> None:
    """Say what harbor makes of a reward file, and what to write instead.

    Exit status: 0 harbor reads it, 1 it is refused (with --strict also: it is risky), 2 usage,
    4 the oracle could not be trusted.
    """
    contents = [(str(file), _name(file, as_), _content(file)) for file in files]
    harbor = open_harbor()
    try:
        results = [(shown, checked(harbor, name, content)) for shown, name, content in contents]
    finally:
        harbor.close()
    documents = []
    for (shown, result), (_, name, content) in zip(results, contents, strict=True):
        if not as_json:
            output.line("\n".join(_lines(shown, result)))
        others = {}
        for whom, words in (
            *_by_releases(name, content, release or ()),
            *_by_readers(name, content, reader or ()),
        ):
            others[whom] = words
            if not as_json:
                output.line(f"  {whom}: {words}")
        documents.append(_document(shown, result, others))
    if as_json:
        show_json({"files": documents})
    raise typer.Exit(_code([result for _, result in results], strict=strict))


def _code(results: Sequence[Checked], *, strict: bool) -> ExitCode:
    bad = any(result.refused or (strict and result.advice) for result in results)
    return ExitCode.DIVERGES if bad else ExitCode.CONFORMANT


def _name(file: Path, given: str | None) -> str:
    """Return which of harbor's two files it is."""
    if given is not None:
        if given not in {TEXT, JSON}:
            raise UsageError(f"--as {given}: give {TEXT} or {JSON}")
        return given
    if file.suffix in {".txt", ".json"}:
        return TEXT if file.suffix == ".txt" else JSON
    raise UsageError(f"{file}: say with --as whether it is {TEXT} or {JSON}")


def _content(file: Path) -> bytes:
    try:
        with sys.stdin.buffer if str(file) == "-" else file.open("rb") as stream:
            content = stream.read(LARGEST + 1)
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error
    if len(content) > LARGEST:
        raise UsageError(f"{file}: more than {LARGEST:,} bytes")
    return content


def _lines(shown: str, result: Checked) -> Iterator[str]:
    yield f"{show.printable(shown)}: harbor {HARBOR_VERSION}: {result.words}"
    for one in sorted(result.advice, key=lambda advice: advice.severity is Severity.RISKY):
        yield f"  {one.severity}: {one.what}: {one.instead}"


def _document(shown: str, result: Checked, others: dict[str, str]) -> Json:
    return {
        "file": shown,
        "name": result.name,
        "refused": result.refused,
        "words": result.words,
        "answer": messages.answer_to_json("verifier", result.answer),
        "advice": [asdict(one) for one in result.advice],
        "others": {**others},
    }


def _by_releases(name: str, content: bytes, releases: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what other releases of harbor make of a file."""
    if not releases:
        return
    from conformance.cli.audit import served_release
    from conformance.implementations.process import ProcessCandidate

    for version in releases:
        with served_release(version, None) as other:
            if other is None:
                continue
            harbor = ProcessCandidate(other.version, other.command)
            try:
                yield f"harbor {other.version}", checked(harbor, name, content).words
            finally:
                harbor.abandon()


def _by_readers(name: str, content: bytes, readers: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what readers show for a job of one trial that leaves this file."""
    if not readers:
        return
    from conformance.cli.audit_readers import chosen_readers
    from conformance.implementations.environments import cache_folder
    from conformance.implementations.installed_harbor import write_jobs
    from conformance.implementations.process.reaper import reaped_tempdir
    from conformance.implementations.readers.environment import prepared
    from conformance.implementations.readers.reader import ReaderError
    from conformance.survey import showing
    from conformance.survey.questions import Question, Trial

    trial = Trial("task", text=content) if name == TEXT else Trial("task", json=content)
    question = Question("file", "the file", (trial,))
    with reaped_tempdir("harbor-conformance-check-") as folder:
        jobs = write_jobs({"file": question.scenario}, Path(folder))
        for described in chosen_readers(readers):
            try:
                ready = prepared(described, (), cache_folder())
                (shown,), _ = showing.of_reader(ready, jobs, [question], _SECONDS)
                yield described.name, show.printable(str(shown))
            except ReaderError as error:
                yield described.name, show.printable(str(error))


_SECONDS = 120.0
"""What one reader may take for one file."""
