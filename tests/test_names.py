"""What the program prints of names: explanations, lists, completion and its own version."""

import json
import os
import re

import pytest
from programs import command
from typer.testing import CliRunner

from conformance.cli.app import app
from conformance.cli.explain import ExplainCommand, lines
from conformance.cli.printed_names import SCREEN
from conformance.implementations.deviating import deviations
from conformance.operations import EVERY_OPERATION
from conformance.operations.catalogue import CATALOGUE


@pytest.mark.end_to_end
def test_the_version_is_printed() -> None:
    completed = command("--version")
    assert completed.returncode == 0
    assert re.fullmatch(r"harbor-conformance \d[\d.]*, for harbor 0\.13\.1\n", completed.stdout)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("deviation/naive-sum", "  breaks     metric.compensated-sum: "),
        ("first-trials=80", "  does       "),
        ("naive-sum+max-is-min", "max-is-min"),
        ("without-numbers-by-isinstance", "  lacks      numbers-by-isinstance, which harbor has"),
        ("without-trial-config-before-0.9.0", "  does       "),
        ("metric", "  clause     metric.compensated-sum: "),
        ("verifier.json-null/recorded cases", "  requires   The document null gives rewards that "),
        ("verifier.json-null", "  erratum    spec/000 §2 says: "),
        ("verifier.json-null", '             harbor: {"rewards": null}'),
        ("verifier.json-null", "  broken by  deviation/null-is-refused: null is refused in the "),
        (
            "verifier.json-null.null-white-space",
            "  recorded   verifier.json-null.null-white-space:",
        ),
        ("RewardFileEmptyError", "  verifier.empty-text (1): "),
        ("reader/inspect-harbor", "  package    inspect-harbor "),
        ("0.23.0", "  see it     harbor-conformance gate 0.23.0"),
        ("trials[].agent is ignored", "  change     Use trials[].agent unchanged."),
    ],
)
def test_each_name_that_is_printed_can_be_explained(
    name: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for as_json in (False, True):
        ExplainCommand(name=name, as_json=as_json).run()
        printed = capsys.readouterr().out
        assert json.loads(printed) if as_json else said in printed


@pytest.mark.parametrize("clause", CATALOGUE)
def test_every_clause_can_be_explained(clause: str) -> None:
    explained = list(lines(CATALOGUE[clause]))
    assert explained[0] == clause
    assert len(explained) <= SCREEN + len(CATALOGUE[clause].sources)
    for label in ("requires", "rests on"):
        assert any(line.startswith(f"  {label}") for line in explained), label
    broken = [line.split()[2].rstrip(":") for line in explained if line.startswith("  broken by")]
    assert broken == list(deviations(clause))[: len(broken)]
    assert len(broken) >= min(4, len(deviations(clause)))


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
@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("ex", ["expected", "explain"]),
        ("explain verifier.json-wi", ["verifier.json-wins"]),
        ("explain naive-sum-", ["naive-sum-of-steps"]),
        ("show de", ["deviations"]),
        ("certify deviation/text-wi", ["deviation/text-wins"]),
        ("certify reference --operation pass", ["pass_at_k"]),
        ("certify reference --clause verifier.json-wi", ["verifier.json-wins"]),
    ],
)
def test_a_shell_completes_names(words: str, completed: list[str]) -> None:
    line = f"harbor-conformance {words}"
    assert completing("complete_bash", line).split() == completed


@pytest.mark.end_to_end
def test_completion_is_there_to_be_installed() -> None:
    script = completing("source_bash")
    assert "complete -o default -F" in script
    assert "--install-completion" in command("--help").stdout
