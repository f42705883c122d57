"""``harbor-conformance check``: what harbor, and others, make of one reward file."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from conformance.audit import reward_file
from conformance.audit.reward_file import JSON, LARGEST, TEXT, CheckedFile, Severity
from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.errors import UsageError
from conformance.cli.output import AsJson, show_json
from conformance.implementations.installed_harbor import open_harbor
from conformance.operations import messages
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import HARBOR_VERSION


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
            help="Also show what another release, such as 0.25.0, makes of it; repeatable.",
        ),
    ] = None,
    reader: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Also show what a reader of the survey shows, or all; repeatable."
        ),
    ] = None,
    *,
    as_json: AsJson = False,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Also fail if other tools interpret the file differently."),
    ] = False,
) -> None:
    """Say what harbor makes of a reward file, and what to write instead.

    Exit status: 0 harbor reads it, 1 it is refused (with --strict also: it is risky), 2 usage,
    4 the oracle could not be trusted.
    """
    contents = [(str(file), _name(file, as_), _content(file)) for file in files]
    harbor = open_harbor()
    try:
        results = [
            (shown, reward_file.check(harbor, name, content)) for shown, name, content in contents
        ]
    finally:
        harbor.close()
    documents = []
    for (shown, result), (_, name, content) in zip(results, contents, strict=True):
        others = _others(name, content, release or (), reader or ())
        documents.append(_document(shown, result, others))
        if not as_json:
            output.line("\n".join(_lines(shown, result, others)))
    if as_json:
        show_json({"files": documents})
    raise typer.Exit(_code([result for _, result in results], strict=strict))


def _others(
    name: str, content: bytes, releases: Sequence[str], wanted: Sequence[str]
) -> dict[str, str]:
    """Return what other releases, and readers, make of a file."""
    if not (releases or wanted):
        return {}
    from conformance.audit import readers
    from conformance.implementations.environments import cache_folder

    return {
        **dict(readers.file_by_releases(name, content, releases, cache_folder())),
        **dict(readers.file_by_readers(name, content, wanted, cache_folder())),
    }


def _code(results: Sequence[CheckedFile], *, strict: bool) -> ExitCode:
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


def _lines(shown: str, result: CheckedFile, others: Mapping[str, str]) -> Iterator[str]:
    yield f"{show.printable(shown)}: harbor {HARBOR_VERSION}: {result.words}"
    for one in sorted(result.advice, key=lambda advice: advice.severity is Severity.RISKY):
        yield f"  {one.severity}: {one.what}: {one.instead}"
    for whom, words in others.items():
        yield f"  {whom}: {words}"


def _document(shown: str, result: CheckedFile, others: dict[str, str]) -> Json:
    return {
        "file": shown,
        "name": result.name,
        "refused": result.refused,
        "words": result.words,
        "answer": messages.answer_to_json("verifier", result.answer),
        "advice": [asdict(one) for one in result.advice],
        "others": {**others},
    }
