"""What the README tells a reader to type works as it says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from toolchains import need_port

from conformance.implementations.ports import PORTS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.startswith(".venv/bin/harbor-conformance")
]
BIN = Path(sys.executable).parent
EXIT_STATUS = {"certify deviation/text-wins": 1}
"""Of the commands that do not end with 0."""


def test_the_ci_script_runs_the_two_commands() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    set_up, test = re.findall(r"```sh\n(python3.12 -m venv .*|\.venv/bin/pytest .*)\n```", README)
    assert test in script
    # CI installs the linters as well; nothing else differs.
    assert set_up.replace("-e .", "-e '.[dev]'") in script


@pytest.mark.end_to_end
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_works(command: str) -> None:
    installed = command.replace(".venv/bin/", f"{BIN}/", 1)
    if (port := installed.split()[-1]) in PORTS:
        need_port(port)
        # The suite puts its questions to the ports already.
        installed += " --profile quick"
    completed = subprocess.run(
        ["bash", "-c", installed], cwd=ROOT, check=False, capture_output=True, text=True
    )
    expected = EXIT_STATUS.get(" ".join(installed.split()[1:3]), 0)
    assert completed.returncode == expected, completed.stdout
    assert "harbor-conformance: " not in completed.stderr


def test_the_divergence_shown_is_the_one_that_is_printed() -> None:
    (command,) = (command for command in COMMANDS if " certify deviation/" in command)
    (shown,) = re.findall(r"```text\n(1 cause explains .*?)```", README, re.DOTALL)
    command = command.replace(".venv/bin/", f"{BIN}/", 1)
    printed = subprocess.run(["bash", "-c", command], cwd=ROOT, check=False, capture_output=True)
    assert shown in printed.stdout.decode()


@pytest.mark.end_to_end
def test_the_example_candidate_has_the_causes_that_are_shown(tmp_path: Path) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    (shown,) = re.findall(r"```text\n(2 causes explain .*?)```", README, re.DOTALL)
    (tmp_path / "mine.py").write_text(example)
    command = f"{BIN}/harbor-conformance certify mine: --operation metric --profile quick --seed 1"
    completed = subprocess.run(
        command.split(), cwd=tmp_path, check=False, capture_output=True, text=True
    )
    assert completed.returncode == 1
    assert "NOT CONFORMANT" in completed.stdout
    printed = completed.stdout.splitlines()
    for line in shown.splitlines():
        pattern = re.escape(line).replace("…", r"(\d+)")
        (found,) = filter(None, (re.match(pattern, one) for one in printed))
        assert len(set(found.groups())) <= 1
