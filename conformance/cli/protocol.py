"""``harbor-conformance protocol``: the contract for programs."""

from typing import Annotated

import typer

from conformance.cli import output
from conformance.cli.errors import UsageError
from conformance.cli.formats import AsJson
from conformance.operations import FORMS
from conformance.protocol import schema as schemas


def protocol(
    *,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of every message.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print the candidate protocol; docs/protocol.md has it in words."""
    if not (schema or as_json):
        raise UsageError("give --schema; docs/protocol.md has the protocol in words")
    output.show(schemas.to_text(FORMS.values()))
