"""A job that any release wrote is audited clean by that release."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from disturbed import COMMAND
from packaging.version import Version
from test_audit import FAILING, leaving

from conformance.gate.environments import Environment, build
from conformance.gate.run import served
from conformance.implementations.cache import cache_folder
from conformance.implementations.process.command import Command
from conformance.implementations.process.tool import run_tool
from conformance.operations import messages
from conformance.protocol.values import Case

pytestmark = [
    pytest.mark.end_to_end,
    pytest.mark.skipif(
        "HARBOR_CONFORMANCE_GATE" not in os.environ, reason="tox -e audits has the releases"
    ),
]

RELEASES = (
    "0.13.1",
    "0.14.0",
    "0.15.0",
    "0.16.0",
    "0.17.0",
    "0.18.0",
    "0.19.0",
    "0.20.0",
    "0.21.0",
    "0.22.0",
    "0.23.0",
    "0.24.0",
    "0.25.0",
)
STEPS = (
    'multi_step_reward_strategy = "final"\n[[steps]]\nname = "first"\n[[steps]]\nname = "second"\n'
)
AGENTS = [{"name": "nop"}, {"name": "nop", "model_name": "maker/model"}]
SCENARIO = {
    "tasks": [
        {"name": "one", "attempts": [[leaving("1")], [leaving("0")]] * 2},
        {"name": "two", "attempts": [[leaving(None, '{"reward": 0.5}')], [leaving("0.25")]] * 2},
        {"name": "three", "attempts": [[FAILING], [leaving("1", '{"reward": "pass"}')]] * 2},
        {"name": "four", "attempts": [[leaving("0.1")], [leaving("0.2")]] * 2},
    ],
    "job": {"n_attempts": 2, "n_concurrent_trials": 1, "agents": AGENTS},
}


@pytest.fixture(scope="module")
def commands() -> Iterator[dict[str, Command]]:
    built = build(RELEASES, cache_folder())
    present = [one for one in built.values() if isinstance(one, Environment)]
    with served(present) as serving:
        yield dict(serving)


@pytest.fixture(scope="module", params=RELEASES)
def job(
    request: pytest.FixtureRequest,
    commands: dict[str, Command],
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[str, Path]:
    """Return a release, and the folder of a job that it ran."""
    release = str(request.param)
    home = tmp_path_factory.mktemp(release)
    scenario = home / "scenario.json"
    scenario.write_text(json.dumps(messages.input_to_json(Case("run", SCENARIO))))
    (home / "made").mkdir()
    command = commands[release]
    argv = [*command.argv, "--write-job", str(scenario), str(home / "made")]
    ended = run_tool(argv, env={**os.environ, **dict(command.env)}, seconds=300)
    assert ended.returncode == 0, ended.stderr
    return release, Path(ended.stdout.strip())


def audit(job: Path, release: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [COMMAND, "audit", str(job), "--release", release],
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_job_is_audited_clean_by_the_release_that_wrote_it(job: tuple[str, Path]) -> None:
    release, folder = job
    ended = audit(folder, release)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert f"written by harbor {release}" in ended.stdout
    assert f"derived from reward files by harbor {release}" in ended.stdout


SINCE = {"0.23.0": {("exception_info", "VerifierOutputParseError", "ValidationError")}}
"""What differs for a job of a release, or of a later one: docs/upgrades.md has it as a change."""


def test_under_the_pinned_release_only_what_changed_since_differs(job: tuple[str, Path]) -> None:
    release, folder = job
    ended = subprocess.run(
        [COMMAND, "audit", str(folder), "--format", "json"],
        capture_output=True,
        text=True,
        check=False,
    )
    (audited,) = json.loads(ended.stdout)["jobs"]
    told = {
        (one["member"], one["recorded"], one["derived"])
        for one in audited["findings"]
        if one["kind"] == "differs"
    }
    later = [which for since, which in SINCE.items() if Version(release) >= Version(since)]
    assert told == set().union(*later)
    assert ended.returncode == (1 if told else 0)
