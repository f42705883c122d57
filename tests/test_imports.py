"""Who may import whom."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FORBIDDEN = ("harbor", "pydantic", "conformance", "oracle", "hypothesis", "pytest")


def imports(file: Path) -> set[str]:
    """Return the modules that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def test_the_reference_needs_the_standard_library_alone() -> None:
    script = (
        "import sys\n"
        "import candidates.reference\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))\n"
    )
    command = [sys.executable, "-S", "-c", script]
    completed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    loaded = set(completed.stdout.split())
    assert not loaded.intersection(FORBIDDEN)
    assert loaded - sys.stdlib_module_names - {"__main__", "candidates"} == set()


@pytest.mark.parametrize("file", sorted((ROOT / "candidates" / "reference").glob("*.py")), ids=str)
def test_a_module_of_the_reference_imports_nothing_but_the_reference(file: Path) -> None:
    outside = {name for name in imports(file) if not name.startswith("candidates.reference")}
    assert {name.partition(".")[0] for name in outside} <= sys.stdlib_module_names


def test_harbor_is_imported_by_the_oracle_alone() -> None:
    packages = [ROOT / name for name in ("conformance", "candidates")]
    files = [file for package in packages for file in package.rglob("*.py")]
    assert [str(f) for f in files if any(m.split(".")[0] == "harbor" for m in imports(f))] == []


def test_the_oracle_is_imported_where_implementations_are_started() -> None:
    files = list((ROOT / "conformance").rglob("*.py"))
    starters = {f.name for f in files if any(m.split(".")[0] == "oracle" for m in imports(f))}
    assert starters == {"implementations.py"}


def test_the_oracle_knows_nothing_but_the_model_and_the_forms_on_both_ends_of_the_wire() -> None:
    names = {name for file in (ROOT / "oracle").glob("*.py") for name in imports(file)}
    ours = {name for name in names if name.startswith(("conformance", "candidates"))}
    assert ours <= {
        "conformance.json_text",
        "conformance.model",
        "conformance.scenario",
        "conformance.serving",
        "conformance.wire",
    }
