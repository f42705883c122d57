"""What people expect of a command line: examples, statuses, JSON, colour, names, completion."""

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
from programs import COMMAND, command, command_here, run_program
from typer.testing import CliRunner

from conformance import cli
from conformance.certification.verdict import ExitCode
from conformance.cli import help as helping
from conformance.cli.app import app, loaded
from conformance.cli.errors import ENDINGS, ending_of
from conformance.cli.explain import ExplainCommand, lines
from conformance.cli.help import COMMANDS as COMMAND_TABLE
from conformance.cli.options import DEFAULT_TIMEOUT
from conformance.cli.printed_names import SCREEN
from conformance.executor.workers import EndedFromOutside
from conformance.implementations.deviating import deviations
from conformance.implementations.process.command import TIMEOUT
from conformance.implementations.start import UnaskedOracleError
from conformance.operations import EVERY_OPERATION
from conformance.operations.catalogue import CATALOGUE
from tools import structure

ROOT = Path(__file__).parent.parent
PROGRAM = typer.main.get_command(app)
ASKED = ("certify", "reference", "--clause", "reason_code.empty-file-message", "--jobs", "1")
QUICK = (*ASKED, "--profile", "quick", "--seed", "1")


def commands() -> dict[str, typer.core.TyperCommand]:
    """Return every command by its words, those of groups among them."""
    found = {}
    for name, entry in {name: loaded(name) for name in COMMAND_TABLE}.items():
        for inner, of_group in getattr(entry, "commands", {"": entry}).items():
            found[f"{name} {inner}".strip()] = of_group
    return found


COMMANDS = commands()
LINES = [line for lines in helping.EXAMPLES.values() for line in lines]


def run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return command(*arguments, cwd=ROOT, env={**os.environ, **variables}, timeout=120)


def words_of(line: str) -> list[str]:
    """Return the arguments of an example, without what a shell takes for itself."""
    return shlex.split(re.split(r" [<>|] ", line)[0])


def test_every_command_has_examples_in_its_help() -> None:
    assert set(helping.EXAMPLES) == set(COMMANDS)
    for name, entry in COMMANDS.items():
        help_ = entry.get_help(typer.Context(entry, info_name=name))
        for line in helping.EXAMPLES[name]:
            assert f"  harbor-conformance {line}\n" in f"{help_}\n"


@pytest.mark.parametrize("line", LINES)
def test_an_example_names_its_command_and_options_that_there_are(line: str) -> None:
    words = words_of(line)
    name = max((name for name in COMMANDS if f"{line} ".startswith(f"{name} ")), key=len)
    assert line in helping.EXAMPLES[name]
    COMMANDS[name].make_context(name, words[len(name.split()) :])


PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
CODE = re.findall(r"(?ms)^```.*?^```$|^ {4}.*?$", "\n".join(page.read_text() for page in PAGES))
DOCUMENTED = {*re.findall(r"(?m)^ *(?:\$ )?harbor-conformance (\w.*)$", "\n".join(CODE))}


@pytest.mark.parametrize("line", sorted(DOCUMENTED))
def test_a_command_of_the_docs_has_a_name_and_options_that_there_are(line: str) -> None:
    name = max((name for name in COMMANDS if f"{line} ".startswith(f"{name} ")), key=len)
    known = {option for parameter in COMMANDS[name].params for option in parameter.opts}
    given = {word.partition("=")[0] for word in words_of(line) if word.startswith("-")}
    assert given - {"-", "--help"} <= known


def test_the_table_of_exit_statuses_is_whole_and_is_in_the_help_and_the_docs() -> None:
    assert (cli.INTERRUPTED, cli.NO_VERDICT) == (ExitCode.INTERRUPTED, ExitCode.ORACLE)
    help_ = PROGRAM.get_help(typer.Context(PROGRAM, info_name="harbor-conformance"))
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    for code in ExitCode:
        assert f"    {int(code):>3}  {code.meaning}\n" in help_ + "\n"
        assert f"| {int(code)} | {code.meaning} |\n" in page


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
    *("--json", "--format", "--summary", "--seed", "--jobs", "--scheduler", "--profile", "--cache"),
}
"""Options that mean the same in every command that has them."""


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_few_options_of_its_own(name: str) -> None:
    options = [o.opts[0] for o in COMMANDS[name].params if o.param_type_name == "option"]
    assert len(set(options) - COMMON) <= 10
    assert "--json" in options
    help_ = COMMANDS[name].get_help(
        typer.Context(COMMANDS[name], info_name=name, max_content_width=80)
    )
    assert ("Candidate options:" in help_) == ("--command" in options)
    assert max(map(len, help_.partition("Examples:")[0].splitlines())) <= 80


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
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("show clauses", 0),
        ("explain verifier.json-wins", 0),
        ("show shim", 0),
        (" ".join(QUICK), 0),
        ("certify deviation/naive-sum --clause metric.compensated-sum --profile quick", 1),
    ],
)
def test_a_pipe_that_is_closed_early_changes_no_exit_status(words: str, code: int) -> None:
    line = f"{COMMAND} {words} | true; exit ${{PIPESTATUS[0]}}"
    completed = run_program("bash", "-c", line)
    assert completed.returncode == code
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
LONG = "a" * 5000
DIGITS = "9" * 5000
METRIC = ("--metric", "median", "--rewards", "[]")
RECORD = ("corpus", "record", "no.clause", "x", "--note", "y", "--input", "{}")

MODULE = "candidates.reference:"
FUZZ = ("fuzz", "reference")
CAT = ("certify", "--command", "cat")
USAGE: dict[tuple[str, ...], str] = {
    ("nothing",): "No such command 'nothing'",
    ("certfy",): "No such command 'certfy'. Did you mean 'certify'",
    ("certify", "referense"): "no candidate 'referense' (did you mean reference?): give ",
    ("certify", "text-wins"): "(did you mean deviation/text-wins?)",
    ("certify", "deviation/nobody"): "no deviation 'nobody'",
    ("certify", "deviation/text-win"): "no deviation 'text-win' (did you mean text-wins",
    ("certify", "deviation/naive-sum+text-win"): "no deviation 'text-win' (did you mean",
    ("certify", "reference", "--operation", "metrics"): "'metrics' (did you mean metric?)",
    ("certify", "reference", "--clause", "metric.trial-ordr"): "(did you mean metric.trial-o",
    ("certify", "reference", "--seed", "x"): "Invalid value for '--seed'",
    ("certify", "reference", "--nothing"): "No such option: --nothing",
    ("certify", "reference", "--report", os.devnull): "--report /dev/null: ",
    ("certify", "reference", "--report", "LICENSE/x"): "--report LICENSE/x: ",
    ("certify", "reference", "--expected", "."): "cannot be read: ",
    ("certify", "reference", "--json", "--format", "html"): "give either --json or --format html",
    ("certify", "--command", "'"): "No closing quotation",
    ("certify", LONG): "no candidate 'aaaa",
    ("certify", f"deviation/{LONG}"): "no deviation 'aaaa",
    ("certify", f"reader/{LONG}"): "no reader 'aaaa",
    ("certify", "a\nb"): "no candidate is called 'a\\\\nb'",
    ("certify", "/"): "no candidate '/'",
    ("certify", "nowhere.py"): "nowhere.py: no such file",
    ("certify", "--command", LONG): "is not a program on the PATH",
    ("certify", "--command", "no-such-program"): "'no-such-program' is not a program on the PATH",
    ("certify", "--command", __file__): "is not executable",
    ("certify", "--command", ""): "the command is empty",
    ("certify", "reference", "--command", "cat"): "give either a candidate or --command",
    ("certify",): "give either a candidate or --command",
    (*CAT, "--env", f"={LONG}"): "is neither NAME=VALUE nor NAME",
    (*CAT, "--env", "NOT_SET_HERE"): "'NOT_SET_HERE' is not set here",
    (*CAT, "--timeout", "0"): "--timeout 0: give a number of seconds greater",
    (*CAT, "--timeout", "nan"): "--timeout nan: give a number of seconds",
    ("certify", MODULE, "--python", "no-such-python"): "'no-such-python' is not",
    ("certify", MODULE, "--python", "LICENSE"): "'LICENSE' is not executable",
    ("certify", "reference", "--python", sys.executable): "--python is for a module or ",
    ("certify", "reference", "--allow-harbor"): "--allow-harbor is for --command, a module and ",
    ("certify", "reference", "--watch"): "--watch is for a candidate of your own",
    ("certify", MODULE, "--watch", "--json"): "--watch prints text; leave out ",
    ("certify", "reference", "--level", "common", "--clause", "pass_at_k.names-of-any-length"):
        "--level common requires none of these clauses",
    ("smoke", "reference"): "'reference' has no process of its own",
    ("smoke", "--python", sys.executable): "give either a candidate or --command",
    ("smoke", MODULE, "--operation", "metrics"): "no operation 'metrics' (did you mean metric?)",
    ("smoke", MODULE, "--expected", "none.toml"): "deviations cannot be read: none.toml",
    ("smoke", MODULE, "--expected", "LICENSE"): "deviations cannot be read: LICENSE",
    ("smoke", MODULE, "--release", "0.99.0"): "--release 0.99.0: nothing is recorded of it",
    ("explain", "metric.extreme-is-a-value", "--release", "0.99.0"): "--release 0.99.0: no metric",
    ("fuzz",): "give a candidate, --command or --release",
    (*FUZZ, "--for", "2"): "--for 2: give a time such as 30s, 10m, 2h or 1d",
    (*FUZZ, "--cases", "many"): "--cases many: give a whole number",
    (*FUZZ, "--quiet-for", "0"): "--quiet-for 0 goes with --for or --cases",
    (*FUZZ, "reference"): "reference is given twice",
    ("fuzz", "referense"): "did you mean",
    (*FUZZ, "--examples", "10"): "Invalid value",
    (*FUZZ, "--folder", "/dev/null/x"): "Not a directory",
    (*FUZZ, "--database", "/dev/null/x"): "--database /dev/null/x",
    (*FUZZ, "--database", "redis://127.0.0.1:1/0"): "redis://127.0.0.1:1/0: ",
    (*FUZZ, "--folder", "."): "has other files in it; name another folder",
    ("fuzz", "--release", "x"): "'x' is neither a version",
    ("check", "absent.json"): "absent.json: No such file or directory",
    ("check", "absent.json", "--json"): "absent.json: No such file or directory",
    ("check", "empty"): "empty: Is a directory",
    ("check", "-", "--as", "other"): "--as other: give reward.txt or reward.json",
    ("smoke", "javascrpt"): "no candidate 'javascrpt' (did you mean javascript?): give ",
    ("smoke", LONG): "no candidate 'aaaa",
    ("compare", ".", "."): "report.json",
    ("compare", LONG, LONG): "File name too long",
    ("verify", LONG): "File name too long",
    ("show", "clause"): "no thing 'clause' (did you mean clauses?); there are candidates, ",
    ("show", "shim", "--json"): "it has no JSON",
    ("show", "badge", "."): "report.json",
    ("show", "badge", NOT_UTF_8): "No such file",
    ("show", "badge", LONG): "File name too long",
    ("explain", "verifier.json-nul"): "no clause 'verifier.json-nul' (did you mean verif",
    ("explain", "x.y"): "no clause 'x.y'; docs/clauses.md lists them",
    ("explain", "naive-sums"): "no clause 'naive-sums' (did you mean naive-sum",
    ("explain", NOT_UTF_8): "no clause ",
    ("check", NOT_UTF_8): "say with --as whether it is",
    ("audit", NOT_UTF_8): "",
    ("audit", "LICENSE"): "LICENSE",
    ("audit", "empty"): "empty is no job, and holds none",
    ("audit", "absent"): "absent: no such file or directory",
    ("audit", "/proc/self"): "/proc/self",
    ("audit", "job", "--reader", "nobody"): "no reader 'nobody'",
    ("audit", "job", "--reader", "hud", "--json"): "--reader goes with --format text or markdown",
    ("audit", "job", "--release", "soon"): "'soon' is neither a version",
    ("gate", "x"): "'x' is neither a version",
    ("gate", "0.14.0", "--clause", "outcome.half-even"): "no clause 'outcome.half-even'",
    ("gate", "0.14.0", "--operation", "outcome"): "no operation 'outcome'",
    ("gate", "0.14.0", "0.15.0", "--accepted", "x"): "--accepted FILE goes with one release",
    ("gate", "0.14.0", "--update"): "--update with --accepted",
    ("gate", "0.14.0", "--accepted", "LICENSE"): "the expected deviations cannot be read",
    ("gate", "0.14.0", "--jobs", "x"): "Invalid value for '--jobs'",
    ("gate", "0.14.0", "--jobs", "0"): "Invalid value for '--jobs'",
    ("gate", "0.14.0..0.15.0", "job"): "recorded jobs go with one release",
    ("gate", "0.14.0", "/dev/null"): "/dev/null: a link, or no folder",
    ("gate", "0.18.0", "--accepted", "."): "",
    ("survey", "--source", "x"): "--source x: give NAME=FOLDER",
    ("survey", "--source", "nobody=."): "--source nobody=.: no reader 'nobody'",
    ("survey", "nobody"): "no reader 'nobody'; there are ",
    ("survey", "--input", "nothing"): "no input 'nothing'; there are text-one, ",
    ("survey", "auto-harness"): "auto-harness is only in a repository: check out https:",
    ("certify", "reader/nobody"): "no reader 'nobody'",
    ("ask", "verifier", "--reward-txt", "@nowhere"): "--reward-txt nowhere: No such file",
    ("ask", "verifier", "--reward-txt", "@nowhere", "--json"): "--reward-txt nowhere: No such file",
    ("ask", "verifier", "--input", "{"): "--input is not JSON",
    ("ask", "verifier", "--input", "{}"): "a missing member at /reward.txt",
    ("ask", "verifier", "--metric", "max"): "--metric is not an option of ask verifier",
    ("ask", "metric", "x"): "ask metric takes --metric and --rewards, or --input",
    ("ask", "metrics"): "no operation 'metrics' (did you mean metric?); there are verifier, ",
    ("ask", "metric", *METRIC): "is due at /metric",
    ("ask", "metric"): "give --metric and --rewards, or --input",
    ("ask", "metric", "--metric", "sum", "--rewards", f"[{DIGITS}]"): "no number of 5,000 digits",
    ("ask", "metric", "--input", f'{{"metric": {DIGITS}}}'): "no number of 5,000 digits",
    ("ask", "pass_at_k", "--trials", '["x"]'): "is due at /trials/0",
    ("ask", "trial_result", "."): "FILE .: Is a directory",
    ("ask", "recorded", "metric.compensated-sum.three-tenth"): "(did you mean metric.compe",
    RECORD: "no clause 'no.clause'",
}  # fmt: skip
"""Mistakes of a user, and what their one line says."""


@pytest.mark.parametrize("words", USAGE, ids=lambda words: " ".join(words)[:40])
def test_a_mistake_gets_one_line_and_exit_status_2(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("LICENSE").write_text("mine")
    Path("empty").mkdir()
    Path("job/trial").mkdir(parents=True)
    for name in ("job", "job/trial"):
        Path(name, "result.json").write_text('{"n_total_trials": 1}')
    ended = command_here(*words)
    assert (ended.returncode, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith("harbor-conformance: ")
    assert USAGE[words] in line
    assert line.isprintable()
    assert Path("LICENSE").read_text() == "mine"


def test_the_table_of_errors_has_classes_that_there_are() -> None:
    assert ENDINGS.keys() <= {
        *structure.public_names(),
        "BrokenExecutor",
        EndedFromOutside.__name__,
        "OSError",
    }
    for error in (UnaskedOracleError("x"), EndedFromOutside("x"), FileNotFoundError("x")):
        ending = ending_of(error)
        assert ending is not None
        assert ending[0] is ExitCode.ORACLE
    assert ending_of(ValueError("x")) is None


@pytest.mark.parametrize(
    ("name", "said"),
    [("nobody:", ""), ("reader/auto-harness", "certify takes --env READER_SOURCE=FOLDER")],
)
def test_a_candidate_that_cannot_be_imported_gets_one_line_and_exit_status_3(
    name: str, said: str
) -> None:
    completed = command_here("certify", name)
    assert (completed.returncode, completed.stdout) == (3, "")
    (line,) = completed.stderr.splitlines()
    assert "the candidate could not be run: " in line
    assert said in line


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
        "  recorded   verifier.json-null.null: The verifier succeeds and has no rewards.",
        "             verifier reward.txt=null reward.json=b'null'",
        '             harbor: {"rewards": null}',
        "  broken by  deviation/null-is-refused: null is refused in the place of the rewards",
    ):
        assert said in completed.stdout
    assert completed.stdout.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("deviation/naive-sum", "  breaks     metric.compensated-sum: "),
        ("first-trials=80", "  does       "),
        ("naive-sum+max-is-min", "max-is-min"),
        ("metric", "  clause     metric.compensated-sum: "),
        ("verifier.json-null/recorded cases", "  requires   "),
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
    printed = run("show", "candidates").stdout.splitlines()
    names = [line.split()[0] for line in printed]
    assert names[-2:] == ["deviation/NAME", "module:attribute"]
    for name in names[:-2]:
        completed = run("ask", "reason_code", "x", "--candidate", name)
        assert "no candidate" not in completed.stderr


@pytest.mark.end_to_end
@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("ex", ["expected", "explain"]),
        ("explain verifier.json-wi", ["verifier.json-wins"]),
        ("explain naive-su", ["naive-sum"]),
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
