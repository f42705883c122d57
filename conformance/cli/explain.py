"""``harbor-conformance explain``: the meaning of any name that this project prints."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from conformance.certification.verdict import ExitCode
from conformance.cli.declaring import argument, option, switch
from conformance.cli.errors import UsageError
from conformance.cli.output import JsonOption
from conformance.cli.printed_names import LONGEST, of_printed_name, on_a_screen, other_names
from conformance.cli.releases import one_release, recorded_of
from conformance.diagnosis.plain import plainness
from conformance.examination.recorded import corpus
from conformance.implementations.deviating import (
    DEVIATION,
    WITHOUT,
    NamedDeviation,
    UnknownCandidateError,
    catalogue,
    deviation_of,
    deviations,
)
from conformance.operations import EVERY_OPERATION, OPERATIONS, REGISTRY, authority, messages
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.clause import Clause, Level, Source
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import HARBOR_VERSION
from conformance.report.catalogue_pages import declared_by, document_of, question_of


def _like_names(start: str) -> list[str]:
    """Complete a name, or after a clause and a dot that of a recorded case."""
    clause = start.rpartition(".")[0]
    names = _every_name()
    if clause in CATALOGUE:
        names = [one.id for one in corpus.of_clause(clause)]
    return [name for name in names if name.startswith(start)]


def _every_name() -> list[str]:
    return [*EVERY_OPERATION, *CATALOGUE, *catalogue(), *other_names()]


@dataclass(frozen=True, kw_only=True)
class ExplainCommand(JsonOption):
    """Explain any name that this program prints, on one screen.

    Exit status: 0 explained, 2 usage, 4 no answers of the release are recorded.
    """

    name: str = argument(
        ...,
        "A clause, cause, candidate, error, release or word, as it is printed.",
        autocompletion=_like_names,
    )

    release: str = option(
        HARBOR_VERSION, "Show the recorded answers of this release of harbor.", metavar="X"
    )
    verbose: bool = switch("Print everything, on as many lines as it needs.")

    def run(self) -> ExitCode:
        """Print what the name stands for."""
        name = self.name.removeprefix(DEVIATION)
        release = one_release(self.release)
        recorded_of(release, OPERATIONS)
        ids = name.partition("/")[0], ".".join(name.split(".")[:2])  # of a check, of a case
        if name in EVERY_OPERATION:
            self._print(_of_operation(name), lambda: _operation_document(name))
        elif deviation := _deviations_in(name):
            self._print(_of_deviations(deviation), lambda: _deviation_document(deviation))
        elif clause := next((CATALOGUE[one] for one in ids if one in CATALOGUE), None):
            recorded_of(release, [clause.operation])
            self._print(lines(clause, release, name), lambda: _document(clause, release))
        elif told := list(of_printed_name(self.name)):
            self._print(told, lambda: {"name": self.name, "lines": list[Json](told)})
        else:
            what = show.unknown("name", name, _every_name())
            raise UsageError(f"{what}; show clauses, show deviations and show candidates list some")
        return ExitCode.CONFORMANT

    def _print(self, told: Iterable[str], document: Callable[[], object]) -> None:
        self.print(told if self.verbose else on_a_screen(told), document)


def _deviations_in(name: str) -> dict[str, NamedDeviation]:
    """Return the deviations joined by + by their printed names; none if not all exist."""
    try:
        found = {printed: deviation_of(printed) for printed in name.split("+")}
    except UnknownCandidateError as error:
        raise UsageError(str(error)) from error
    return {printed: row for printed, row in found.items() if row and all(found.values())}


def _of_operation(name: str) -> Iterator[str]:
    yield name
    yield f"  is         {REGISTRY[name].heading}; the authority is {authority(name)}"
    for clause in sorted(CATALOGUE.values(), key=lambda one: [*Level].index(one.rating.level)):
        if clause.operation == name:
            yield f"  {clause.rating.level:<9}  {clause.id}: {clause.sentence}"


def _operation_document(name: str) -> dict[str, Json]:
    clauses: list[Json] = [id_ for id_, one in CATALOGUE.items() if one.operation == name]
    of = REGISTRY[name]
    return {"operation": name, "heading": of.heading, "authority": of.authority, "clauses": clauses}


def _of_deviations(found: Mapping[str, NamedDeviation]) -> Iterator[str]:
    for printed, row in found.items():
        yield printed
        if printed.startswith(WITHOUT) and printed != row.name:
            yield f"  lacks      {row.name}, which harbor has"
        yield f"  does       {_description(row)}"
        yield f"  breaks     {row.clause}: {CATALOGUE[row.clause].sentence}"
        for candidate in declared_by().get(row.name, ()):
            yield f"  declared   by {candidate}"
        yield f"  see it     harbor-conformance certify {DEVIATION}{row.name} --clause {row.clause}"


def _description(row: NamedDeviation) -> str:
    """Return what a deviation does, and which values it takes if it was named without one."""
    return deviations(row.clause).get(f"{DEVIATION}{row.name}", row.description)


def _deviation_document(found: Mapping[str, NamedDeviation]) -> Json:
    rows: list[Json] = [
        {
            "deviation": row.name,
            "description": _description(row),
            "clause": row.clause,
            "declared_by": [*declared_by().get(row.name, ())],
        }
        for row in found.values()
    ]
    return rows[0] if len(rows) == 1 else rows


def _document(clause: Clause, release: str) -> dict[str, Json]:
    recorded: list[Json] = [
        {
            "id": one.id,
            "note": one.note,
            **question_of(one.case),
            "answer": messages.answer_to_json(one.case.operation, one.answer_of(release)),
        }
        for one in corpus.of_clause(clause.id)
    ]
    broken_by: dict[str, Json] = {**deviations(clause.id)}
    return {**document_of(clause), "recorded": recorded, "broken_by": broken_by}


def lines(clause: Clause, release: str = HARBOR_VERSION, wanted: str = "") -> Iterator[str]:
    """Yield what a clause requires and rests on, what breaks it, and its cases, the simplest first.

    A recorded case that is ``wanted`` comes first.
    """
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
    for name, why in deviations(clause.id).items():
        yield f"  broken by  {name}: {why}"
    cases = corpus.of_clause(clause.id)
    for one in sorted(cases, key=lambda one: (one.id != wanted, plainness(one.case))):
        yield f"  recorded   {one.id}: {show.printable(one.note)}"
        yield f"             {show.case(one.case, longest=LONGEST)}"
        yield f"             {authority(clause.operation)}: {show.answer(one.answer_of(release))}"
