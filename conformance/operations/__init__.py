"""The operations: a folder each, which holds all of its clauses, inputs and checks.

Other code knows a folder only by its ``OPERATION``; a new folder is found here.
"""

import pkgutil
from importlib import import_module

from conformance.operations.operation import AGENT_CHALLENGE, HARBOR, Operation
from conformance.protocol.lines import Form

__all__ = [
    "AGENT_CHALLENGE", "EVERY_OPERATION", "FORMS", "HARBOR", "HARBOR_OPERATIONS", "OPERATIONS",
    "REGISTRY", "Operation", "authority",
]  # fmt: skip


def _found() -> list[Operation]:
    folders = [module.name for module in pkgutil.iter_modules(__path__) if module.ispkg]
    modules = [import_module(f"{__name__}.{folder}") for folder in folders]
    operations = [module.OPERATION for module in modules if hasattr(module, "OPERATION")]
    return sorted(operations, key=lambda operation: operation.stage)


REGISTRY: dict[str, Operation] = {operation.name: operation for operation in _found()}
"""Each operation by its name, in the order in which data flows through harbor."""

EVERY_OPERATION = tuple(REGISTRY)
"""The names of all operations; ``run`` is harbor's own, and runs only where it is chosen."""

OPERATIONS = tuple(name for name, operation in REGISTRY.items() if operation.for_candidates)
"""The names of the operations that any candidate may have."""

HARBOR_OPERATIONS = tuple(
    name for name, operation in REGISTRY.items() if operation.authority == HARBOR
)
"""The names of the operations that harbor itself has."""

FORMS: dict[str, Form] = {name: operation.form for name, operation in REGISTRY.items()}
"""The form of each operation's messages."""


def authority(operation: str) -> str:
    """Return who decides what the answer to an operation must be."""
    return REGISTRY[operation].authority
