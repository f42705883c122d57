"""What the program prints of names: explanations, lists, completion and its own version."""

import json
import os
import re
import tomllib
from enum import StrEnum
from pathlib import Path
from typing import get_args

import pytest
from programs import command
from typer.testing import CliRunner

from conformance.attestation.certificate import Result
from conformance.attestation.verifying import Status
from conformance.audit.findings import FindingKind, JobVerdict
from conformance.audit.reward_file import Severity
from conformance.certification.plan import Profile
from conformance.certification.regression import Effect, Standing
from conformance.certification.report_parts import Agreement
from conformance.cli.app import app
from conformance.cli.explain import SCREEN, ExplainCommand
from conformance.cli.printed_names import every_name
from conformance.implementations.deviating import deviations
from conformance.operations import EVERY_OPERATION
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.clause import Level
from conformance.survey.results import Sign

PRINTS = tomllib.loads(Path(__file__).with_name("names.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("name", "said"), PRINTS["explained"].items())
def test_each_name_that_is_printed_can_be_explained(
    name: str, said: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for as_json in (False, True):
        ExplainCommand(name=name, as_json=as_json).run()
        printed = capsys.readouterr().out
        assert json.loads(printed) if as_json else [one for one in said if one not in printed] == []


KINDS: tuple[type[StrEnum], ...] = (
    Level, Profile, JobVerdict, FindingKind, Severity, Status, Standing, Effect, Sign
)  # fmt: skip
VERDICTS = ("CONFORMANT", "NOT CONFORMANT", "PARTIAL", "NOT RUN", "NO VERDICT", "DIVERGES")
PRINTED = {
    *(str(word) for kind in KINDS for word in kind),
    *(*get_args(Agreement.__value__), *get_args(Result.__value__), *VERDICTS),
    *every_name(),
    *(check.id for clause in CATALOGUE.values() for check in clause.checks),
    *(clause.erratum.text for clause in CATALOGUE.values() if clause.erratum),
}
"""Names in the output of every command: of cases, errors, releases and verdicts too."""


@pytest.mark.slow
def test_each_printed_name_is_explained_on_one_screen(capsys: pytest.CaptureFixture[str]) -> None:
    for name in sorted(PRINTED):
        ExplainCommand(name=name).run()
        rows = capsys.readouterr().out.splitlines()
        assert 1 < len(rows) <= SCREEN, name
        assert [row for row in rows if len(row) > 80 and "see it" not in row] == []


@pytest.mark.parametrize("name", ["metric", "run.metrics", "ValidationError", "spec-000"])
def test_what_a_screen_leaves_out_is_counted_and_printed_if_asked(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ExplainCommand(name=name).run()
    short = capsys.readouterr().out
    ExplainCommand(name=name, verbose=True).run()
    entries = [row for row in capsys.readouterr().out.splitlines() if row[2:12].strip()]
    shown = [row for row in short.splitlines() if row[2:12].strip()]
    left = re.findall(r"… and (\d+) more; --verbose prints all", short)
    assert len(entries) == len(shown) + sum(map(int, left)) > len(shown)


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("clauses", list(CATALOGUE)),
        ("operations", list(EVERY_OPERATION)),
        ("deviations", list(deviations())),
    ],
)
def test_names_are_listed_with_what_they_stand_for(kind: str, names: list[str]) -> None:
    printed = CliRunner().invoke(app, ["show", kind]).stdout.splitlines()
    assert [line.split()[0] for line in printed] == names
    assert all(len(line.split()) > 1 for line in printed)


@pytest.mark.end_to_end
def test_each_candidate_that_is_listed_answers() -> None:
    printed = command("show", "candidates").stdout.splitlines()
    names = [line.split()[0] for line in printed]
    assert names[-2:] == ["deviation/NAME", "module:attribute"]
    for name in names[:-2]:
        completed = command("ask", "reason_code", "x", "--candidate", name)
        assert "no candidate" not in completed.stderr


def completing(what: str, line: str = "") -> str:
    """Return what a shell gets that completes a line, or is set up to do so."""
    around = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)}
    around["_HARBOR_CONFORMANCE_COMPLETE"] = what
    return command(env={**os.environ, **around}).stdout


@pytest.mark.end_to_end
@pytest.mark.parametrize(("words", "completed"), PRINTS["completed"].items())
def test_a_shell_completes_names(words: str, completed: list[str]) -> None:
    line = f"harbor-conformance {words}"
    assert completing("complete_bash", line).split() == completed


@pytest.mark.end_to_end
def test_completion_is_there_to_be_installed_and_the_version_is_printed() -> None:
    version = command("--version", status=0).stdout
    assert re.fullmatch(r"harbor-conformance \d[\d.]*, for harbor 0\.13\.1\n", version)
    script = completing("source_bash")
    assert "complete -o default -F" in script
    assert "--install-completion" in command("--help").stdout
