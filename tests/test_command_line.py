"""What people expect of a command line: examples, one table of statuses, JSON, colour, pipes."""

import json
import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from conformance import cli
from conformance.certification.verdict import ExitCode
from conformance.cli import help as helping
from conformance.cli.app import COMMANDS as COMMAND_TABLE
from conformance.cli.app import app, loaded
from conformance.cli.options import DEFAULT_TIMEOUT
from conformance.implementations.process.command import TIMEOUT

COMMAND = str(Path(sys.executable).parent / "harbor-conformance")
ROOT = Path(__file__).parent.parent
PROGRAM = typer.main.get_command(app)
ASKED = ("certify", "reference", "--clause", "reason_code.empty-file-message", "--jobs", "1")
QUICK = (*ASKED, "--profile", "quick", "--seed", "1")


def commands() -> dict[str, typer.core.TyperCommand]:
    """Return every command by its words, those of groups among them."""
    found = {}
    for name, command in {name: loaded(name) for name in COMMAND_TABLE}.items():
        for inner, of_group in getattr(command, "commands", {"": command}).items():
            found[f"{name} {inner}".strip()] = of_group
    return found


COMMANDS = commands()
LINES = [line for lines in helping.EXAMPLES.values() for line in lines]


def run(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run the command as a user does."""
    return subprocess.run(
        [COMMAND, *arguments], cwd=cwd, check=False, capture_output=True, text=True, timeout=120
    )


def words_of(line: str) -> list[str]:
    """Return the arguments of an example, without what a shell takes for itself."""
    return shlex.split(re.split(r" [<>] ", line)[0])


def test_every_command_has_examples_in_its_help() -> None:
    assert set(helping.EXAMPLES) == set(COMMANDS)
    for name, command in COMMANDS.items():
        help_ = command.get_help(typer.Context(command, info_name=name))
        for line in helping.EXAMPLES[name]:
            assert f"  harbor-conformance {line}\n" in f"{help_}\n"


@pytest.mark.parametrize("line", LINES)
def test_an_example_names_its_command_and_options_that_there_are(line: str) -> None:
    words = words_of(line)
    name = max((name for name in COMMANDS if f"{line} ".startswith(f"{name} ")), key=len)
    assert line in helping.EXAMPLES[name]
    COMMANDS[name].make_context(name, words[len(name.split()) :])


CHEAP = (
    "explain",
    "show candidates",
    "show clauses",
    "show protocol",
    "show shim",
    "declared spec",
)
ASKING = ("ask verifier", "ask multi_step", "ask metric", "ask pass_at_k", "ask recorded")


@pytest.mark.end_to_end
@pytest.mark.parametrize("line", [line for line in LINES if line.startswith((*CHEAP, *ASKING))])
def test_a_cheap_example_works(line: str) -> None:
    completed = run(*words_of(line))
    assert completed.returncode == 0, completed.stderr
    assert completed.stdout
    if "--json" in line:
        json.loads(completed.stdout)


def test_the_table_of_exit_statuses_is_whole_and_stands_in_the_help_and_the_docs() -> None:
    assert (cli.INTERRUPTED, cli.NO_VERDICT) == (ExitCode.INTERRUPTED, ExitCode.ORACLE)
    help_ = PROGRAM.get_help(typer.Context(PROGRAM, info_name="harbor-conformance"))
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    for code in ExitCode:
        assert f"    {int(code):>3}  {code.meaning}\n" in help_ + "\n"
        assert f"| {int(code)} | {code.meaning} |\n" in page


def test_every_command_has_json() -> None:
    for name, command in COMMANDS.items():
        assert any("--json" in option.opts for option in command.params), name


def test_there_are_few_commands_and_the_table_has_what_their_help_begins_with() -> None:
    assert len(COMMANDS) <= 16
    for name, entry in COMMAND_TABLE.items():
        summary, *_ = loaded(name).help.split("\n\n")
        assert " ".join(summary.split()) == entry.summary


COMMON = {
    *("--command", "--python", "--env", "--timeout", "--allow-harbor", "--expected", "--candidate"),
    *("--json", "--format", "--summary", "--seed", "--jobs", "--scheduler", "--profile", "--cache"),
}
"""Options that mean the same in every command that has them."""


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_few_options_of_its_own(name: str) -> None:
    options = [o.opts[0] for o in COMMANDS[name].params if o.param_type_name == "option"]
    assert len(set(options) - COMMON) <= 10
    help_ = COMMANDS[name].get_help(typer.Context(COMMANDS[name], info_name=name))
    assert ("Candidate options:" in help_) == ("--command" in options)


def test_the_time_for_an_answer_is_that_of_a_process() -> None:
    assert DEFAULT_TIMEOUT == TIMEOUT


@pytest.mark.end_to_end
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("show candidates", 0),
        ("show clauses", 0),
        ("explain metric.compensated-sum", 0),
        ("show protocol", 0),
        ("expected spec-000", 0),
        ("ask verifier --reward-txt 1_000", 0),
        ("ask recorded metric.compensated-sum.mean-of-tenths --candidate deviation/naive-sum", 1),
        ("check LICENSE --as reward.txt", 1),
        ("smoke --command cat", 3),
        (" ".join(QUICK), 0),
    ],
)
def test_json_is_all_that_standard_output_has(words: str, code: int) -> None:
    completed = run(*words.split(), "--json")
    assert completed.returncode == code, completed.stderr
    assert json.loads(completed.stdout)


@pytest.mark.end_to_end
@pytest.mark.parametrize("words", ["ask verifier --reward-txt @nowhere", "check nowhere.json"])
def test_a_mistake_leaves_standard_output_empty_with_json_as_well(words: str) -> None:
    completed = run(*words.split(), "--json")
    assert completed.returncode == 2
    assert completed.stdout == ""
    assert len(completed.stderr.splitlines()) == 1


@pytest.mark.end_to_end
@pytest.mark.parametrize("words", ["show clauses", "explain verifier.json-wins", "show shim"])
def test_a_pipe_that_is_closed_early_changes_no_exit_status(words: str) -> None:
    line = f"{COMMAND} {words} | true; exit ${{PIPESTATUS[0]}}"
    completed = subprocess.run(["bash", "-c", line], check=False, capture_output=True, text=True)
    assert completed.returncode == 0
    assert completed.stderr == ""


COLOUR = re.compile(rb"\x1b\[[0-9;]*(?:3[0-9]|4[0-9]|9[0-7])(?:;[0-9;]*)?m")


def on_a_terminal(**variables: str) -> bytes:
    """Return what a run writes to a terminal."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": "100", **variables}
    environment.pop("NO_COLOR" if "NO_COLOR" not in variables else "", None)
    started = subprocess.Popen([COMMAND, *QUICK], stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    written = b""
    try:
        while chunk := os.read(ours, 65536):
            written += chunk
    except OSError:
        pass  # what Linux says once the other end is closed
    os.close(ours)
    assert started.wait() == 0
    return written


@pytest.mark.end_to_end
def test_colour_and_progress_are_for_terminals() -> None:
    written = on_a_terminal(TERM="xterm-256color")
    assert COLOUR.search(written)
    assert b"/s" in written
    assert b"left" in written
    piped = run(*QUICK)
    assert "\x1b" not in piped.stdout + piped.stderr


@pytest.mark.end_to_end
def test_no_color_is_honoured() -> None:
    assert not COLOUR.search(on_a_terminal(TERM="xterm-256color", NO_COLOR="1"))


@pytest.mark.end_to_end
def test_a_dumb_terminal_gets_plain_lines() -> None:
    assert b"\x1b" not in on_a_terminal(TERM="dumb")


NOT_UTF_8 = os.fsdecode(b"\xff\xfe")
MISTAKES: list[list[str]] = [
    ["check", NOT_UTF_8],
    ["audit", NOT_UTF_8],
    ["show", "badge", NOT_UTF_8],
    ["explain", NOT_UTF_8],
    ["show", "badge", "."],
    ["compare", ".", "."],
    ["certify", "reference", "--expected", "."],
    ["certify", "reference", "--report", "LICENSE/x"],
    ["certify", "reference", "--json", "--format", "html"],
    ["certify", "--command", "'"],
    ["ask", "trial_result", "."],
    ["gate", "0.18.0", "--accepted", "."],
    ["audit", "LICENSE"],
    ["survey", "--source", "x"],
    ["show", "shim", "--json"],
]


LONG = "a" * 5000
MISTAKES += [
    ["ask", "metric", "--metric", "sum", "--rewards", f"[{'9' * 5000}]"],
    ["ask", "metric", "--input", f'{{"metric": {"9" * 5000}}}'],
    ["certify", LONG],
    ["certify", f"deviation/{LONG}"],
    ["certify", f"reader/{LONG}"],
    ["certify", "a\nb"],
    ["certify", "/"],
    ["certify", "--command", LONG],
    ["certify", "--command", "cat", "--env", f"={LONG}"],
    ["smoke", LONG],
    ["compare", LONG, LONG],
    ["verify", LONG],
    ["show", "badge", LONG],
]


@pytest.mark.end_to_end
@pytest.mark.parametrize("words", MISTAKES, ids=lambda words: " ".join(words)[:40])
def test_a_mistake_of_a_user_gets_one_line_and_no_traceback(words: list[str]) -> None:
    completed = run(*words)
    assert completed.returncode == 2, completed.stderr
    assert completed.stdout == ""
    assert completed.stderr.startswith("harbor-conformance: ")
    assert len(completed.stderr.splitlines()) == 1
    assert completed.stderr.strip().isprintable()
