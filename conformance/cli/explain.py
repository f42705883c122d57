"""``harbor-conformance explain``: one clause, what it rests on, and what shows it."""

from collections.abc import Iterator
from typing import Annotated

import typer

from conformance.cli import output
from conformance.cli.formats import AsJson, show_json
from conformance.cli.options import clauses_like, known_clause
from conformance.implementations.connectors import deviations
from conformance.operations import authority, messages
from conformance.operations.clause import Clause, Section, Source
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.recorded import corpus
from conformance.report.clause_json import document_of, question_of


def explain(
    clause: Annotated[str, typer.Argument(help="The id of a clause.", autocompletion=clauses_like)],
    *,
    as_json: AsJson = False,
) -> None:
    """Say what a clause requires, why, what shows it, and what breaks it."""
    if as_json:
        show_json(_document(known_clause(clause)))
        return
    for line in lines(known_clause(clause)):
        output.line(line)


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
    for source in clause.sources:
        yield f"  rests on   {_ground(source)}"
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
    for name, habit in deviations(clause.id).items():
        yield f"  broken by  {name}: {habit}"


def _ground(source: Source | Section) -> str:
    return f"{source}: {source.quote.strip()}" if isinstance(source, Source) else str(source)
