"""Jobs that any release wrote are audited clean by it, and by 0.13.1 but for what changed since."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from disturbed import COMMAND
from packaging.version import Version
from released_jobs import audited_jobs, leaving, write_all

from conformance.audit.folders import WHY_HIDDEN
from conformance.implementations.environments import cache_folder
from conformance.implementations.process.command import Command
from conformance.implementations.released_harbor import Release, served
from conformance.protocol.scenario import Scenario

pytestmark = [
    pytest.mark.end_to_end,
    pytest.mark.skipif(
        "HARBOR_CONFORMANCE_GATE" not in os.environ, reason="tox -e audits has the releases"
    ),
]

RELEASES = ("0.13.1", *(f"0.{minor}.0" for minor in range(14, 26)))


@pytest.fixture(scope="module")
def commands() -> Iterator[dict[str, Command]]:
    with served(RELEASES, cache_folder()) as found:
        yield {one.version: one.command for one in found.values() if isinstance(one, Release)}


@pytest.fixture(scope="module", params=RELEASES)
def jobs(
    request: pytest.FixtureRequest,
    commands: dict[str, Command],
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[str, Path]:
    """Return a release, and a folder of jobs that it ran."""
    release, folder = str(request.param), tmp_path_factory.mktemp("released")
    write_all(commands[release], folder)
    return release, folder


def of_trials(job: dict[str, Any]) -> set[tuple[str, str, str]]:
    """Return what differs in the results of a job's trials."""
    return {
        (one["member"], one["recorded"], one["derived"])
        for one in job["findings"]
        if one["kind"] == "differs" and one["file"] != "result.json"
    }


def test_jobs_are_audited_clean_by_the_release_that_wrote_them(jobs: tuple[str, Path]) -> None:
    release, folder = jobs
    told = audited_jobs(folder, "--release", release)
    assert {name: of_trials(one) for name, one in told.items() if not one["agrees"]} == {}
    assert {one["written_by"] for one in told.values()} == {release}
    assert {one["derived_by"] for one in told.values()} == {release}


SOURCES = """
from hashlib import sha256
from inspect import getsource
from harbor.models.job.result import JobStats
from harbor.models.trial.result import TrialResult
from harbor.trial.multi_step import MultiStepTrial as Trial
of_trial = TrialResult.compute_token_cost_totals, JobStats.format_agent_evals_key
for one in (*of_trial, Trial._should_stop_after_step, Trial._min_reward_failure):
    print(sha256(getsource(one).encode()).hexdigest())
"""


def test_harbor_code_that_the_installed_release_runs_is_the_same_in_each_release(
    commands: dict[str, Command],
) -> None:
    told = {
        subprocess.run([one.argv[0], "-c", SOURCES], capture_output=True, check=True).stdout
        for one in commands.values()
    }
    assert len(told) == 1


PARSED = "VerifierOutputParseError"
SINCE = {
    "0.23.0": {
        "plain": {("exception_info", PARSED, "ValidationError")},
        "not-finite": {
            ("verifier_result", PARSED, "{'reward': nan}"),
            ("verifier_result", PARSED, "{'reward': inf}"),
        },
        "text": {("verifier_result", PARSED, "{'reward': 1.0}")},
    }
}
"""What 0.13.1 makes otherwise of a job of a release, or of a later one: docs/upgrades.md."""

HIDDEN_SINCE = "0.20.0"
"""From here on harbor hides a reward that is the value of a secret variable."""


def test_under_the_pinned_release_only_what_changed_since_differs(jobs: tuple[str, Path]) -> None:
    release, folder = jobs
    told = audited_jobs(folder, "--release", "0.13.1")
    expected: dict[str, set[tuple[str, str, str]]] = {}
    for since, changes in SINCE.items():
        if Version(release) >= Version(since):
            expected |= changes
    assert {name: of_trials(one) for name, one in told.items() if not one["agrees"]} == expected
    for name in expected:
        assert any(one["kind"] == "cause" for one in told[name]["findings"]), told[name]
    hidden = {
        name
        for name, one in told.items()
        if WHY_HIDDEN in str([f["cause"] for f in one["findings"]])
    }
    assert hidden == ({"secret"} if Version(release) >= Version(HIDDEN_SINCE) else set())


@pytest.mark.parametrize(
    ("release", "why"), [("0.6.0", "ImportError"), ("0.3.0", "ModuleNotFoundError")]
)
def test_a_release_that_cannot_be_driven_is_refused_before_anything_is_audited(
    release: str, why: str, tmp_path: Path
) -> None:
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "job.log").write_text("")
    ended = subprocess.run(
        [COMMAND, "audit", str(tmp_path), "--release", release],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 4
    assert f"--release {release}: it cannot be driven" in ended.stderr
    assert why in ended.stderr


def test_a_gate_on_them_tells_the_scores_that_change(jobs: tuple[str, Path]) -> None:
    release, folder = jobs
    if release == "0.13.1":
        pytest.skip("a release is gated against an earlier one")
    ended = subprocess.run(
        [COMMAND, "gate", release, str(folder)], capture_output=True, text=True, check=False
    )
    changes = Version(release) >= Version("0.23.0")
    assert ended.returncode == (1 if changes else 0), ended.stderr
    assert ("text/job: nop__adhoc: mean: 0.5 becomes 0.0" in ended.stdout) == changes
    assert ended.stdout.startswith(f"no change from 0.13.1 to {release} in 12 jobs") == (
        not changes
    )


SECRETS: dict[str, Scenario] = {
    value: {
        "tasks": [{"name": "a", "attempts": [[leaving(value)]]}, {"name": "b"}],
        "job": {"n_concurrent_trials": 1, "verifier": {"env": {"API_KEY": value}}},
    }
    for value in ("0.5", "125")
}
"""Jobs whose reward has the characters of a secret variable's value."""


@pytest.mark.parametrize("release", ["0.19.0", "0.20.0", "0.24.0", "0.25.0"])
def test_where_a_release_hides_a_reward_that_has_the_characters_of_a_secret(
    release: str, commands: dict[str, Command], tmp_path: Path
) -> None:
    write_all(commands[release], tmp_path, SECRETS)
    told = audited_jobs(tmp_path, "--release", release)
    for value in SECRETS:
        (result,) = tmp_path.glob(f"{value}/job/a__*/result.json")
        reward = (result.parent / "verifier" / "reward.txt").read_text()
        assert reward == (value if release == "0.19.0" else "[REDACTED]")
        is_kept = release == "0.19.0" or (release == "0.25.0" and value.isdigit())
        if is_kept:
            recorded = json.loads(result.read_text())["verifier_result"]["rewards"]["reward"]
            assert recorded == float(value)
        else:
            with pytest.raises(json.JSONDecodeError):
                json.loads(result.read_text())
        assert (WHY_HIDDEN in str(told[value]["findings"])) == (release != "0.19.0")
        assert "differs" not in {one["kind"] for one in told[value]["findings"]}
        (derived,) = {one["derived"] for one in told[value]["headlines"]}
        assert (derived == str((float(value) + 1) / 2)) == is_kept, derived
        taken = "taken as recorded" in str(told[value]["findings"])
        assert taken == (is_kept and release != "0.19.0")
