"""Fuzzing of a real release from the package index; asked for by ``tox -e gate``."""

import json
import os
from pathlib import Path

import pytest
from fuzzed import FOLDER, fuzz, report

pytestmark = pytest.mark.skipif(
    "HARBOR_CONFORMANCE_GATE" not in os.environ, reason="needs a package index: tox -e gate"
)


def test_what_differs_in_a_release_is_a_change(tmp_path: Path) -> None:
    more = ("--release", "0.14.0", "--cases", "60", "--seed", "0", "--operation", "run")
    completed = fuzz(tmp_path, *more, candidate="", clause="run.configuration")
    assert completed.returncode == 1, completed.stdout + completed.stderr
    found = {one["candidate"] for one in report(tmp_path)["findings"]}
    assert found == {"harbor and harbor 0.14.0"}
    assert "harbor and harbor 0.14.0: divergence at run.configuration: " in completed.stdout
    (asked,) = json.loads((tmp_path / FOLDER / "fuzz.json").read_text())["candidates"].values()
    assert (asked["oracle"], asked["environment"][:7]) == ("0.14.0", "0.14.0-")


def test_a_candidate_is_fuzzed_against_each_release_that_can_be_had(tmp_path: Path) -> None:
    more = ("--release=0.22.0", "--release=0.23.0", "--release=0.99.0", "--cases=60", "--seed=0")
    completed = fuzz(tmp_path, *more, candidate="reference", clause="verifier.json-text-integer")
    assert completed.returncode == 1, completed.stdout + completed.stderr
    assert completed.stderr.splitlines()[0].startswith("--release 0.99.0: there is no version")
    found = {one["candidate"] for one in report(tmp_path)["findings"]}
    assert found == {"reference and harbor 0.23.0"}
