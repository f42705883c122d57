"""Mistakes on the command line get one line and an exit status of their own."""

import os
import sys
from pathlib import Path

import pytest
from programs import command_here

from conformance.certification.verdict import ExitCode
from conformance.cli.errors import ENDINGS, ending_of
from conformance.executor.workers import EndedFromOutside
from conformance.implementations.start import UnaskedOracleError
from tools import structure

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
    ("certify", "reference", "--nothing"): "No such option: --nothing",
    ("certify", "reference", "--report", os.devnull): "--report /dev/null: ",
    ("certify", "reference", "--report", "LICENSE/x"): "--report LICENSE/x: ",
    ("certify", "reference", "--expected", "."): "cannot be read: ",
    ("certify", "reference", "--json", "--format", "html"): "give either --json or --format html",
    ("certify", "--command", "'"): "No closing quotation",
    ("certify", LONG): "no candidate 'aaaa",
    ("certify", f"deviation/{LONG}"): "no deviation 'aaaa",
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
    ("smoke", MODULE, "--operation", "outcome", "--release", "0.14.0"): "only of harbor 0.13.1",
    ("explain", "outcome.half-even", "--release", "0.14.0"): "only of harbor 0.13.1",
    ("fuzz",): "give a candidate, --command or --release",
    (*FUZZ, "--for", "2"): "--for 2: give a time such as 30s, 10m, 2h or 1d",
    (*FUZZ, "--cases", "many"): "--cases many: give a whole number",
    (*FUZZ, "--quiet-for", "0"): "--quiet-for 0 goes with --for or --cases",
    (*FUZZ, "reference"): "reference is given twice",
    ("fuzz", "referense"): "did you mean",
    (*FUZZ, "--examples", "10"): "Invalid value",
    (*FUZZ, "--folder", "/dev/null/x"): "Not a directory",
    (*FUZZ, "--database", "/dev/null/x"): "--database /dev/null/x",
    (*FUZZ, "--folder", "."): "has other files in it; name another folder",
    ("fuzz", "--release", "x"): "'x' is neither a version",
    ("check", "absent.json"): "absent.json: No such file or directory",
    ("check", "absent.json", "--json"): "absent.json: No such file or directory",
    ("check", "empty"): "empty: Is a directory",
    ("check", "-", "--as", "other"): "--as other: give reward.txt or reward.json",
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
    ("audit", "empty"): "empty is not a job and contains none",
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
    ("gate", "0.14.0", "--jobs", "0"): "Invalid value for '--jobs'",
    ("gate", "0.14.0..0.15.0", "job"): "recorded jobs go with one release",
    ("gate", "0.14.0", "/dev/null"): "/dev/null: a link, or not a folder",
    ("gate", "0.18.0", "--accepted", "."): "",
    ("survey", "nobody"): "no reader 'nobody'; there are ",
    ("survey", "--input", "nothing"): "no input 'nothing'; there are text-one, ",
    ("certify", "reader/nobody"): "no reader 'nobody'",
    ("ask", "verifier", "--reward-txt", "@nowhere"): "--reward-txt nowhere: No such file",
    ("ask", "verifier", "--reward-txt", "@nowhere", "--json"): "--reward-txt nowhere: No such file",
    ("ask", "verifier", "--input", "{"): "--input is not JSON",
    ("ask", "verifier", "--input", "{}"): "a missing field at /reward.txt",
    ("ask", "verifier", "@LICENSE"): "; @LICENSE is a whole input: for its fields, give --reward-t",
    ("ask", "outcome", "@job/result.json"): "whole input: for its fields, give job/result.json",
    ("ask", "verifier", "--metric", "max"): "--metric is not an option of ask verifier",
    ("ask", "metric", "x"): "ask metric takes --metric and --rewards, or --input",
    ("ask", "metrics"): "no operation 'metrics' (did you mean metric?); there are verifier, ",
    ("ask", "metric", *METRIC): "is expected at /metric",
    ("ask", "metric"): "give --metric and --rewards, or --input",
    ("ask", "metric", "--metric", "sum", "--rewards", f"[{DIGITS}]"): "no number of 5,000 digits",
    ("ask", "metric", "--input", f'{{"metric": {DIGITS}}}'): "no number of 5,000 digits",
    ("ask", "pass_at_k", "--trials", '["x"]'): "is expected at /trials/0",
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
    [("nobody:", ""), ("reader/auto-harness", "absent is not a folder: give one")],
)
def test_a_candidate_that_cannot_be_imported_gets_one_line_and_exit_status_3(
    name: str, said: str
) -> None:
    completed = command_here("certify", name, "--env", "READER_SOURCE=absent")
    assert (completed.returncode, completed.stdout) == (3, "")
    (line,) = completed.stderr.splitlines()
    assert "the candidate could not be run: " in line
    assert said in line
