"""``harbor-conformance check``: what harbor, and others, make of one reward file."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from conformance.audit.jobs import JSON, TEXT
from conformance.audit.reward_file import Checked, Severity
from conformance.audit.reward_file import check as checked
from conformance.certification.verdict import ExitCode
from conformance.cli.errors import UsageError
from conformance.implementations.start import open_harbor
from conformance.protocol import show
from conformance.protocol.values import HARBOR_VERSION

LARGEST = 64 * 2**20
"""Bytes beyond which a file is not read."""


def command(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="reward.txt, reward.json, or - for stdin."),
    ],
    as_: Annotated[
        str | None,
        typer.Option("--as", help="reward.txt or reward.json, where the name does not say."),
    ] = None,
    *,
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
    for shown, result in results:
        for line in _lines(shown, result):
            typer.echo(line)
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
