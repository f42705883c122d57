"""``harbor-conformance check``: how harbor and other tools read one reward file."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

from conformance.audit import reward_file
from conformance.audit.reward_file import JSON, LARGEST, TEXT, CheckedFile, Severity
from conformance.certification import ExitCode
from conformance.cli.declaring import argument, option, switch
from conformance.cli.errors import UsageError
from conformance.cli.output import JsonOption
from conformance.implementations.installed_harbor import open_harbor
from conformance.operations import messages
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import HARBOR_VERSION


@dataclass(frozen=True, kw_only=True)
class CheckCommand(JsonOption):
    """Show how harbor reads a reward file, and what to fix.

    Exit status: 0 harbor reads it, 1 it is refused (with --strict also: it is risky), 2 usage,
    4 the oracle could not be trusted.
    """

    files: list[Path] = argument(
        ..., "reward.txt, reward.json, or - for standard input.", metavar="FILE..."
    )
    release: list[str] | None = option(
        None,
        "Also show what another release, such as 0.25.0, makes of it; repeatable.",
        metavar="VERSION",
    )
    reader: list[str] | None = option(
        None, "Also show what a reader of the survey shows, or all; repeatable.", metavar="NAME"
    )
    strict: bool = switch("Also fail if other tools interpret the file differently.")

    def run(self) -> ExitCode:
        """Print how harbor reads each file, what to write instead, and what others show."""
        contents = [self._read(file) for file in self.files]
        with closing(open_harbor()) as harbor:
            results = [reward_file.check(harbor, *content) for content in contents]
        shown = list(map(str, self.files))
        others = (self._others(*content) for content in contents)
        rows = zip(shown, results, others, strict=True)
        self.print(
            (line for row in rows for line in _lines(*row)),
            lambda: {"files": [_document(*row) for row in rows]},
        )
        bad = any(one.refused or (self.strict and one.advice) for one in results)
        return ExitCode.DIVERGES if bad else ExitCode.CONFORMANT

    def _others(self, name: str, content: bytes) -> dict[str, str]:
        """Return how other releases and readers read a file."""
        if not (self.release or self.reader):
            return {}
        from conformance.audit import readers

        return {
            **dict(readers.file_by_releases(name, content, self.release or ())),
            **dict(readers.file_by_readers(name, content, self.reader or ())),
        }

    def _read(self, file: Path) -> tuple[str, bytes]:
        """Return which of harbor's two files it is, by its name or its content, and its content."""
        content = _content(file)
        is_json = content.lstrip().startswith((b"{", b"[", b'"'))
        return _BY_SUFFIX.get(file.suffix, JSON if is_json else TEXT), content


_BY_SUFFIX = {".txt": TEXT, ".json": JSON}


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
    name = "standard input" if shown == "-" else show.printable(shown)
    name += "" if Path(shown).suffix in _BY_SUFFIX else f", read as {result.name}"
    yield f"{name}: harbor {HARBOR_VERSION}: {result.words}"
    for one in sorted(result.advice, key=lambda advice: advice.severity is Severity.RISKY):
        yield f"  {one.severity}: {one.what}: {one.instead}"
    for whom, words in others.items():
        yield f"  {whom}: {words}"


def _document(shown: str, result: CheckedFile, others: Mapping[str, str]) -> Json:
    return {
        "file": shown,
        "name": result.name,
        "refused": result.refused,
        "words": result.words,
        "answer": messages.answer_to_json("verifier", result.answer),
        "advice": [asdict(one) for one in result.advice],
        "others": {**others},
    }
