"""The project grows where its guide says it does: an operation, and a clause."""

import re
import shlex
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from certified import installed_in
from programs import ROOT, Ended, run_program, typed

pytestmark = pytest.mark.end_to_end

TESTS = ("recorded", "test_catalogue", "test_teeth")
FILES = ("pyproject.toml", *(f"tests/{name}.py" for name in TESTS))

GUIDES = OPERATION, CLAUSE = "## Add an operation", "## Add a clause"
"""Sections of CONTRIBUTING.md, which the tests follow to the letter."""


def section(heading: str) -> str:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return text.partition(f"{heading}\n")[2].partition("\n## ")[0]


def files(guide: str) -> dict[str, str]:
    """Return what a guide has the reader write into each file, or append to it."""
    block = r"`([^`\n]+[.](?:py|toml))`[^`\n]*:\n\n```(?:python|toml)\n(.*?)```"
    return dict(re.findall(block, section(guide), re.DOTALL))


def commands(guide: str) -> list[list[str]]:
    return [shlex.split(line) for line in typed(section(guide))]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for file in FILES:
        (tmp_path / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    return installed_in(tmp_path)


def run(checkout: Path, *words: str, status: int | None = None) -> Ended:
    """Run Python in a checkout, whose packages come before the installed ones."""
    around = {**_ENVIRONMENT, "PYTHONPATH": str(checkout)}
    return run_program(sys.executable, *words, cwd=checkout, env=around, status=status)


_ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/nonexistent",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
}
COMMAND = ("-m", "harbor_conformance")


def follow(checkout: Path, words: list[str], status: int | None = None) -> Ended:
    programs = {"harbor-conformance": COMMAND, "pytest": ("-m", "pytest"), "python": ()}
    return run(checkout, *programs[words[0]], *words[1:], status=status)


def is_linted(checkout: Path, written: Iterable[str]) -> None:
    """Hold the code of a guide, as printed, to the rules and the format of the project."""
    for words in (("check",), ("format", "--check")):
        code = (name for name in written if name.endswith(".py"))
        run(checkout, "-m", "ruff", *words, "--no-cache", *code, status=0)


def test_a_folder_an_adapter_and_a_reference_module_are_an_operation(checkout: Path) -> None:
    written = files(OPERATION)
    assert len(written) == 4
    for name, text in written.items():
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout / name).write_text(text)
    is_linted(checkout, written)
    certify, ask = commands(OPERATION)
    certified = follow(checkout, certify)
    assert "reference agrees exactly" in certified.stdout, certified.stderr
    shown = follow(checkout, ask)
    assert '"AB"' in shown.stdout, shown.stderr
    wrong = written["candidates/reference/shout.py"].replace("swapcase", "title")
    (checkout / "candidates/reference/shout.py").write_text(wrong)
    certified = follow(checkout, certify, status=1)
    assert "shout.capitals" in certified.stdout


def test_four_files_and_a_page_are_a_clause(checkout: Path) -> None:
    ask, record, catalogue, teeth, certify, pages = commands(CLAUSE)
    assert '{"sum": 1.0}' in follow(checkout, ask).stdout
    written = files(CLAUSE)
    assert len(written) == 3
    for name, text in written.items():
        with (checkout / name).open("a") as file:
            file.write(f"\n\n{text}")
    is_linted(checkout, written)
    incomplete = follow(checkout, catalogue)
    assert "every_recorded_case_a_clause" in incomplete.stdout
    follow(checkout, record, status=0)
    follow(checkout, catalogue, status=0)
    assert "2 passed" in follow(checkout, teeth).stdout
    assert "reference agrees exactly" in follow(checkout, certify).stdout
    assert pages[-2:] == [">", "docs/clauses.md"]
    assert "The sum of two halves is 1.0." in follow(checkout, pages[:-2]).stdout
