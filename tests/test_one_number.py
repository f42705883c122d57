"""What the page for readers of one number tells their authors to type works as it says."""

import os
import re
import tomllib
from pathlib import Path

import pytest
from programs import BIN, run_program, typed

from candidates.deviations.catalogue import chosen
from conformance.diagnosis.expected.reading import load

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "expected-deviations.md").read_text(encoding="utf-8")
EXPECTED = ROOT / "docs" / "starters" / "one-number.toml"
COMMANDS = typed(PAGE.partition("## Runners that")[2])


def test_the_expected_deviations_of_the_page_are_read_and_show_what_the_page_names() -> None:
    assert load(EXPECTED).gone == ()
    declared = [entry["name"] for entry in tomllib.loads(EXPECTED.read_text())["deviation"]]
    table = PAGE.partition("`name` of its `[[deviation]]`")[2].partition("```")[0]
    named = re.findall(r"`([^`]*)`", table)
    assert [name for name in named if "=" not in name] == declared
    for name in named:
        assert chosen(name)


@pytest.mark.end_to_end
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_page_works(command: str) -> None:
    if " certify " in command:
        command += " --profile quick --jobs 2"
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    completed = run_program(
        "bash", "-c", command, cwd=ROOT, env={**os.environ, "PATH": path}, status=0
    )
    last = completed.stdout.rstrip().splitlines()[-1]
    assert last.startswith(("PARTIAL but for ", "It follows the protocol"))
