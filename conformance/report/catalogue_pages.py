"""The catalogue as a page of Markdown, and a clause as JSON; docs/site_pages.py has the others."""

import tomllib
from functools import cache

from conformance.diagnosis.expected.deviations import find
from conformance.examination import corpus
from conformance.implementations.deviating import DEVIATION
from conformance.implementations.start import candidate_names
from conformance.operations import EVERY_OPERATION, authority, messages
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.clause import Clause
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import HARBOR_VERSION, Case
from conformance.report import pages


def clauses() -> str:
    """Return the page of harbor's requirements, clause by clause."""
    return pages.render("clauses.md", harbor=HARBOR_VERSION, clauses=by_operation())


@cache
def declared_by() -> dict[str, list[str]]:
    """Return the built-in candidates that declare each deviation as expected, by its name."""
    found: dict[str, list[str]] = {}
    for candidate in candidate_names():
        file = None if candidate.startswith(DEVIATION) else find(candidate)
        entries = tomllib.loads(file.read_text(encoding="utf-8")) if file else {}
        for entry in entries.get("deviation", ()):
            found.setdefault(entry["name"].partition("=")[0], []).append(candidate)
    return found


def by_operation() -> dict[str, list[Clause]]:
    """Return the clauses of each operation."""
    return {
        operation: [clause for clause in CATALOGUE.values() if clause.operation == operation]
        for operation in EVERY_OPERATION
    }


def document_of(clause: Clause) -> dict[str, Json]:
    """Return a clause as JSON: its requirement, its authority and its sources."""
    erratum: Json = None
    if (wrong := clause.erratum) is not None:
        erratum = {
            "text": wrong.text,
            "says": wrong.says,
            "wheel": wrong.wheel,
            **question_of(corpus.recorded_case(wrong.case)),
            "by_the_text": show.answer(wrong.text_answer),
        }
    return {
        "clause": clause.id,
        "operation": clause.operation,
        "authority": authority(clause.operation),
        "sentence": clause.sentence,
        "level": clause.rating.level,
        "reason": clause.rating.reason,
        "sources": [str(source) for source in clause.sources],
        "checks": [check.id for check in clause.checks],
        "erratum": erratum,
    }


def question_of(case: Case) -> dict[str, Json]:
    """Return a case in the protocol's form."""
    return {"op": case.operation, "input": messages.input_to_json(case)}
