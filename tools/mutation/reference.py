"""The reference as a folder of modules: sources, operations, and a mutated module."""

import ast
import importlib
import sys
from collections.abc import Mapping
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

from conformance.operations import OPERATIONS
from conformance.operations.functions import LocalCandidate
from conformance.protocol.values import Candidate

PACKAGE = "candidates.reference"

FOLDER = Path(__file__).parents[2].joinpath(*PACKAGE.split("."))
"""The folder of the reference's modules."""


def sources() -> dict[str, str]:
    """Return the source of each module by its name in the package."""
    files = sorted(FOLDER.glob("*.py"))
    return {file.stem: file.read_text(encoding="utf-8") for file in files}


def operations_of(module: str, every: Mapping[str, str]) -> list[str]:
    """Return the operations whose answers depend on a module, by imports."""
    return [each for each in OPERATIONS if module in {"__init__", *_reached(each, every)}]


def _reached(start: str, every: Mapping[str, str]) -> set[str]:
    """Return a module and all that it imports, directly or not."""
    reached, ahead = set[str](), {start}
    while ahead:
        reached |= ahead
        ahead = {name for each in ahead for name in _imports(every[each])} & {*every} - reached
    return reached


def _imports(source: str) -> set[str]:
    """Return the names that a source imports, without the package's own name."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == PACKAGE:
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.removeprefix(f"{PACKAGE}."))
    return names


def mutated(module: str, source: str) -> Candidate:
    """Return the reference with a module of this source, for the rest of this process.

    Every module is imported again, so that each sees the mutated one. Raises any error of the
    module's import.
    """
    for known in [one for one in sys.modules if one == PACKAGE or one.startswith(f"{PACKAGE}.")]:
        del sys.modules[known]
    name = PACKAGE if module == "__init__" else f"{PACKAGE}.{module}"
    get_code = SourceFileLoader.get_code

    def mutated_code(loader: SourceFileLoader, fullname: str) -> CodeType | None:
        if fullname == name:
            return compile(source, loader.get_filename(fullname), "exec")
        return get_code(loader, fullname)

    SourceFileLoader.get_code = mutated_code  # type: ignore[method-assign, assignment] # of a forked process
    return LocalCandidate("mutant", importlib.import_module(PACKAGE).pipelines())
