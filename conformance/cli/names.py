"""Names of what there is: listed, and completed in a shell."""

from collections.abc import Callable
from typing import Annotated

import typer

from conformance.cli import output
from conformance.cli.errors import UsageError
from conformance.cli.formats import AsJson, show_json
from conformance.implementations.connectors import candidate_names, candidates, deviations
from conformance.operations import EVERY_OPERATION, REGISTRY
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol.show import unknown


def _clauses() -> dict[str, str]:
    return {id_: clause.sentence for id_, clause in CATALOGUE.items()}


def _operations() -> dict[str, str]:
    return {name: f"{of.heading} ({of.authority})" for name, of in REGISTRY.items()}


KINDS: dict[str, Callable[[], dict[str, str]]] = {
    "candidates": candidates,
    "clauses": _clauses,
    "deviations": deviations,
    "operations": _operations,
}
"""What can be listed: each name with what it is, in one line."""


def kinds_like(start: str) -> list[str]:
    """Return the kinds of names that begin so."""
    return [kind for kind in KINDS if kind.startswith(start)]


def candidates_like(start: str) -> list[str]:
    """Return the candidates of this repository whose names begin so."""
    return [name for name in candidate_names() if name.startswith(start)]


def clauses_like(start: str) -> list[str]:
    """Return the clauses whose ids begin so."""
    return [id_ for id_ in CATALOGUE if id_.startswith(start)]


def operations_like(start: str) -> list[str]:
    """Return the operations whose names begin so."""
    return [name for name in EVERY_OPERATION if name.startswith(start)]


def list_(
    kind: Annotated[
        str,
        typer.Argument(metavar="|".join(KINDS), help="What to list.", autocompletion=kinds_like),
    ],
    *,
    as_json: AsJson = False,
) -> None:
    """List what there is, a name and what it stands for on each line."""
    if kind not in KINDS:
        raise UsageError(f"{unknown('kind', kind, KINDS)}; there are {', '.join(KINDS)}")
    rows = KINDS[kind]()
    if as_json:
        show_json({**rows})
        return
    width = max(map(len, rows))
    for name, what in rows.items():
        output.line(f"{name:<{width}}  {what}")
