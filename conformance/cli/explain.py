"""``harbor-conformance explain``: one clause, with everything that is known of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from typer import Argument

from conformance.certification.verdict import ExitCode
from conformance.cli.options import clauses_like, known_clause
from conformance.cli.output import JsonOption
from conformance.examination.recorded import corpus
from conformance.implementations.deviating import deviations
from conformance.operations import authority, messages
from conformance.operations.clause import Clause, Source
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.report.catalogue_pages import document_of, question_of


@dataclass(frozen=True, kw_only=True)
class ExplainCommand(JsonOption):
    """Print what a clause requires, why, what shows it, and what breaks it."""

    clause: Annotated[str, Argument(help="The id of a clause.", autocompletion=clauses_like)]

    def run(self) -> ExitCode:
        """Print the clause."""
        clause = known_clause(self.clause)
        self.print(lines(clause), lambda: _document(clause))
        return ExitCode.CONFORMANT


def _document(clause: Clause) -> dict[str, Json]:
    recorded: list[Json] = [
        {
            "id": one.id,
            "note": one.note,
            **question_of(one.case),
            "answer": messages.answer_to_json(one.case.operation, one.answer),
        }
        for one in corpus.read(corpus.file_of(clause.id))
    ]
    broken_by: dict[str, Json] = {**deviations(clause.id)}
    return {**document_of(clause), "recorded": recorded, "broken_by": broken_by}


def lines(clause: Clause) -> Iterator[str]:
    """Yield what is known of a clause, line by line."""
    yield clause.id
    yield f"  requires   {clause.sentence}"
    yield f"  level      {clause.rating.level}: {clause.rating.reason}"
    for source in clause.sources:
        quote = f": {source.quote.strip()}" if isinstance(source, Source) else ""
        yield f"  rests on   {source}{quote}"
    if (erratum := clause.erratum) is not None:
        yield f"  erratum    {erratum.text} says: {erratum.says}"
        yield f"             harbor: {erratum.wheel}"
        yield f"             for example {show.case(erratum.case)}"
        yield f"             the text gives {show.answer(erratum.text_answer)}"
    whose = authority(clause.operation)
    for recorded in corpus.read(corpus.file_of(clause.id)):
        yield f"  recorded   {recorded.id}: {show.printable(recorded.note)}"
        yield f"             {show.case(recorded.case)}"
        yield f"             {whose}: {show.answer(recorded.answer)}"
    for name, description in deviations(clause.id).items():
        yield f"  broken by  {name}: {description}"
