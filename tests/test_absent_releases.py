"""A release that is missing costs one line and exit status 4, and the others go on."""

import json
import sys
from pathlib import Path

import pytest
from programs import command_here

from conformance.implementations.environments import installed, uv
from conformance.survey import survey

HERE, ABSENT = "0.13.1", "0.25.0"

UV = """#!{python}
import pathlib, sys

words, kind, logs = sys.argv[1:], {kind!r}, {logs!r}
command = next(one for one in ("compile", "venv", "install") if one in words)
if logs[kind][0] in (command, "index"):
    sys.exit("error: " + logs[kind][1])
if command == "compile":
    pathlib.Path(words[words.index("--output-file") + 1]).write_text("harbor=={release}")
if command == "venv":
    home = pathlib.Path(words[-1], "bin")
    home.mkdir(parents=True)
    (home / "python").write_text("#!/bin/sh\\necho '" + logs[kind][1] + "' >&2\\nexit 4\\n")
    (home / "python").chmod(0o755)
"""
"""In place of uv: it fails, or makes an environment whose interpreter does."""

KINDS = {
    "not on the index": ("index", f"there is no version of harbor=={ABSENT}"),
    "for another Python": ("index", f"harbor=={ABSENT} requires Python >=3.99"),
    "no network": ("index", "Failed to fetch: operation timed out"),
    "half-made": ("install", "No space left on device"),
    "another wheel": ("python", "RECORD is not the one of the published wheel"),
    "too old": ("python", "harbor cannot be driven"),
}
"""What is wrong with a release: what fails, and its message."""

QUICK = ("--profile", "quick", "--seed", "1", "--jobs", "1")
METRIC = ("--clause", "metric.compensated-sum")
INSTALLING = {
    "certify": ("certify", "reference", *METRIC, *QUICK),
    "ask": ("ask", "verifier", "--reward-txt", "1", "--candidate", "reference"),
    "fuzz": ("fuzz", "reference", *METRIC, "--cases", "20", "--jobs", "1", "--seed", "0"),
}
SMOKE = ("smoke", "candidates.reference:", "--operation", "metric")


@pytest.fixture(params=KINDS)
def why(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The message of a missing release, which left half an environment."""
    fake = tmp_path / "uv"
    program = UV.format(python=sys.executable, kind=request.param, logs=KINDS, release=ABSENT)
    fake.write_text(program)
    fake.chmod(0o755)
    monkeypatch.setattr(uv, "program", lambda: str(fake))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    fails, message = KINDS[request.param]
    if fails != "index":
        Path("harbor-conformance", f"{ABSENT}-{installed.key({'harbor': ABSENT})}", "bin").mkdir(
            parents=True
        )
    return message


def installing(command: str, *releases: str) -> list[str]:
    """Return a command with releases."""
    words = [word for one in releases for word in ("--release", one)]
    return [*INSTALLING[command], *words]


@pytest.mark.parametrize("command", INSTALLING)
def test_a_missing_release_costs_a_line_and_leaves_nothing(command: str, why: str) -> None:
    ended = command_here(*installing(command, ABSENT))
    assert (ended.returncode, ended.stdout) == (4, "")
    assert ended.stderr == f"harbor-conformance: --release {ABSENT}: {why}\n"
    assert [*Path("harbor-conformance").iterdir()] == []


@pytest.mark.slow
@pytest.mark.parametrize("why", ["half-made"], indirect=True)
@pytest.mark.parametrize("command", INSTALLING)
def test_the_other_releases_go_on(command: str, why: str) -> None:
    alone = command_here(*installing(command, HERE))
    ended = command_here(*installing(command, HERE, ABSENT), *(["--fresh"] * (command == "fuzz")))
    assert (alone.returncode, ended.returncode) == (0, 4), ended.stderr
    told, line = (ended.stderr, f"--release {ABSENT}: {why}")
    if command == "certify":
        told, line = (ended.stdout, f"{ABSENT}  {why}")
    assert [one for one in told.splitlines() if why in one] == [line]
    found = {"certify": f"{HERE}  agrees", "ask": "the same, exactly", "fuzz": "reference agrees"}
    assert found[command] in ended.stdout


def test_a_release_of_which_nothing_is_recorded_is_left_out_of_smoke_and_not_explained() -> None:
    why = "--release 9.9.9: nothing is recorded for it"
    for words in (SMOKE, ("explain", "metric.compensated-sum")):
        ended = command_here(*words, "--release", "9.9.9")
        assert (ended.returncode, ended.stdout) == (4, "")
        assert ended.stderr == f"harbor-conformance: {why}\n"
    both = command_here(*SMOKE, "--release", "9.9.9", "--release", HERE)
    assert (both.returncode, both.stderr) == (4, "")
    assert both.stdout.splitlines()[-1] == f"NOT RUN: {why}"
    assert "It follows the protocol; certify it" in both.stdout
    printed = command_here(*SMOKE, "--release", "9.9.9", "--release", HERE, "--json").stdout
    assert [one["verdict"] for one in json.loads(printed).values()][-1] == f"NOT RUN: {why}"


@pytest.mark.parametrize("why", ["no network"], indirect=True)
def test_a_survey_without_the_later_release_shows_the_pinned_one(
    why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(survey, "_taken", lambda *_: {})
    monkeypatch.setattr(survey, "write_released_jobs", lambda *_: {})
    words = ("--release", ABSENT)
    ended = command_here("survey", "inspect-harbor", *words, status=4)
    assert f"not shown: --release {ABSENT}: {why}" in ended.stderr.splitlines()
