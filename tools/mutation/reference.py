"""The reference as a folder of modules: sources, operations, and a module that is mutated."""

import ast
import importlib
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

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
    """Return the operations whose answers a module takes part in, by what imports what."""
    return [each for each in OPERATIONS if module in {"__init__", *_reached(each, every)}]


def _reached(start: str, every: Mapping[str, str]) -> set[str]:
    """Return a module and all those that it imports, and they in turn."""
    reached, ahead = set[str](), {start}
    while ahead:
        reached |= ahead
        ahead = {name for each in ahead for name in _imports(every[each])} & {*every} - reached
    return reached


def _imports(source: str) -> set[str]:
    """Return the names that a source imports, those of the package without its name."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == PACKAGE:
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.removeprefix(f"{PACKAGE}."))
    return names


class _Mutated(SourceFileLoader):
    """Loads a module from another source than its file's, and keeps nothing of it."""

    def __init__(self, name: str, file: str, source: str) -> None:
        super().__init__(name, file)
        self._source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._source, self.get_filename(fullname), "exec")


class _Finder(MetaPathFinder):
    """Finds the mutated module before Python finds its file."""

    def __init__(self, module: str, source: str) -> None:
        package = module == "__init__"
        self._name = PACKAGE if package else f"{PACKAGE}.{module}"
        self._file = str(FOLDER / f"{module}.py")
        self._source = source
        self._inside = [str(FOLDER)] if package else None

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 - Python gives it by position
        target: ModuleType | None = None,  # noqa: ARG002 - and this
    ) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        loader = _Mutated(fullname, self._file, self._source)
        return spec_from_file_location(
            fullname, self._file, loader=loader, submodule_search_locations=self._inside
        )


def mutated(module: str, source: str) -> Candidate:
    """Return the reference with a module of this source, for the rest of this process.

    Every module is imported anew, so that each sees the mutated one. Raises any error that the
    module raises while it is imported.
    """
    for name in [name for name in sys.modules if name == PACKAGE or name.startswith(f"{PACKAGE}.")]:
        del sys.modules[name]
    sys.meta_path.insert(0, _Finder(module, source))
    return LocalCandidate("mutant", importlib.import_module(PACKAGE).pipelines())
