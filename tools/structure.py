"""Measures the project's own structure: lines, files, packages, layers and edges of imports.

    python -m tools.structure

prints the figures that ``tests/test_structure.py`` compares with their caps.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PRODUCT = ("conformance", "oracle", "candidates")
"""Packages with edges of imports between them."""


def python_files(folder: str) -> list[Path]:
    """Return the Python files of a folder, without build output."""
    found = sorted((ROOT / folder).rglob("*.py"))
    return [file for file in found if not {"target", "node_modules"} & set(file.parts)]


def lines_of(files: Iterable[Path]) -> int:
    """Return the number of lines of these files, blank ones and comments included."""
    return sum(len(file.read_bytes().splitlines()) for file in files)


@cache
def tree_of(file: Path) -> ast.Module:
    """Return a file's syntax tree."""
    return ast.parse(file.read_text(encoding="utf-8"))


def unit_of(module: str) -> str:
    """Return the unit of a module: a child of ``conformance``, or another top-level package."""
    return ".".join(module.split(".")[: 2 if module.startswith("conformance.") else 1])


@cache
def imported(file: Path) -> frozenset[str]:
    """Return the modules that a file imports, at any depth of its code."""
    found = set[str]()
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            members = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= set(filter(is_module, members)) or {node.module}
    return frozenset(found)


def is_module(name: str) -> bool:
    """Return whether a name is that of a module or package of ours."""
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def lies_in(name: str, modules: Iterable[str]) -> bool:
    """Return whether a module is one of these, or below one."""
    return any(name == module or name.startswith(f"{module}.") for module in modules)


def edges() -> Mapping[str, frozenset[str]]:
    """Return the units that each unit imports."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for file in (file for package in PRODUCT for file in python_files(package)):
        unit = unit_of(".".join(file.relative_to(ROOT).with_suffix("").parts))
        ours = {unit_of(name) for name in imported(file) if name.split(".")[0] in PRODUCT}
        found[unit] |= ours - {unit}
    return {unit: frozenset(others) for unit, others in found.items()}


def layers(graph: Mapping[str, frozenset[str]]) -> int:
    """Return the length of the longest chain of imports, counted in units."""

    def height(unit: str, above: frozenset[str] = frozenset()) -> int:
        below = graph.get(unit, frozenset()) - above
        return 1 + max((height(other, above | {unit}) for other in below), default=0)

    return max(map(height, graph))


def public_names(
    folders: Iterable[str] = ("conformance", "oracle", "tools"),
) -> Mapping[str, list[str]]:
    """Return the files that define each public class."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for folder in folders:
        for file in python_files(folder):
            for node in tree_of(file).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].append(str(file.relative_to(ROOT)))
    return found


@cache
def figures() -> dict[str, int]:
    """Return the figures that have a cap."""
    product = python_files("conformance")
    operations = [file for file in product if "operations" in file.parts]
    graph = edges()
    return {
        "lines of conformance": lines_of(product),
        "files of conformance": len(product),
        "lines of conformance without operations": lines_of(product) - lines_of(operations),
        "lines of deviations": lines_of(python_files("candidates/deviations")),
        "lines of tests": lines_of(python_files("tests")),
        "packages at the top": len(graph),
        "layers of imports": layers(graph),
        "import edges between packages": sum(map(len, graph.values())),
    }


if __name__ == "__main__":
    for name, figure in figures().items():
        print(f"{figure:>8,}  {name}")  # noqa: T201 - a command that prints
