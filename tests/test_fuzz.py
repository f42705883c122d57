"""Fuzzing as a program: what it finds, keeps and proposes, and what ends or disturbs it."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from certified import installed_in
from fuzzed import CLAUSE, DEVIATION, FOLDER, await_items, fuzz, items, journal, report, started
from programs import COMMAND, ROOT, Ended, run_program

from conformance.certification import plan, report_file
from conformance.protocol.values import HARBOR_VERSION

pytestmark = pytest.mark.end_to_end

LONG = ("--for", "10m", "--seed", "7")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where fuzzing has found something; tests leave it as it is."""
    cwd = tmp_path_factory.mktemp("found")
    completed = fuzz(cwd, "--cases", "700", "--seed", "7", status=1)
    (cwd / "printed.txt").write_text(completed.stdout)
    return cwd


def test_fuzzing_finds_a_deviation_names_its_cause_and_how_to_repeat_it(found: Path) -> None:
    document = report(found)
    (whole,) = document["runs"].values()
    run = report_file.parse(json.dumps(whole).encode(), FOLDER)
    assert (document["verdict"], document["exit_code"]) == (run.verdict, run.exit_code)
    assert [cause.deviations for cause in run.causes] == [("naive-sum",)]
    assert {one.clause for one in run.findings} == {CLAUSE}
    assert document["ended"] == "700 cases were run"
    assert document["cases"] == run.cases >= 700
    printed = (found / "printed.txt").read_text()
    assert "1  naive-sum: numbers are added from left to right" in printed
    assert printed.splitlines()[-1] == run.verdict
    assert (found / FOLDER / "report.md").read_text().startswith("**")
    run_program(COMMAND, *shlex.split(whole["findings"][0]["repeat"])[1:], status=1)


def test_fuzzing_that_is_killed_resumes_and_its_totals_add_up(tmp_path: Path) -> None:
    process = started(tmp_path, *LONG)
    await_items(tmp_path, process, 3)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    before = journal(tmp_path)
    assert not (tmp_path / FOLDER / "report.json").exists()
    total = sum(entry["cases"] for entry in before) + 400
    fuzz(tmp_path, "--cases", str(total), "--seed", "7", status=1)
    after = journal(tmp_path)
    assert after[: len(before)] == before
    assert len(after) > len(before)
    assert len(set(items(tmp_path))) == len(after)
    document = report(tmp_path)
    assert document["cases"] == sum(entry["cases"] for entry in after) >= total
    assert document["seconds"] >= before[-1]["at"]
    checks = {step.check for step in plan.steps(["metric"], [CLAUSE])}
    finished = {entry["drawn_from"] for entry in after[:-1]} - {after[-1]["drawn_from"], None}
    for seed in finished:
        taken = {entry["check"] for entry in after if entry["drawn_from"] == seed}
        assert taken == {check for check in checks if check != "recorded cases"}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_still_ends_in_a_report(number: signal.Signals, tmp_path: Path) -> None:
    process = started(tmp_path, *LONG, candidate="reference")
    await_items(tmp_path, process, 3)
    second = fuzz(tmp_path, *LONG, status=2)
    assert second.stderr == "harbor-conformance: fuzz is in use by another fuzzing\n"
    process.send_signal(number)
    printed, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert printed.splitlines()[-1].startswith(
        "NO VERDICT (metric; 8 operations not run): interrupted"
    )
    assert "Traceback" not in told
    document = report(tmp_path)
    assert document["ended"] == "interrupted"
    assert document["cases"] == sum(entry["cases"] for entry in journal(tmp_path)) > 0


def test_it_ends_early_where_harbor_does_nothing_new_and_says_by_which_rule(tmp_path: Path) -> None:
    completed = fuzz(tmp_path, "--quiet-for", "600", candidate="reference")
    rule = "no new line of harbor and no new kind of answer in 600 cases"
    assert completed.returncode == 0, completed.stderr
    assert f"ends early  {rule}\nended       {rule}\n" in completed.stdout
    assert report(tmp_path)["quiet"] >= 600
    assert report(tmp_path)["coverage"][-1]["lines"] > 0


def test_other_fuzzing_in_a_folder_is_refused_by_what_differs(found: Path, tmp_path: Path) -> None:
    subprocess.run(["cp", "-r", str(found / FOLDER), str(tmp_path / FOLDER)], check=True)
    file = tmp_path / FOLDER / "fuzz.json"
    file.write_text(file.read_text().replace(f'"harbor": "{HARBOR_VERSION}"', '"harbor": "0.1"'))
    refused = fuzz(tmp_path, "--cases", "700", "--seed", "8", candidate="reference", status=2)
    assert re.fullmatch(
        "harbor-conformance: fuzz belongs to different fuzzing: harbor 0.1, and this run has "
        "0.13.1; the files of reference unknown, and this run has .*; "
        f"the candidates {DEVIATION}, and this run has reference; "
        "the seed 7, and this run has 8; --fresh starts over, or name another folder\n",
        refused.stderr,
    )
    more = ("--cases", "100", "--seed", "8", "--fresh", "--json")
    anew = fuzz(tmp_path, *more, candidate="reference", status=0)
    assert json.loads(anew.stdout) == report(tmp_path)
    guide = (ROOT / "docs" / "fuzz.md").read_text(encoding="utf-8")
    listed = guide.partition("`report.json` has the same data")[2].partition("--json")[0]
    assert {*re.findall(r"`(\w+)`", listed)} == {*report(tmp_path)}
    assert {entry["candidate"] for entry in journal(tmp_path)} == {"reference"}


@pytest.mark.parametrize(
    ("name", "cases", "printed"),
    [
        ("dies-on-every-input", "2000", "ended       no candidate answers any more"),
        ("ignores-the-end-of-input", "100", "Note: the candidate broke the protocol: "),
    ],
)
def test_a_candidate_that_cannot_be_fuzzed_is_reported(
    name: str, cases: str, printed: str, tmp_path: Path
) -> None:
    completed = fuzz(tmp_path, "--cases", cases, candidate=f"misbehaving/{name}", status=3)
    assert printed in completed.stdout


def test_a_proposal_is_recorded_as_it_is_printed_and_then_proposed_no_more(tmp_path: Path) -> None:
    around = {**os.environ, "PYTHONPATH": str(installed_in(tmp_path / "installed"))}

    def ours(*line: str) -> Ended:
        script = "import sys; sys.argv[1:] = sys.argv[2:]; from conformance.cli import main; main()"
        words = ("-P", "-c", script, "-", *line)
        return run_program(sys.executable, *words, cwd=tmp_path, env=around, timeout=240, status=0)

    more = ("--cases", "400", "--seed", "0", "--operation", "trial_result", "--jobs", "1")
    begun = ("fuzz", "reference", "--clause", "trial_result.config", *more)
    ours(*begun)
    proposed = report(tmp_path)["proposals"]
    assert proposed
    for proposal in proposed:
        assert json.loads((tmp_path / proposal["file"]).read_text())
        line = shlex.split(proposal["command"])
        assert proposal["command"] in (tmp_path / FOLDER / "report.md").read_text()
        recorded = ours(*line[1:])
        assert f"{proposal['clause']}.{proposal['name']}" in recorded.stdout
    ours(*begun, "--fresh")
    assert report(tmp_path)["proposals"] == []
