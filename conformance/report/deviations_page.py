"""The catalogue of deviations as a page of Markdown."""

from conformance.implementations.deviating import DEVIATION, deviations
from conformance.operations import EVERY_OPERATION
from conformance.operations.catalogue import CATALOGUE

_HEAD = """# Deviations

Ways in which runners are known to differ from harbor; `harbor-conformance show deviations` prints
the same list. Each is a
candidate, `certify deviation/NAME`, and may be an [expected deviation](expected-deviations.md) of
others. Each is caught by the [clause](clauses.md) next to it, and may break others along with it.
*Takes* names a value that may be given, as in `first-64-trials=80`.
"""


def to_text() -> str:
    """Return the page."""
    return "\n".join([_HEAD, *(_operation(operation) for operation in EVERY_OPERATION)])


def _operation(operation: str) -> str:
    clauses = [id_ for id_, clause in CATALOGUE.items() if clause.operation == operation]
    rows = [
        f"| `{name.removeprefix(DEVIATION)}` | {_cell(description)} | `{clause}` |"
        for clause in clauses
        for name, description in deviations(clause).items()
    ]
    head = [f"## {operation}\n", "| deviation | what it does | clause |", "|---|---|---|"]
    return "\n".join([*head, *rows, ""])


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
