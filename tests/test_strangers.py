"""The run ends after any fault of a candidate's process, names it and leaves nothing behind."""

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from disturbed import command_line, every_process
from programs import ROOT, Ended, command

from candidates.misbehaving import BEHAVIOURS
from conformance.implementations.process.command import SHIM

pytestmark = pytest.mark.end_to_end

TABLE = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `([a-z0-9-]+)` \| (\d) \| (.*) \|$", TABLE, re.MULTILINE)
CLAUSES = ("--clause", "metric.extreme-of-nothing", "--clause", "metric.names-are-code-points")
OF_OUTCOME = ("--clause", "outcome.half-even")


def certify(*words: str, clauses: Sequence[str] = CLAUSES, status: int | None = None) -> Ended:
    quick = (*clauses, "--profile", "quick", "--jobs", "1")
    return command("certify", *words, *quick, timeout=120, status=status)


def test_every_misbehaviour_is_on_the_page() -> None:
    assert [name for name, _, _ in ROWS] == list(BEHAVIOURS)


@pytest.mark.parametrize(("name", "code", "said"), ROWS, ids=[row[0] for row in ROWS])
def test_a_misbehaviour_is_survived_and_named(
    name: str, code: str, said: str, tmp_path: Path
) -> None:
    clauses = OF_OUTCOME if name == "breaks-its-line" else CLAUSES
    named = f"misbehaving/{name}", "--timeout", "1", "--report", str(tmp_path)
    completed = certify(*named, clauses=clauses)
    printed = completed.stdout + completed.stderr
    assert completed.returncode == int(code), printed
    assert "Traceback" not in printed
    if not said.startswith("nothing"):
        phrases = [part.strip() for part in said.removeprefix("for that input: ").split("…")]
        assert all(phrase in printed for phrase in phrases), printed
    if "in the line" in said:
        assert "in the form of its answers" in printed
        assert "diverges" not in printed
    report = tmp_path / "report.json"
    assert report.exists() is not completed.stderr.startswith("harbor-conformance: ")
    if report.exists():
        document = json.loads(report.read_text(encoding="utf-8"))
        assert document["exit_code"] == int(code)
        if name in {"dies-on-one-input", "hangs-on-one-input"}:  # which costs no other result
            (finding,) = document["findings"]
            assert finding["input"] == {"metric": "max", "rewards": []}
            clauses = document["operations"]["metric"]["clauses"]
            assert clauses["metric.names-are-code-points"]["passed"] is True
    assert running(name) == []


@pytest.mark.parametrize(("starts", "said"), [(1, "never answered"), (2, "breaks the protocol")])
def test_a_command_that_starts_only_so_often_keeps_what_it_answered(
    starts: int, said: str, tmp_path: Path
) -> None:
    script = tmp_path / "candidate.sh"
    script.write_text(
        f"n=1; until mkdir {tmp_path}/$n 2>&-; do n=$((n + 1)); done\n"
        f"[ $n -le {starts} ] || exit 7\n"
        f"exec {sys.executable} {SHIM} candidates.reference:\n"
    )
    words = ("--command", f"sh {script}", "--operation", "metric", "--profile", "quick")
    completed = command("certify", *words, "--jobs", "2", status=3)
    assert said in completed.stdout
    assert "could not be started again: its answer to hello" in completed.stdout


def test_what_a_candidate_says_cannot_control_the_terminal_or_the_report(tmp_path: Path) -> None:
    script = tmp_path / "mine.py"
    script.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    request = json.loads(line)\n"
        "    about = {'name': '\\x1b]0;owned\\x07', 'version': '\\x1b[2J', 'language': '',\n"
        "             'ops': ['metric']}\n"
        "    answer = {'result': about} if request['op'] == 'hello' else {\n"
        "        'error': '\\x1b[31m[bold]red[/bold]</failure>&'}\n"
        "    print(json.dumps({'id': request['id'], **answer}), flush=True)\n"
    )
    report = tmp_path / "report"
    words = ("--command", f"{sys.executable} {script}", "--report", str(report))
    completed = certify(*words, status=1)
    assert completed.stdout.replace("\n", "").isprintable()
    assert "[bold]red[/bold]" in completed.stdout
    for file in report.iterdir():
        assert file.read_text(encoding="utf-8").replace("\n", "").isprintable()


def test_a_process_gets_a_minimal_environment_and_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "mine.py"
    script.write_text(
        "import os, sys\n"
        "print(sorted(os.environ), os.listdir('.'), os.environ['GIVEN'], file=sys.stderr)\n"
        "sys.exit(1)\n"
    )
    monkeypatch.setenv("SECRET", "secret")
    completed = certify("--command", f"{sys.executable} {script}", "--env", "GIVEN=yes")
    names = "['GIVEN', 'HOME', 'LANG', 'PATH', 'PYTHONPATH', 'PYTHONPYCACHEPREFIX', 'TMPDIR', 'TZ']"
    said = completed.stderr.replace("'LC_CTYPE', ", "")
    assert f"{names} ['.bytecode'] yes" in said


def running(name: str) -> list[str]:
    """Return the command lines of what a misbehaving candidate has left."""
    marks = [f"candidates.misbehaving {name}"]
    marks += ["sleep 1000 "] * (name == "leaves-children-behind")
    lines = map(command_line, every_process())
    return [line for line in lines if any(mark in line for mark in marks)]
