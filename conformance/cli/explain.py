"""``harbor-conformance explain``: the meaning of any name that this project prints."""

from collections.abc import Iterator
from dataclasses import dataclass

from conformance.certification.verdict import ExitCode
from conformance.cli.declaring import argument, option
from conformance.cli.errors import UsageError
from conformance.cli.options import CLAUSES, known_clause, like_those_of
from conformance.cli.options import OPERATIONS as OPERATION_NAMES
from conformance.cli.output import JsonOption
from conformance.cli.printed_names import folded, of_printed_name
from conformance.cli.releases import one_release, recorded_of
from conformance.diagnosis.plain import plainness
from conformance.examination.recorded import corpus
from conformance.implementations.deviating import DEVIATION, catalogue, deviations
from conformance.operations import EVERY_OPERATION, OPERATIONS, REGISTRY, authority, messages
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.clause import Clause, Source
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import HARBOR_VERSION
from conformance.report.catalogue_pages import declared_by, document_of, question_of


@dataclass(frozen=True, kw_only=True)
class ExplainCommand(JsonOption):
    """Explain a clause, a deviation or an operation.

    Exit status: 0 explained, 2 usage, 4 no answers of the release are recorded.
    """

    name: str = argument(
        ...,
        "A clause, check, recorded case, deviation or operation, as it is printed.",
        autocompletion=like_those_of(OPERATION_NAMES, CLAUSES, f"{catalogue.__module__}:catalogue"),
    )

    release: str = option(
        HARBOR_VERSION, "Show the recorded answers of this release of harbor.", metavar="X"
    )

    def run(self) -> ExitCode:
        """Print what the name stands for."""
        name = self.name.removeprefix(DEVIATION)
        release = one_release(self.release)
        recorded_of(release, OPERATIONS)
        if name in EVERY_OPERATION:
            self.print(_of_operation(name), lambda: _operation_document(name))
        elif deviation := _deviations_in(name):
            self.print(_of_deviations(deviation), lambda: _deviation_document(deviation))
        elif told := list(of_printed_name(self.name)):
            self.print(told, lambda: {"name": self.name, "lines": list[Json](told)})
        else:
            clause = _clause_of(name)
            recorded_of(release, [clause.operation])
            self.print(lines(clause, release, name), lambda: _document(clause, release))
        return ExitCode.CONFORMANT


def _deviations_in(name: str) -> list[str]:
    """Return the names of deviations joined by +, without values; none if not all exist."""
    names = [part.partition("=")[0] for part in name.split("+")]
    return names if all(_known(one) in catalogue() for one in names) else []


def _known(name: str) -> str:
    """Return the deviation that a name is about: a candidate ``without-X`` lacks X."""
    return name if name in catalogue() else name.removeprefix("without-")


def _clause_of(name: str) -> Clause:
    """Return the clause of an id, of a check or of a recorded case; raises UsageError."""
    id_ = name.partition("/")[0]
    if id_ not in CATALOGUE and ".".join(id_.split(".")[:2]) in CATALOGUE:
        id_ = ".".join(id_.split(".")[:2])
    if id_ not in CATALOGUE and "." not in id_:
        names = [*EVERY_OPERATION, *catalogue()]
        what = show.unknown("clause", name, names)
        raise UsageError(f"{what}; show clauses, show deviations and show operations list names")
    return known_clause(id_)


def _of_operation(name: str) -> Iterator[str]:
    of = REGISTRY[name]
    yield name
    yield f"  is         {of.heading}; the authority is {of.authority}"
    for clause in CATALOGUE.values():
        if clause.operation == name:
            yield f"  clause     {clause.id}: {clause.sentence}"


def _operation_document(name: str) -> dict[str, Json]:
    clauses: list[Json] = [id_ for id_, one in CATALOGUE.items() if one.operation == name]
    of = REGISTRY[name]
    return {"operation": name, "heading": of.heading, "authority": of.authority, "clauses": clauses}


def _of_deviations(names: list[str]) -> Iterator[str]:
    for printed in names:
        name = _known(printed)
        row = catalogue()[name]
        yield printed
        if printed != name:
            yield f"  lacks      {name}, which harbor has"
        yield f"  does       {deviations(row.clause)[f'{DEVIATION}{name}']}"
        yield f"  breaks     {row.clause}: {CATALOGUE[row.clause].sentence}"
        for candidate in declared_by().get(name, ()):
            yield f"  declared   by {candidate}"
        yield f"  see it     harbor-conformance certify {DEVIATION}{name} --clause {row.clause}"


def _deviation_document(names: list[str]) -> Json:
    rows: list[Json] = [
        {
            "deviation": name,
            "description": deviations(catalogue()[name].clause)[f"{DEVIATION}{name}"],
            "clause": catalogue()[name].clause,
            "declared_by": [*declared_by().get(name, ())],
        }
        for name in map(_known, names)
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
        for one in corpus.read(corpus.file_of(clause.id))
    ]
    broken_by: dict[str, Json] = {**deviations(clause.id)}
    return {**document_of(clause), "recorded": recorded, "broken_by": broken_by}


_RECORDED, _BREAKING = 3, 4
"""How many recorded cases and deviations of a clause are printed, to fit a screen."""


def lines(clause: Clause, release: str = HARBOR_VERSION, wanted: str = "") -> Iterator[str]:
    """Yield what a clause requires and rests on, its simplest cases and what breaks it.

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
    whose = authority(clause.operation)
    recorded = sorted(
        corpus.read(corpus.file_of(clause.id)),
        key=lambda one: (one.id != wanted, plainness(one.case)),
    )
    for one in recorded[:_RECORDED]:
        yield f"  recorded   {one.id}: {show.printable(one.note)}"
        yield f"             {folded(one.case)}"
        yield f"             {whose}: {show.answer(one.answer_of(release))}"
    if len(recorded) > _RECORDED:
        yield f"             … and {len(recorded) - _RECORDED} more; --json has all"
    broken = [f"  broken by  {name}: {why}" for name, why in deviations(clause.id).items()]
    yield from broken[:_BREAKING]
    if len(broken) > _BREAKING:
        yield f"             … and {len(broken) - _BREAKING} more; --json has all"
