"""What people expect of a command line: examples, statuses, JSON, colour, names, completion."""

import json
import os
import pty
import re
import shlex
import subprocess
from contextlib import suppress

import pytest
import typer
from programs import COMMAND, ROOT, command, run_program

from conformance import cli
from conformance.certification import MEANINGS, ExitCode
from conformance.cli.app import COMMANDS as COMMAND_TABLE
from conformance.cli.app import EXAMPLES, app, loaded

PROGRAM = typer.main.get_group(app)
ASKED = ("certify", "reference", "--clause", "reason_code.empty-file-message", "--jobs", "1")
QUICK = (*ASKED, "--profile", "quick", "--seed", "1")


COMMANDS: dict[str, typer.core.TyperCommand] = {
    f"{name} {inner}".strip(): of_group
    for name, entry in {name: loaded(name) for name in COMMAND_TABLE}.items()
    for inner, of_group in getattr(entry, "commands", {"": entry}).items()
}
"""Every command by its words, those of groups among them."""

LINES = [line for lines in EXAMPLES.values() for line in lines]


def words_of(line: str) -> list[str]:
    """Return the arguments of an example, without what a shell takes for itself."""
    return shlex.split(re.split(r" [<>|] ", line)[0])


def test_every_command_has_examples_in_its_help() -> None:
    assert set(EXAMPLES) == set(COMMANDS)
    for name, entry in COMMANDS.items():
        help_ = entry.get_help(typer.Context(entry, info_name=name))
        for line in EXAMPLES[name]:
            assert f"  harbor-conformance {line}\n" in f"{help_}\n"


PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
CODE = re.findall(r"(?ms)^```.*?^```$|^ {4}.*?$", "\n".join(page.read_text() for page in PAGES))
DOCUMENTED = {*re.findall(r"(?m)^ *(?:\$ )?harbor-conformance (\w.*)$", "\n".join(CODE))}


@pytest.mark.parametrize("line", sorted({*LINES, *DOCUMENTED}))
def test_an_example_or_a_command_of_the_docs_has_a_name_and_options_that_there_are(
    line: str,
) -> None:
    words = words_of(line)
    name = max((name for name in COMMANDS if f"{line} ".startswith(f"{name} ")), key=len)
    known = {option for parameter in COMMANDS[name].params for option in parameter.opts}
    given = {word.partition("=")[0] for word in words if word.startswith("-")}
    assert given - {"-", "--help"} <= known
    if line in LINES:
        assert line in EXAMPLES[name]
        COMMANDS[name].make_context(name, words[len(name.split()) :])


def test_the_table_of_exit_statuses_is_whole_and_is_in_the_help_and_the_docs() -> None:
    assert (cli.INTERRUPTED, cli.NO_VERDICT) == (ExitCode.INTERRUPTED, ExitCode.ORACLE)
    help_ = PROGRAM.get_help(typer.Context(PROGRAM, info_name="harbor-conformance"))
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    for code in ExitCode:
        assert f"    {int(code):>3}  {MEANINGS[code]}\n" in help_ + "\n"
        assert f"| {int(code)} | {MEANINGS[code]} |\n" in page


def test_there_are_few_commands_and_the_table_has_what_their_help_begins_with() -> None:
    assert len(COMMANDS) <= 16
    for name, first in COMMAND_TABLE.items():
        entry = loaded(name)
        summary, *_ = entry.help.split("\n\n")
        assert " ".join(summary.split()) == first
        context = typer.Context(PROGRAM)
        assert type(PROGRAM.resolve_command(context, [name])[1]) is type(entry)


COMMON = {
    *("--command", "--python", "--env", "--timeout", "--allow-harbor", "--expected", "--candidate"),
    *("-x", "--last-failed", "--watch"),
    *("--json", "--format", "--summary", "--seed", "--jobs", "--scheduler", "--profile"),
}
"""Options that mean the same in every command that has them."""


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_few_options_of_its_own(name: str) -> None:
    options = [o.opts[0] for o in COMMANDS[name].params if o.param_type_name == "option"]
    assert len(set(options) - COMMON) <= 10
    assert "--json" in options
    context = typer.Context(COMMANDS[name], info_name=name, max_content_width=80)
    help_ = COMMANDS[name].get_help(context)
    assert ("Candidate options:" in help_) == ("--command" in options)
    assert max(map(len, help_.partition("Examples:")[0].splitlines())) <= 80


NAIVE = "deviation/naive-sum"
JSON = {
    "show candidates": 0, "show clauses": 0, "explain metric.compensated-sum": 0,
    "show protocol": 0, "expected spec-000": 0, "ask verifier --reward-txt 1_000": 0,
    f"ask recorded metric.compensated-sum.mean-of-tenths --candidate {NAIVE}": 1,
    "check LICENSE": 1, "smoke --command cat": 3, " ".join(QUICK): 0,
}  # fmt: skip
PIPED = {
    "show clauses": 0, "explain verifier.json-wins": 0, "show shim": 0, " ".join(QUICK): 0,
    f"certify {NAIVE} --clause metric.compensated-sum --profile quick": 1,
}  # fmt: skip
"""Commands, with their exit status."""


@pytest.mark.end_to_end
@pytest.mark.parametrize("words", JSON)
def test_json_is_all_that_standard_output_has(words: str) -> None:
    assert json.loads(command(*words.split(), "--json", cwd=ROOT, status=JSON[words]).stdout)


@pytest.mark.end_to_end
@pytest.mark.parametrize("words", PIPED)
def test_a_pipe_that_is_closed_early_changes_no_exit_status(words: str) -> None:
    line = f"{COMMAND} {words} | true; exit ${{PIPESTATUS[0]}}"
    completed = run_program("bash", "-c", line, status=PIPED[words])
    assert completed.stderr == "" or words.startswith("certify")
    assert "Traceback" not in completed.stderr


COLOUR = re.compile(rb"\x1b\[[0-9;]*(?:3[0-9]|4[0-9]|9[0-7])(?:;[0-9;]*)?m")


def on_a_terminal(**variables: str) -> bytes:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": "100", **variables}
    environment.pop("NO_COLOR" if "NO_COLOR" not in variables else "", None)
    started = subprocess.Popen([COMMAND, *QUICK], stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    written = b""
    with suppress(OSError):  # what Linux says once the other end is closed
        while chunk := os.read(ours, 65536):
            written += chunk
    os.close(ours)
    assert started.wait() == 0
    return written


@pytest.mark.end_to_end
def test_colour_and_progress_are_for_terminals_that_have_them_where_no_color_is_not_set() -> None:
    written = on_a_terminal(TERM="xterm-256color")
    assert COLOUR.search(written)
    assert re.search(rb"/s, \d+ s left", written)
    piped = command(*QUICK, status=0)
    assert "\x1b" not in piped.stdout + piped.stderr
    assert not COLOUR.search(on_a_terminal(TERM="xterm-256color", NO_COLOR="1"))
    assert b"\x1b" not in on_a_terminal(TERM="dumb")
