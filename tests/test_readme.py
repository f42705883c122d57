"""What the README has a reader type does what it says."""

import re
import shlex
from importlib.resources import files
from pathlib import Path

import pytest
from programs import COMMAND, run_program
from test_guides import is_printed

from conformance.cli.help import EXAMPLES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(python|sh|text)\n(.*?)```", README, re.DOTALL)
TABLE = re.findall(r"^\| .* \| `harbor-conformance (.*)` \|$", README, re.MULTILINE)


def test_the_readme_is_short() -> None:
    assert len(README.split()) <= 700


def test_the_ci_script_runs_the_two_commands_and_then_what_needs_an_extra() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    first, second = re.findall(r"```sh\n(python3.12 -m venv .*|\.venv/bin/pytest .*)\n```", README)
    newcomers, with_extras = script.split("'.[dev]'")
    assert newcomers.index(first) < newcomers.index(f"{second}\n")
    for file in (ROOT / "tests").glob("test_*.py"):
        needs_an_extra = r"^(pytest\.importorskip|from fleets import)"
        if re.search(needs_an_extra, file.read_text(encoding="utf-8"), re.MULTILINE):
            assert f"tests/{file.name}" in with_extras


@pytest.mark.parametrize(("file", "first"), re.findall(r"0.13.1/src/(.*)#L(\d+)", README))
def test_a_link_to_harbor_begins_at_a_function(file: str, first: str) -> None:
    lines = files("harbor").joinpath("..", file).read_text(encoding="utf-8").splitlines()
    assert lines[int(first) - 1].lstrip().startswith("def ")


@pytest.mark.parametrize("line", TABLE)
def test_a_command_of_the_table_is_an_example_that_is_tested(line: str) -> None:
    assert line in {example for examples in EXAMPLES.values() for example in examples}


@pytest.mark.end_to_end
def test_the_example_has_the_cause_that_is_shown_and_fixed_it_conforms(tmp_path: Path) -> None:
    module, fixed = (text for kind, text in BLOCKS if kind == "python")
    (command,) = (text for kind, text in BLOCKS if kind == "sh" and " certify mine " in text)
    _, wrong, right = (text for kind, text in BLOCKS if kind == "text")
    first = next(line for line in module.splitlines() if line.startswith("    aggregate = "))
    for text, shown, status in (
        (module, wrong, 1),
        (module.replace(first, fixed.rstrip()), right, 0),
    ):
        (tmp_path / "mine.py").write_text(text)
        ended = run_program(COMMAND, *shlex.split(command)[1:], cwd=tmp_path, status=status)
        assert [line for line in shown.splitlines() if not is_printed(line, ended.stdout)] == []
