"""``harbor-conformance interop``: what harbor and the readers of its rewards say, side by side."""

import typer

from conformance.implementations.start import READERS, open_candidate, open_harbor
from conformance.ledger.ledger import Ledger, find
from conformance.ledger.reading import load
from conformance.report import interop_page


def interop() -> None:
    """Print the table of what each reader makes of telling inputs, as Markdown."""
    readers = []
    for name in READERS:
        file = find(name)
        readers.append((open_candidate(name), load(file) if file else Ledger()))
    harbor = open_harbor()
    try:
        typer.echo(interop_page.to_text(harbor, readers), nl=False)
    finally:
        harbor.close()
