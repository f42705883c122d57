"""Jobs of any release: derived by the one that wrote them, and by 0.13.1 but for what changed.

The jobs are of three releases, and of each from 0.13.1 on where ``tox -e audits`` runs this.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from audited import Tamper, changed, configure, edit, edit_headline, failure
from packaging.version import Version
from programs import command, page, run_program
from released_jobs import PLAIN, audited_jobs, secret, write_all

from conformance.audit.folders import WHY_HIDDEN
from conformance.implementations.installed_harbor import published_of, write_jobs
from conformance.implementations.process.command import Command
from conformance.implementations.released_harbor import Release, served

pytestmark = pytest.mark.end_to_end

IN_ALL_RELEASES = "HARBOR_CONFORMANCE_GATE" in os.environ
WITH_ALL_RELEASES = pytest.mark.skipif(not IN_ALL_RELEASES, reason="tox -e audits has the releases")
FEW = ("0.18.0", "0.25.0", "0.26.0")
"""Of which the last two leave defaults out of config.json."""

EACH = ("0.13.1", *(f"0.{minor}.0" for minor in range(14, 27)))
RELEASES = EACH if IN_ALL_RELEASES else FEW
FULL = {"plain", "text", "retried", "provider", "resumed"}
"""Jobs of which every number follows from the folder."""


@pytest.fixture(scope="module")
def commands() -> Iterator[Mapping[str, Command]]:
    with served(RELEASES) as found:
        present = {v: one.command for v, one in found.items() if isinstance(one, Release)}
        assert present.keys() == {*RELEASES}, found
        yield present


@pytest.fixture(scope="module")
def released(commands: Mapping[str, Command], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a folder of jobs for each release, which ran them."""
    home = tmp_path_factory.mktemp("released")
    for release, one in commands.items():
        write_all(one, home / release)
    return home


def of_trials(job: dict[str, Any]) -> set[tuple[str, str, str]]:
    """Return what differs in the results of a job's trials."""
    return {
        (one["member"], one["recorded"], one["derived"])
        for one in job["findings"]
        if one["kind"] == "differs" and one["file"] != "result.json"
    }


def test_each_job_is_derived_by_the_release_that_wrote_it(released: Path) -> None:
    done = audited_jobs(released)
    assert {one["derived_by"] for one in done.values()} == set(RELEASES)
    assert all(one["written_by"] == one["derived_by"] for one in done.values())
    assert {name: of_trials(one) for name, one in done.items() if not one["agrees"]} == {}
    whole = {name for name, one in done.items() if one["verdict"] == "AGREES"}
    assert {f"{release}/{name}" for release in FEW for name in FULL} <= whole


@pytest.fixture
def copied(released: Path, tmp_path: Path) -> Callable[[str], Path]:
    return lambda name: Path(shutil.copytree(released / name, tmp_path / "copy")) / "job"


def in_trial(change: Callable[[Any], object]) -> Tamper:
    return lambda job: changed(min(job.glob("[fo]*__*")) / "result.json", change)


def configured(*place: str, value: object) -> Tamper:
    return lambda job: configure(min(job.glob("one__*")), *place, value=value)


def fail_last_step(result: Any) -> None:  # noqa: ANN401 - JSON
    result["step_results"][-1]["exception_info"] = failure("CancelledError")


def fail_each_step(result: Any) -> None:  # noqa: ANN401 - JSON
    fail_last_step(result)
    result["step_results"][0]["exception_info"] = failure("AgentTimeoutError")


def set_policy(job: Path) -> None:
    """Let a job decide which failures keep a reward from counting, which is not applied."""
    policy = {"override_error_policy": {"invalid": ["ValueError"]}}
    changed(job / "config.json", lambda config: config.update(policy))


SETTING = "| a setting of a later release, except task, agent, model and verifier |"


@pytest.mark.parametrize(
    ("name", "tamper", "verdict"),
    [
        ("0.25.0/plain", edit_headline, "DIFFERS"),
        ("0.25.0/plain", configured("agent", "model_name", value="m"), "DIFFERS"),
        ("0.25.0/plain", configured("timeout_multiplier", value=9.0), "AGREES"),
        (
            "0.26.0/plain",
            in_trial(lambda r: r.update(reward_valid=not r["reward_valid"])),
            "AGREES",
        ),
        ("0.26.0/plain", in_trial(lambda r: r.update(schema_version=2)), "PARTIAL"),
        ("0.26.0/plain", set_policy, "PARTIAL"),
        ("0.26.0/of-steps", in_trial(fail_each_step), "PARTIAL"),
        ("0.26.0/of-steps", in_trial(fail_last_step), "DIFFERS"),
    ],
)
def test_what_is_edited_in_a_job_of_another_release_differs_or_is_listed(
    name: str, tamper: Tamper, verdict: str, copied: Callable[[str], Path]
) -> None:
    job = copied(name)
    tamper(job)
    (done,) = audited_jobs(job).values()
    assert done["verdict"] == verdict
    assert verdict != "AGREES" or SETTING in page("trust.md")


def test_harbor_0_13_1_tells_what_would_be_published_of_a_job_of_any_release(
    released: Path, tmp_path: Path
) -> None:
    (own,) = write_jobs({"plain": PLAIN}, tmp_path).values()
    expected = published_of(own)
    assert not isinstance(expected, str)
    for release in RELEASES:
        assert published_of(released / release / "plain" / "job") == expected, release


def test_a_missing_release_leaves_the_job_partial_and_says_why(job: Path) -> None:
    edit("lock.json", "harbor", "version", value="0.13.999")(job)
    (done,) = audited_jobs(job).values()
    assert (done["verdict"], done["derived_by"]) == ("PARTIAL", "0.13.1")
    assert "0.13.999 wrote it: it cannot be installed here: " in str(done["findings"])


SOURCES = """
from hashlib import sha256
from inspect import getsource
from harbor.models.job.result import JobStats
from harbor.models.trial.result import TrialResult
for one in (TrialResult.compute_token_cost_totals, JobStats.format_agent_evals_key):
    print(sha256(getsource(one).encode()).hexdigest())
"""


def test_harbor_code_that_the_installed_release_runs_is_the_same_in_each_release(
    commands: Mapping[str, Command],
) -> None:
    told = [run_program(one.argv[0], "-c", SOURCES, status=0).stdout for one in commands.values()]
    assert len({*told}) == 1


PARSED = "VerifierOutputParseError"
SINCE_0_23_0 = {
    "plain": {("exception_info", PARSED, "ValidationError")},
    "not-finite": {
        ("verifier_result", PARSED, "{'reward': nan}"),
        ("verifier_result", PARSED, "{'reward': inf}"),
    },
    "text": {("verifier_result", PARSED, "{'reward': 1.0}")},
}
"""What 0.13.1 makes differently of a job of this release, or of a later one: docs/upgrades.md."""

SINCE_0_26_0 = ("left-by-agent", "of-steps", "resumed", "retried", "stopped")
"""Jobs whose trials 0.13.1 finds the same in, but counts those without rewards as 0."""

LEFT_OUT = "follow if a trial without rewards is left out"

HIDDEN_SINCE = "0.20.0"
"""From here on harbor hides a reward that is the value of a secret variable."""


@pytest.mark.parametrize("release", RELEASES)
def test_under_the_pinned_release_only_what_changed_since_differs(
    release: str, released: Path
) -> None:
    told = audited_jobs(released / release, "--release", "0.13.1")
    expected = SINCE_0_23_0 if Version(release) >= Version("0.23.0") else {}
    counted = SINCE_0_26_0 if Version(release) >= Version("0.26.0") else ()
    differing = {name: of_trials(one) for name, one in told.items() if not one["agrees"]}
    assert differing == {**expected, **{name: set() for name in counted}}
    for name in counted:
        assert LEFT_OUT in str(told[name]["findings"]), told[name]
    for name in expected:
        assert any(one["kind"] == "cause" for one in told[name]["findings"]), told[name]
    causes = {name: str([f["cause"] for f in one["findings"]]) for name, one in told.items()}
    hidden = {name for name, text in causes.items() if WHY_HIDDEN in text}
    assert hidden == ({"secret"} if Version(release) >= Version(HIDDEN_SINCE) else set())


@pytest.mark.parametrize(
    ("release", "why"), [("0.6.0", "ImportError"), ("0.3.0", "ModuleNotFoundError")]
)
@WITH_ALL_RELEASES
def test_a_release_that_cannot_be_driven_is_refused_before_anything_is_audited(
    release: str, why: str, tmp_path: Path
) -> None:
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "job.log").write_text("")
    ended = command("audit", str(tmp_path), "--release", release, status=4)
    assert f"--release {release}: it cannot be driven" in ended.stderr
    assert why in ended.stderr


@pytest.mark.parametrize("release", [one for one in RELEASES if one != "0.13.1"])
@WITH_ALL_RELEASES
def test_a_gate_on_them_tells_the_scores_that_change(release: str, released: Path) -> None:
    changes = Version(release) >= Version("0.23.0")
    ended = command("gate", release, str(released / release), status=1 if changes else 0)
    assert ("text/job: nop__adhoc: mean: 0.5 becomes 0.0" in ended.stdout) == changes
    same = f"no change from 0.13.1 to {release} in 12 jobs"
    assert ended.stdout.startswith(same) == (not changes)


SECRETS = {value: secret(value) for value in ("0.5", "125")}


@pytest.mark.parametrize("release", ["0.19.0", "0.20.0", "0.25.0"])
@WITH_ALL_RELEASES
def test_a_reward_that_a_release_hides_as_a_secret_is_not_read(
    release: str, commands: Mapping[str, Command], tmp_path: Path
) -> None:
    write_all(commands[release], tmp_path, SECRETS)
    told = audited_jobs(tmp_path, "--release", release)
    is_hidden = release != "0.19.0"
    for value in SECRETS:
        (reward,) = tmp_path.glob(f"{value}/job/a__*/verifier/reward.txt")
        assert reward.read_text() == ("[REDACTED]" if is_hidden else value)
        assert (WHY_HIDDEN in str(told[value]["findings"])) is is_hidden
        assert "differs" not in {one["kind"] for one in told[value]["findings"]}
