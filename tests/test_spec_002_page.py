"""What docs/terminal-bench.md says of the wheel is there, and its commands show it."""

import os
import re
from pathlib import Path

import harbor
import pytest
from programs import BIN, ROOT, Ended, run_program

PAGE = (ROOT / "docs" / "terminal-bench.md").read_text(encoding="utf-8")
TABLE, SECTIONS = PAGE.split("\n### 1\n")
ROWS = [line for line in TABLE.splitlines() if re.search(r"\(#\d+\) \|$", line)]
REFERENCE = r"`(harbor/[\w/]+\.py):(\d+)`"
QUOTES = re.findall(REFERENCE + r" `([^`]+)`", SECTIONS)
SESSIONS = [
    (command, output)
    for block in re.findall(r"```console\n(.*?)```", SECTIONS, re.DOTALL)
    for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]
WHEEL = Path(harbor.__file__).parent.parent


def run(command: str, scratch: Path) -> Ended:
    """Run a command of the page; folders that it makes for itself are in ``scratch``."""
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    around = {**os.environ, "PATH": path, "LC_ALL": "C.UTF-8", "TMPDIR": str(scratch)}
    return run_program("bash", "-c", command, cwd=ROOT, env=around)


def test_each_row_names_lines_that_its_section_quotes() -> None:
    sections = re.split(r"^### (\d+)$", f"### 1\n{SECTIONS}", flags=re.MULTILINE)
    text_of = dict(zip(sections[1::2], sections[2::2], strict=True))
    assert len(ROWS) == len(text_of)
    for number, row in enumerate(ROWS, 1):
        assert row.endswith(f"| [{number}](#{number}) |")
        named = set(re.findall(REFERENCE, row))
        quoted = {quote[:2] for quote in re.findall(REFERENCE + " `", text_of[str(number)])}
        assert named
        assert named <= quoted, number
        assert "```console\n$ " in text_of[str(number)]


@pytest.mark.parametrize(("file", "line", "quote"), QUOTES)
def test_a_quoted_line_is_in_the_installed_wheel(file: str, line: str, quote: str) -> None:
    lines = (WHEEL / file).read_text(encoding="utf-8").splitlines()
    assert quote in lines[int(line) - 1]


@pytest.mark.parametrize(("command", "output"), SESSIONS)
def test_a_command_prints_what_the_page_shows(command: str, output: str, tmp_path: Path) -> None:
    completed = run(command, tmp_path)
    assert (completed.stdout, completed.stderr) == (output, "")


def test_every_line_of_the_consoles_was_run() -> None:
    blocks = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
    assert "".join(blocks) == "".join(f"$ {command}\n{output}" for command, output in SESSIONS)
    assert len(SESSIONS) >= len(ROWS)
