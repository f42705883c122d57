"""Why no input runs some of harbor's code: the form of such lists, and that of the gate."""

from functools import cache
from pathlib import Path

from pydantic import Field

from conformance.operations.harbor_modules import Table, read_table

_FILE = Path(__file__).parent / "unreached.toml"


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


def why_unreached(module: str, function: str, statement: str = "") -> str:
    """Return why inputs do not run a changed statement of a function, or nothing."""
    around = (function.rsplit(".", n)[0] for n in range(1, function.count(".") + 1))
    for name in (function, *around, "*"):
        for known in _by_function().get((module, name), ()):
            if not known.statements or statement in known.statements:
                return known.reason
    return ""


@cache
def _by_function() -> dict[tuple[str, str], list[Reason]]:
    known: dict[tuple[str, str], list[Reason]] = {}
    for entry in read_reasons(_FILE, Reason):
        for name in entry.functions:
            known.setdefault((entry.module, name), []).append(entry)
    return known
