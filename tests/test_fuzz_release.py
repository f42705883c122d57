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
    document = report(tmp_path)
    assert {one["candidate"] for one in document["findings"]} == {"harbor-0.14.0"}
    assert all(one["change"] for one in document["findings"])
    assert "harbor-0.14.0: change at run.configuration: " in completed.stdout
    assert json.loads((tmp_path / FOLDER / "fuzz.json").read_text())["candidates"]["harbor-0.14.0"][
        "release"
    ]
