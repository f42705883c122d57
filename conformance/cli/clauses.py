"""``harbor-conformance clauses``: the catalogue of clauses."""

from conformance.cli import output
from conformance.cli.formats import AsJson, show_json
from conformance.operations.catalogue import CATALOGUE
from conformance.report import clauses_page
from conformance.report.clause_json import document_of


def clauses(*, as_json: AsJson = False) -> None:
    """Print every clause as Markdown, with the lines of harbor that it rests on."""
    if as_json:
        show_json([document_of(clause) for clause in CATALOGUE.values()])
    else:
        output.show(clauses_page.to_text())
