"""``harbor-conformance show`` and ``explain``: what there is, and one clause with all about it."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from conformance.cli import output
from conformance.cli.errors import UsageError
from conformance.cli.options import clauses_like, known_clause
from conformance.cli.output import AsJson, chosen_of, show_json

if TYPE_CHECKING:
    from conformance.operations.clause import Clause, Section, Source
    from conformance.protocol.shapes import Json

KINDS = ("candidates", "clauses", "deviations", "operations")
"""Names that can be listed."""

THINGS = (*KINDS, "protocol", "shim", "badge")
"""What can be shown."""


class ShowFormat(StrEnum):
    """How names are printed; clauses as Markdown are docs/clauses.md."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


def _things_like(start: str) -> list[str]:
    return [thing for thing in THINGS if thing.startswith(start)]


def show(
    what: Annotated[
        str,
        typer.Argument(metavar="|".join(THINGS), help="What to show.", autocompletion=_things_like),
    ],
    report: Annotated[
        Path | None,
        typer.Argument(metavar="[REPORT]", help="Of a badge: report.json, or its folder."),
    ] = None,
    *,
    form: Annotated[
        ShowFormat, typer.Option("--format", help="How names are printed.")
    ] = ShowFormat.TEXT,
    as_json: AsJson = False,
) -> None:
    """Print names and what they stand for, the JSON Schema, the shim, or the badge of a run.

    The badge is an SVG, or with --json what shields.io's endpoint badge reads. It is green where
    everything that is claimed agrees, yellow for a partial run and declared deviations, red for a
    divergence, and grey without a verdict.

    Exit status: 0 it is printed, 2 there is no such thing.
    """
    chosen = chosen_of(form, ShowFormat.JSON, as_json=as_json)
    if (report is None) == (what == "badge"):
        raise UsageError("give a REPORT with badge, and with nothing else")
    if chosen is ShowFormat.MARKDOWN and what != "clauses":
        raise UsageError("--format markdown is for clauses")
    if what in KINDS:
        _show_names(what, chosen)
    elif what == "protocol":
        _show_protocol()
    elif what == "shim" and chosen is ShowFormat.TEXT:
        _show_shim()
    elif what == "shim":
        raise UsageError("the shim is a file of Python; it has no JSON")
    elif report is not None:
        _show_badge(report, chosen)
    else:
        from conformance.protocol.show import unknown

        raise UsageError(f"{unknown('thing', what, THINGS)}; there are {', '.join(THINGS)}")


def _show_names(kind: str, form: ShowFormat) -> None:
    if kind == "clauses" and form is not ShowFormat.TEXT:
        _show_clauses(form)
        return
    rows = names(kind)
    if form is ShowFormat.JSON:
        show_json({**rows})
        return
    width = max(map(len, rows))
    for name, what in rows.items():
        output.line(f"{name:<{width}}  {what}")


def names(kind: str) -> dict[str, str]:
    """Return each name of a kind, with what it stands for in one line."""
    from conformance.implementations.deviating import deviations
    from conformance.implementations.start import candidates
    from conformance.operations import REGISTRY

    def clauses() -> dict[str, str]:
        from conformance.operations.catalogue import CATALOGUE

        return {id_: clause.sentence for id_, clause in CATALOGUE.items()}

    def operations() -> dict[str, str]:
        return {name: f"{of.heading} ({of.authority})" for name, of in REGISTRY.items()}

    found: dict[str, Callable[[], dict[str, str]]] = dict(
        zip(KINDS, (candidates, clauses, deviations, operations), strict=True)
    )
    return found[kind]()


def _show_clauses(form: ShowFormat) -> None:
    from conformance.operations.catalogue import CATALOGUE
    from conformance.report import catalogue_pages

    if form is ShowFormat.JSON:
        show_json([catalogue_pages.document_of(clause) for clause in CATALOGUE.values()])
    else:
        output.show(catalogue_pages.clauses())


def _show_protocol() -> None:
    from conformance.operations import FORMS
    from conformance.protocol import schema

    output.show(schema.to_text(FORMS.values()))


def _show_shim() -> None:
    from conformance.implementations.process.command import SHIM

    output.show(SHIM.read_text(encoding="utf-8"))


def _show_badge(report: Path, form: ShowFormat) -> None:
    from conformance.certification import report_file
    from conformance.certification.verdict import ExitCode
    from conformance.report.badge import badge_of, to_endpoint, to_svg

    badge = badge_of(report_file.read(report))
    text = to_svg(badge) if form is ShowFormat.TEXT else to_endpoint(badge)
    output.printed(lambda: output.show(text), badge.message, ExitCode.CONFORMANT)


def explain(
    clause: Annotated[str, typer.Argument(help="The id of a clause.", autocompletion=clauses_like)],
    *,
    as_json: AsJson = False,
) -> None:
    """Print what a clause requires, why, what shows it, and what breaks it."""
    if as_json:
        show_json(_explained(known_clause(clause)))
        return
    for line in lines(known_clause(clause)):
        output.line(line)


def _explained(clause: "Clause") -> dict[str, "Json"]:
    from conformance.examination.recorded import corpus
    from conformance.implementations.deviating import deviations
    from conformance.operations import messages
    from conformance.report.catalogue_pages import document_of, question_of

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


def lines(clause: "Clause") -> Iterator[str]:
    """Yield what is known of a clause, line by line."""
    from conformance.examination.recorded import corpus
    from conformance.implementations.deviating import deviations
    from conformance.operations import authority
    from conformance.protocol import show as words

    yield clause.id
    yield f"  requires   {clause.sentence}"
    for source in clause.sources:
        yield f"  rests on   {_ground(source)}"
    if (erratum := clause.erratum) is not None:
        yield f"  erratum    {erratum.text} says: {erratum.says}"
        yield f"             harbor: {erratum.wheel}"
        yield f"             for example {words.case(erratum.case)}"
        yield f"             the text gives {words.answer(erratum.text_answer)}"
    whose = authority(clause.operation)
    for recorded in corpus.read(corpus.file_of(clause.id)):
        yield f"  recorded   {recorded.id}: {words.printable(recorded.note)}"
        yield f"             {words.case(recorded.case)}"
        yield f"             {whose}: {words.answer(recorded.answer)}"
    for name, description in deviations(clause.id).items():
        yield f"  broken by  {name}: {description}"


def _ground(source: "Source | Section") -> str:
    from conformance.operations.clause import Source

    return f"{source}: {source.quote.strip()}" if isinstance(source, Source) else str(source)
