"""``harbor-conformance clauses``: the catalogue of requirements."""

import typer

from conformance.report import clauses_page


def clauses() -> None:
    """Print every requirement as Markdown, with the lines of harbor that it rests on."""
    typer.echo(clauses_page.to_text(), nl=False)
