"""``harbor-conformance corpus``: the recorded cases against the installed harbor."""

import re
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Option

from conformance.certification import ExitCode
from conformance.cli.ask import parse_input
from conformance.cli.declaring import argument
from conformance.cli.errors import UsageError
from conformance.cli.options import known_clause
from conformance.cli.output import JsonOption
from conformance.examination import corpus
from conformance.examination.corpus import CorpusMismatchError, mismatches
from conformance.implementations.start import open_harbor
from conformance.operations import messages
from conformance.protocol import show
from conformance.protocol.shapes import Json

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True, kw_only=True)
class CorpusVerifyCommand(JsonOption):
    """Run every recorded case through harbor again; exit status 1 if an answer changed."""

    def run(self) -> ExitCode:
        """Print the answers that changed, and the number of cases."""
        operations = {file.parent.name for file in corpus.files()}
        with closing(open_harbor()) as harbor:
            changes = [one for name in sorted(operations) for one in mismatches(harbor, name)]
            harbor.verify()
        count = len(list(corpus.load()))
        self.print(
            [*map(_text, changes), f"{count} recorded cases, {len(changes)} answers changed"],
            lambda: {"recorded": count, "changes": [*map(_document, changes)]},
        )
        return ExitCode.CONFORMANT if count and not changes else ExitCode.DIVERGES


def _document(change: CorpusMismatchError) -> Json:
    operation = change.recorded.case.operation
    return {
        "id": change.recorded.id,
        "recorded": messages.answer_to_json(operation, change.recorded.answer),
        "now": messages.answer_to_json(operation, change.answer),
    }


def _text(change: CorpusMismatchError) -> str:
    return (
        f"{change.recorded.id}\n  recorded  {show.answer(change.recorded.answer)}\n"
        f"  now       {show.answer(change.answer)}"
    )


@dataclass(frozen=True, kw_only=True)
class CorpusRecordCommand(JsonOption):
    """Run one case through harbor and record its answer in the corpus of this checkout."""

    clause: str = argument(..., "The clause that the case belongs to.")
    name: str = argument(..., "The name of the case, such as empty-json.")
    note: Annotated[str, Option(help="Why the case is recorded.")]
    input_: Annotated[str, Option("--input", help="The input as protocol JSON, @FILE or - .")]

    def run(self) -> ExitCode:
        """Record the case; print harbor's answer and the file."""
        if not _NAME.fullmatch(self.name):
            raise UsageError(f"{self.name}: give lower-case words with hyphens, such as empty-json")
        case = parse_input(known_clause(self.clause).operation, self.input_)
        with closing(open_harbor()) as harbor:
            (recorded,) = corpus.record(harbor, self.clause, [(self.name, self.note, case)])
        file = str(corpus.file_of(self.clause).relative_to(Path.cwd(), walk_up=True))
        answer = messages.answer_to_json(case.operation, recorded.answer)
        self.print(
            [f"{recorded.id}: {show.answer(recorded.answer)}", f"kept in {file}"],
            lambda: {"id": recorded.id, "answer": answer, "file": file},
        )
        return ExitCode.CONFORMANT
