"""What helps at a terminal: explanations, lists, completion, the version, close matches."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from conformance.cli.app import app
from conformance.cli.show import lines
from conformance.implementations.connectors import deviations
from conformance.operations import EVERY_OPERATION
from conformance.operations.catalogue import CATALOGUE

COMMAND = str(Path(sys.executable).parent / "harbor-conformance")


def run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a user does."""
    return subprocess.run(
        [COMMAND, *arguments],
        env={**os.environ, **variables},
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.end_to_end
def test_the_version_is_printed() -> None:
    completed = run("--version")
    assert completed.returncode == 0
    assert re.fullmatch(r"harbor-conformance \d[\d.]*, for harbor 0\.13\.1\n", completed.stdout)


@pytest.mark.end_to_end
def test_a_clause_is_explained_with_all_that_is_known_of_it() -> None:
    completed = run("explain", "verifier.json-null")
    assert completed.returncode == 0
    for said in (
        "  requires   The document null gives rewards that are null",
        "  rests on   harbor/verifier/verifier.py:220-220: VerifierResult(rewards=rewards)",
        "  erratum    spec/000 §2 says: ",
        "  recorded   verifier.json-null.null-white-space: White space around it.",
        "             verifier reward.txt=null reward.json=b' null\\n'",
        '             harbor: {"rewards": null}',
        "  broken by  deviation/null-is-empty: null is read as an empty object",
    ):
        assert said in completed.stdout
    assert completed.stdout.replace("\n", "").isprintable()


@pytest.mark.parametrize("clause", CATALOGUE)
def test_every_clause_can_be_explained(clause: str) -> None:
    explained = list(lines(CATALOGUE[clause]))
    assert explained[0] == clause
    for label in ("requires", "rests on", "broken by"):
        assert any(line.startswith(f"  {label}") for line in explained), label


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
    printed = run("show", "candidates").stdout.splitlines()
    names = [line.split()[0] for line in printed]
    assert names[-2:] == ["deviation/NAME", "module:attribute"]
    for name in names[:-2]:
        completed = run("ask", "reason_code", "x", "--candidate", name)
        assert "no candidate" not in completed.stderr


@pytest.mark.end_to_end
@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["explain", "verifier.json-nul"], "no clause 'verifier.json-nul' (did you mean verif"),
        (["explain", "x"], "no clause 'x'; docs/clauses.md lists them"),
        (["show", "clause"], "no thing 'clause' (did you mean clauses?); there are candidates, "),
        (["certify", "referense"], "no candidate 'referense' (did you mean reference?): give "),
        (["smoke", "javascrpt"], "no candidate 'javascrpt' (did you mean javascript?): give "),
        (["certify", "text-wins"], "(did you mean deviation/text-wins?)"),
        (["certify", "deviation/text-win"], "no deviation 'text-win' (did you mean text-wins"),
        (["certify", "deviation/naive-sum+text-win"], "no deviation 'text-win' (did you mean"),
        (["certify", "reference", "--operation", "metrics"], "'metrics' (did you mean metric?)"),
        (["certify", "reference", "--clause", "metric.trial-ordr"], "(did you mean metric.trial-o"),
        (["ask", "recorded", "metric.compensated-sum.three-tenth"], "(did you mean metric.compe"),
        (["certfy"], "No such command 'certfy'. Did you mean 'certify'"),
    ],
)
def test_unknown_names_get_one_line_with_those_that_may_be_meant(
    arguments: list[str], line: str
) -> None:
    completed = run(*arguments)
    assert completed.returncode == 2
    assert line in completed.stderr
    assert len(completed.stderr.splitlines()) == 1
    assert completed.stdout == ""


@pytest.mark.end_to_end
@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("ex", ["explain"]),
        ("explain verifier.json-wi", ["verifier.json-wins"]),
        ("show de", ["deviations"]),
        ("certify deviation/text-wi", ["deviation/text-wins"]),
        ("certify reference --operation pass", ["pass_at_k"]),
        ("certify reference --clause verifier.json-wi", ["verifier.json-wins"]),
    ],
)
def test_a_shell_completes_names(words: str, completed: list[str]) -> None:
    line = f"harbor-conformance {words}"
    printed = run(
        _HARBOR_CONFORMANCE_COMPLETE="complete_bash",
        COMP_WORDS=line,
        COMP_CWORD=str(len(line.split()) - 1),
    )
    assert printed.stdout.split() == completed


@pytest.mark.end_to_end
def test_completion_is_there_to_be_installed() -> None:
    script = run(_HARBOR_CONFORMANCE_COMPLETE="source_bash").stdout
    assert "complete -o default -F" in script
    assert "--install-completion" in run("--help").stdout
