"""The modules that a candidate imports from its own folder, found without running anything."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from conformance.attestation.files import below


def with_imports(files: Iterable[tuple[str, Path]], folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield files, and those in a folder that they import, directly or not; raises OSError.

    An import that is computed while the code runs is not seen.
    """
    waiting, seen = list(files), set[Path]()
    while waiting:
        name, file = waiting.pop(0)
        if file.absolute() in seen:
            continue
        seen.add(file.absolute())
        yield name, file
        waiting += (one for module in _modules(file) for one in _in_folder(folder, module))


def _modules(file: Path) -> list[str]:
    """Return the absolute names that a module imports; a package has its relative ones itself."""
    if file.suffix != ".py":
        return []
    try:
        nodes = list(ast.walk(ast.parse(file.read_bytes())))
    except (SyntaxError, ValueError, RecursionError):
        return []  # what cannot be parsed cannot be imported either
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names += (f"{node.module}.{alias.name}" for alias in node.names)
    return list(dict.fromkeys(names))


def _in_folder(folder: Path, module: str) -> Iterator[tuple[str, Path]]:
    """Yield the file of a module, or all files of its package, where the folder has it."""
    place = folder
    for part in module.split("."):
        if (place / part / "__init__.py").is_file():
            for name, file in below(place / part):
                yield (place.relative_to(folder) / name).as_posix(), file
            return
        if (place / f"{part}.py").is_file():
            file = place / f"{part}.py"
            yield file.relative_to(folder).as_posix(), file
            return
        place /= part
