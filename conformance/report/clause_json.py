"""A clause as JSON: what ``explain`` and ``clauses`` know of it."""

from conformance.operations import authority, messages
from conformance.operations.clause import Clause, Erratum
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case


def document_of(clause: Clause) -> dict[str, Json]:
    """Return what is required, by whom, and what it rests on."""
    return {
        "clause": clause.id,
        "operation": clause.operation,
        "authority": authority(clause.operation),
        "sentence": clause.sentence,
        "sources": [str(source) for source in clause.sources],
        "checks": [check.id for check in clause.checks],
        "erratum": None if clause.erratum is None else _erratum(clause.erratum),
    }


def question_of(case: Case) -> dict[str, Json]:
    """Return a case in the protocol's form."""
    return {"op": case.operation, "input": messages.input_to_json(case)}


def _erratum(erratum: Erratum) -> Json:
    return {
        "text": erratum.text,
        "says": erratum.says,
        "wheel": erratum.wheel,
        **question_of(erratum.case),
        "by_the_text": show.answer(erratum.text_answer),
    }
