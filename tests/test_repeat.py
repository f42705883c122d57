"""Every command that a run prints to repeat a divergence shows that divergence again.

The commands are run as they are printed, by a shell, where ``harbor-conformance`` is on the PATH.
"""

import json
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from programs import BIN, ROOT, Ended, run_program

from candidates.deviations.catalogue import CATALOGUE
from conformance.implementations.process.command import SHIM
from conformance.operations import EVERY_OPERATION

pytestmark = pytest.mark.end_to_end

RAW = re.compile(r"site-packages|Traceback|Falsif|/dev/shm|[Hh]ypothesis")
"""What no report and nothing that is printed holds: paths and words of what lies below."""

STATUS = {"findings": 1, "form_errors": 3}
"""What is found in a run, by its key in report.json, and the run's exit status."""

type Found = dict[str, Any]
"""A finding, as report.json has it."""


@dataclass
class Shell:
    """A shell in a user's folder."""

    folder: Path

    def run(self, line: str, status: int) -> Ended:
        """Run a line as it is printed."""
        path = os.pathsep.join([str(BIN), os.environ["PATH"]])
        env = {**os.environ, "PATH": path, "SECRET": "of the shell"}
        return run_program("sh", "-c", line, cwd=self.folder, env=env, timeout=300, status=status)

    def findings(self, words: str, kind: str = "findings") -> list[Found]:
        """Certify a failing candidate; return findings of one kind with the printed commands."""
        asked = f"{words} --profile quick --verbose --report report"
        ended = self.run(f"harbor-conformance certify {asked}", status=STATUS[kind])
        files = (self.folder / "report").iterdir()
        for text in (ended.stdout, ended.stderr, *(f.read_text(encoding="utf-8") for f in files)):
            assert not RAW.search(text), text
        report = json.loads((self.folder / "report" / "report.json").read_text(encoding="utf-8"))
        assert {one for one in STATUS if report[one]} == {kind}
        found: list[Found] = report[kind]
        for finding in found:
            assert f"  repeat     {finding['repeat']}\n" in ended.stdout
        return found

    def repeat(self, finding: Found) -> str:
        """Run the command of a finding; return its subcommand once it has shown the same."""
        ended = self.run(finding["repeat"], status=1)
        subcommand: str = finding["repeat"].split()[1]
        assert ended.stderr == "" or "checks," in ended.stderr
        shown = f"DIVERGES ({finding['difference']})"
        if subcommand == "certify":
            shown = f"{finding['clause']}: {finding['difference']}"
        assert shown in ended.stdout
        return subcommand


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def first_of(operation: str) -> tuple[str, str]:
    """Return the name of an operation's first deviation, and the clause that it breaks."""
    deviation = next(d for d in CATALOGUE.values() if d.operation == operation)
    return deviation.name, deviation.clause


@pytest.mark.parametrize(("name", "clause"), [*map(first_of, EVERY_OPERATION)], ids=str)
def test_a_deviation_of_any_operation_is_shown_again(name: str, clause: str, shell: Shell) -> None:
    for finding in shell.findings(f"deviation/{name} --clause {clause}"):
        shell.repeat(finding)


def test_what_is_too_long_for_a_command_is_repeated_by_its_seed(shell: Shell) -> None:
    clause = "--clause verifier.any-size-of-text"
    *_, name = (d.name for d in CATALOGUE.values() if d.clause == "verifier.any-size-of-text")
    findings = shell.findings(f"deviation/{name} {clause}")
    long = [finding for finding in findings if len(json.dumps(finding["input"])) > 2000]
    assert long
    for finding in long:
        assert shell.repeat(finding) == "certify"


METRIC = """
import os

from candidates.reference.metric import metric as right

GIVEN = (os.environ["GIVEN"], os.environ["SECRET"])
assert GIVEN == ("it's 100% $HOME \u00e9", "of the shell"), GIVEN

def metric(case):
    several = any(len(rewards or {}) > 1 for rewards in case["rewards"])
    return WRONG if several else right(case)
"""
CLAUSES = "--clause metric.keyed-by-reward-name --clause metric.compensated-sum"
VARIABLE = """'GIVEN=it'"'"'s 100% $HOME \u00e9'"""


def command(folder: Path, wrong: str) -> str:
    """Write a candidate that answers cases of several keys wrongly; return its options."""
    (folder / "mine.py").write_text(METRIC.replace("WRONG", wrong), encoding="utf-8")
    path = os.pathsep.join([str(folder), str(ROOT)])
    variables = f"--env PYTHONPATH={path} --env {VARIABLE} --env SECRET"
    return f"--command '{sys.executable} {SHIM} mine' {variables}"


LATE = "__import__('time').sleep(60)"


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        ("{'mean': 1.5}", "findings"), ("'\\x1b[31m \\ud800'", "form_errors"),
        ("1 / 0", "findings"), ("os._exit(3)", "findings"), (LATE, "findings"),
    ],
)  # fmt: skip
def test_a_command_with_its_variables_is_run_again(wrong: str, kind: str, shell: Shell) -> None:
    limit = " --timeout 1.5" * (wrong == LATE)
    for finding in shell.findings(f"{command(shell.folder, wrong)} {CLAUSES}{limit}", kind):
        assert shell.repeat(finding) == "ask"
        assert f"--env {VARIABLE} --env SECRET" in finding["repeat"]
        assert "of the shell" not in finding["repeat"]


def test_a_name_in_a_module_of_the_users_is_found_again(shell: Shell) -> None:
    (shell.folder / "mine.py").write_text("def metric(case):\n    return {}\n")
    for finding in shell.findings("mine: --clause metric.compensated-sum"):
        assert shell.repeat(finding) == "ask"


@pytest.mark.parametrize("narrowed", [CLAUSES, f"{CLAUSES} --level rare"])
def test_the_command_of_a_report_repeats_the_run(narrowed: str, shell: Shell) -> None:
    shell.findings(f"{command(shell.folder, "{'mean': 1.5}")} {narrowed}")
    first = (shell.folder / "report" / "report.json").read_bytes()
    shell.run(f"{json.loads(first)['repeat']} --report again", status=1)
    assert (shell.folder / "again" / "report.json").read_bytes() == first
