"""Each job is derived by the release that wrote it, several of them in one command."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from audited import changed, edit, edit_headline
from released_jobs import PLAIN, audited_jobs, write_all

from conformance.implementations.environments import cache_folder
from conformance.implementations.installed_harbor import published_of, write_jobs
from conformance.implementations.released_harbor import Release, served

TRUST = Path(__file__).parents[1] / "docs" / "trust.md"

pytestmark = pytest.mark.end_to_end

RELEASES = ("0.18.0", "0.25.0", "0.26.0")
"""Of which the last two leave defaults out of config.json."""

FULL = {"plain", "text", "retried", "provider", "resumed"}
"""Jobs of which every number follows from the folder."""


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of the jobs of several releases."""
    home = tmp_path_factory.mktemp("released")
    with served(RELEASES, cache_folder()) as found:
        for release, one in found.items():
            assert isinstance(one, Release), one
            write_all(one.command, home / release)
    return home


def test_each_job_is_derived_by_the_release_that_wrote_it(released: Path) -> None:
    done = audited_jobs(released)
    assert {one["derived_by"] for one in done.values()} == set(RELEASES)
    assert all(one["written_by"] == one["derived_by"] for one in done.values())
    assert [name for name, one in done.items() if not one["agrees"]] == []
    whole = {name for name, one in done.items() if one["verdict"] == "AGREES"}
    assert {f"{release}/{name}" for release in RELEASES for name in FULL} <= whole


def test_a_raised_score_of_another_release_differs(released: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(released / "0.25.0" / "plain", tmp_path / "copy"))
    edit_headline(copy / "job")
    (done,) = audited_jobs(copy).values()
    assert done["verdict"] == "DIFFERS"


def fail_last_step(result: Any) -> None:  # noqa: ANN401 - JSON
    info = dict.fromkeys(("exception_message", "exception_traceback"), "")
    info |= {"exception_type": "CancelledError", "occurred_at": "2026-01-01T00:00:00"}
    result["step_results"][-1]["exception_info"] = info


def fail_each_step(result: Any) -> None:  # noqa: ANN401 - JSON
    fail_last_step(result)
    first, last = result["step_results"]
    first["exception_info"] = last["exception_info"] | {"exception_type": "AgentTimeoutError"}


@pytest.mark.parametrize(
    ("name", "change", "verdict"),
    [
        ("of-steps", fail_each_step, "PARTIAL"),
        ("plain", lambda result: result.update(reward_valid=not result["reward_valid"]), "DIFFERS"),
        ("plain", lambda result: result.pop("reward_valid"), "DIFFERS"),
        ("plain", lambda result: result.update(schema_version=2), "PARTIAL"),
        ("of-steps", fail_last_step, "DIFFERS"),
    ],
)
def test_what_harbor_0_26_0_judges_of_a_reward_is_derived(
    name: str, change: Callable[[Any], object], verdict: str, released: Path, tmp_path: Path
) -> None:
    copy = Path(shutil.copytree(released / "0.26.0" / name, tmp_path / "copy"))
    changed(min((copy / "job").glob("[fo]*__*")) / "result.json", change)
    (done,) = audited_jobs(copy).values()
    assert done["verdict"] == verdict


def test_a_setting_of_another_release_can_be_changed(released: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(released / "0.25.0" / "plain", tmp_path / "copy"))
    trial = min((copy / "job").glob("one__*"))
    edit("config.json", "timeout_multiplier", value=9.0)(trial)
    edit("result.json", "config", "timeout_multiplier", value=9.0)(trial)
    (done,) = audited_jobs(copy).values()
    assert done["verdict"] == "AGREES"
    setting = "| a setting of a later release, except task, agent, model and verifier |"
    assert setting in TRUST.read_text()
    edit("config.json", "agent", "model_name", value="m")(trial)
    edit("result.json", "config", "agent", "model_name", value="m")(trial)
    (done,) = audited_jobs(copy).values()
    assert done["verdict"] == "DIFFERS"


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


def test_an_error_policy_of_a_job_is_not_applied_and_said_to_be_missing(
    released: Path, tmp_path: Path
) -> None:
    copy = Path(shutil.copytree(released / "0.26.0" / "plain", tmp_path / "copy"))
    policy = {"override_error_policy": {"invalid": ["ValueError"]}}
    changed(copy / "job" / "config.json", lambda config: config.update(policy))
    (done,) = audited_jobs(copy).values()
    assert done["verdict"] == "PARTIAL"
    assert "which failures keep a reward from counting" in str(done["findings"])
