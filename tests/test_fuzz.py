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

from conformance.certification import plan
from conformance.certification.plan import EXAMPLES, Profile
from conformance.examination.findings import RECORDED
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


def test_fuzzing_finds_a_deviation_and_names_its_cause(found: Path) -> None:
    document = report(found)
    assert [cause["deviations"] for cause in document["causes"]] == [["naive-sum"]]
    assert {one["clause"] for one in document["findings"]} == {CLAUSE}
    assert document["ended"] == {"how": "limit", "why": "700 cases were run"}
    assert document["cases"] >= 700
    printed = (found / "printed.txt").read_text()
    assert f"{DEVIATION}: naive-sum: numbers are added from left to right" in printed
    assert printed.splitlines()[-1] == document["verdict"]
    assert (found / FOLDER / "report.md").read_text().startswith("**")


def test_a_finding_can_be_repeated_as_it_is_printed(found: Path) -> None:
    (first, *_) = report(found)["findings"]
    run_program(COMMAND, *shlex.split(first["repeat"])[1:], status=1)


def test_a_round_runs_what_a_deep_run_runs(tmp_path: Path) -> None:
    deep = ["--profile", "deep", "--seed", "7", "--json"]
    certified = run_program(COMMAND, "certify", DEVIATION, "--clause", CLAUSE, *deep)
    theirs = json.loads(certified.stdout)
    examples = str(EXAMPLES[Profile.DEEP])
    fuzz_until(tmp_path, 7, "--seed", "6", "--examples", examples)
    ours = [entry for entry in journal(tmp_path) if entry["seed"] in {None, 7}]
    assert sum(entry["cases"] for entry in ours) == theirs["cases"]
    diverging = [one["input"] for entry in ours for one in entry.get("diverging", ())]
    assert theirs["findings"]
    assert all(one["input"] in diverging for one in theirs["findings"])


def fuzz_until(cwd: Path, seed: int, *words: str) -> None:
    """Fuzz until all checks have run under a seed."""
    total = 1
    while len({one["check"] for one in journal(cwd) if one["seed"] == seed}) < _CHECKS:
        fuzz(cwd, "--cases", str(total), *words, status=1)
        total = sum(one["cases"] for one in journal(cwd)) + 1


_CHECKS = len([check for check in plan.steps(("metric",), (CLAUSE,)) if check.check != RECORDED])


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
    finished = {entry["seed"] for entry in after[:-1]} - {after[-1]["seed"], None}
    for seed in finished:
        taken = {entry["check"] for entry in after if entry["seed"] == seed}
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
    assert printed.splitlines()[-1].startswith("nothing found: reference and harbor")
    assert "Traceback" not in told
    document = report(tmp_path)
    assert document["ended"] == {"how": "interrupted", "why": "interrupted"}
    assert document["cases"] == sum(entry["cases"] for entry in journal(tmp_path)) > 0


def test_it_ends_early_where_harbor_does_nothing_new_and_says_by_which_rule(tmp_path: Path) -> None:
    completed = fuzz(tmp_path, "--quiet-for", "600", candidate="reference")
    rule = "no new line of harbor and no new kind of answer in 600 cases"
    assert completed.returncode == 0, completed.stderr
    assert completed.stdout.splitlines()[-1].endswith(f"; ended: {rule}")
    assert f"ends early  {rule}" in completed.stdout
    assert report(tmp_path)["quiet"] >= 600
    assert report(tmp_path)["coverage"][-1]["lines"] > 0


def test_other_fuzzing_in_a_folder_is_refused_by_what_differs(found: Path, tmp_path: Path) -> None:
    subprocess.run(["cp", "-r", str(found / FOLDER), str(tmp_path / FOLDER)], check=True)
    file = tmp_path / FOLDER / "fuzz.json"
    file.write_text(file.read_text().replace(f'"harbor": "{HARBOR_VERSION}"', '"harbor": "0.1"'))
    refused = fuzz(tmp_path, "--cases", "700", "--seed", "8", candidate="reference", status=2)
    assert refused.stderr == (
        "harbor-conformance: fuzz belongs to different fuzzing: "
        f"candidates: was {DEVIATION} and is reference; seed: was 7 and is 8; "
        "harbor: was 0.1 and is 0.13.1; "
        "--fresh starts over, or name another folder\n"
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
        ("dies-on-every-input", "2000", "; ended: no candidate answers any more"),
        ("ignores-the-end-of-input", "100", "Note: the candidate broke the protocol: misbehaving/"),
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
