"""Why no input runs some of harbor's code: the form of such lists, and that of the gate."""

from functools import cache
from pathlib import Path

from pydantic import Field

from conformance.gate.source_diff.statements import SourceStatement
from conformance.operations.harbor_modules import Table, read_table

UNREACHED = Path(__file__).parent / "unreached.toml"


class Reason(Table):
    """Why no input runs functions of a module, or only these statements of them."""

    module: str
    reason: str = Field(min_length=1)
    functions: tuple[str, ...] = Field(min_length=1)
    statements: tuple[str, ...] = ()


class _Reasons[Kind: Reason](Table):
    unreached: tuple[Kind, ...]


def read_reasons[Kind: Reason](file: Path, kind: type[Kind]) -> tuple[Kind, ...]:
    """Return the entries of a list; raises DataError."""
    return read_table(file, _Reasons[kind]).unreached  # type: ignore[valid-type] # as pydantic has it


@cache
def _reasons() -> dict[tuple[str, str], list[Reason]]:
    """Return the reasons by module and function."""
    known: dict[tuple[str, str], list[Reason]] = {}
    for entry in read_reasons(UNREACHED, Reason):
        for name in entry.functions:
            known.setdefault((entry.module, name), []).append(entry)
    return known


def why_unreached(statement: SourceStatement) -> str:
    """Return why inputs do not run a changed statement of a function, or nothing."""
    scope = statement.scope.split(".")
    for name in (*(".".join(scope[:n]) for n in range(len(scope), 0, -1)), "*"):
        for known in _reasons().get((statement.module, name), ()):
            if not known.statements or statement.text in known.statements:
                return known.reason
    return ""
