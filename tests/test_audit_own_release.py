"""Each job is derived by the release that wrote it, several of them in one command."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from audited import edit, edit_headline, harbor, job, written
from disturbed import COMMAND
from released_jobs import SCENARIOS

from conformance.implementations.environments import cache_folder
from conformance.implementations.environments.releases import Environment, build, served
from conformance.implementations.process.tool import run_tool
from conformance.operations import messages
from conformance.protocol.values import Case

TRUST = Path(__file__).parents[1] / "docs" / "trust.md"

__all__ = ["harbor", "job", "written"]

pytestmark = pytest.mark.end_to_end

RELEASES = ("0.18.0", "0.25.0")
"""Of which the last leaves defaults out of config.json."""

FULL = {"plain", "text", "retried", "provider", "resumed"}
"""Jobs of which every number follows from the folder."""


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of the jobs of several releases."""
    home = tmp_path_factory.mktemp("released")
    built = list(build(RELEASES, cache_folder()).values())
    present = [one for one in built if isinstance(one, Environment)]
    assert len(present) == len(RELEASES), built
    with served(present) as commands:
        for release, command in commands.items():
            words = []
            for name, scenario in SCENARIOS.items():
                (home / release / name).mkdir(parents=True)
                asked = home / f"{name}.json"
                asked.write_text(json.dumps(messages.input_to_json(Case("run", dict(scenario)))))
                words += ["--write-job", str(asked), str(home / release / name)]
            env = {**os.environ, **dict(command.env)}
            assert not run_tool([*command.argv, *words], env=env, seconds=300).returncode
    return home


def audited(folder: Path) -> dict[str, dict[str, Any]]:
    words = [COMMAND, "audit", str(folder), "--format", "json"]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    assert ended.returncode in {0, 1}, ended.stderr
    return {one["name"]: one for one in json.loads(ended.stdout)["jobs"]}


def test_each_job_is_derived_by_the_release_that_wrote_it(released: Path) -> None:
    done = audited(released)
    assert {one["derived_by"] for one in done.values()} == set(RELEASES)
    assert all(one["written_by"] == one["derived_by"] for one in done.values())
    assert [name for name, one in done.items() if not one["agrees"]] == []
    whole = {name for name, one in done.items() if one["verdict"] == "AGREES"}
    assert {f"{release}/{name}/job" for release in RELEASES for name in FULL} <= whole


def test_a_raised_score_of_another_release_differs(released: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(released / "0.25.0" / "plain", tmp_path / "copy"))
    edit_headline(copy / "job")
    (done,) = audited(copy).values()
    assert done["verdict"] == "DIFFERS"


def test_a_setting_of_another_release_can_be_changed(released: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(released / "0.25.0" / "plain", tmp_path / "copy"))
    trial = min((copy / "job").glob("one__*"))
    edit("config.json", "timeout_multiplier", value=9.0)(trial)
    edit("result.json", "config", "timeout_multiplier", value=9.0)(trial)
    (done,) = audited(copy).values()
    assert done["verdict"] == "AGREES"
    setting = "| a setting of a later release, but for task, agent, model and verifier |"
    assert setting in TRUST.read_text()
    edit("config.json", "agent", "model_name", value="m")(trial)
    edit("result.json", "config", "agent", "model_name", value="m")(trial)
    (done,) = audited(copy).values()
    assert done["verdict"] == "DIFFERS"


def test_a_release_that_cannot_be_had_leaves_the_job_partial_and_says_why(job: Path) -> None:
    edit("lock.json", "harbor", "version", value="0.13.999")(job)
    (done,) = audited(job).values()
    assert (done["verdict"], done["derived_by"]) == ("PARTIAL", "0.13.1")
    assert "0.13.999 wrote it: it cannot be had here: " in str(done["findings"])
