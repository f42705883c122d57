"""Real releases from the package index; asked for by ``tox -e gate``.

Everything else about the gate is tested without an index.
"""

import json
import os
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from programs import command

pytestmark = pytest.mark.skipif(
    "HARBOR_CONFORMANCE_GATE" not in os.environ, reason="needs a package index: tox -e gate"
)


gate = partial(command, "gate")


def gated(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(gate(*arguments, "--format", "json").stdout)
    return found


def test_every_change_of_a_release_repeats_with_its_command() -> None:
    (pair,) = gated("0.18.0")["pairs"]
    for change in pair["changes"]:
        (repeated,) = gated(*change["repeat"].split()[2:])["pairs"]
        shown = {cause for found in repeated["changes"] for cause in found["causes"]}
        assert shown.issuperset(change["causes"])


def test_the_pinned_release_against_itself_shows_nothing() -> None:
    (pair,) = gated("0.13.1")["pairs"]
    assert (pair["verdict"], pair["changes"]) == ("no change", [])
    assert set(pair["cases"]) == {
        "run", "verifier", "multi_step", "metric", "pass_at_k", "job", "trial_result",
        "leaderboard",
    }  # fmt: skip


def test_a_release_that_cannot_be_installed_keeps_no_other_from_being_gated() -> None:
    words = ("0.99.0", "0.1.0", "0.14.0", "--operation", "metric", "--format", "json")
    missing, older, present = json.loads(gate(*words, status=4).stdout)["pairs"]
    assert "does not satisfy Python>=" in str(older["undriven"])
    assert missing["undriven"] == ["0.99.0: there is no version of harbor==0.99.0"]
    assert present["cases"]["metric"] > 0


def test_an_upgrade_is_accepted_by_one_entry_a_change_until_one_comes_or_goes(
    tmp_path: Path,
) -> None:
    file = tmp_path / "accepted.toml"
    later = ("0.25.0", "--accepted", str(file))
    assert gate(*later, "--update").returncode == 1
    assert gate(*later).returncode == 2
    text = file.read_text().replace('cause = ""', 'cause = "c"')
    text = text.replace('source = ""', 'source = "s"')
    file.write_text(text)
    assert text.count("[[change]]") == 31
    assert gate(*later).returncode == 0
    assert gate(*later, "--operation", "verifier", "--seed", "5").returncode == 0
    first, *others = text.split("[[change]]")
    missed = next(one for one in others if "0.19.0 run.not-retried" in one)
    file.write_text("[[change]]".join([first, *(one for one in others if one != missed)]))
    less = gate(*later, status=1)
    assert "0.19.0: a trial that ends in AgentAuthenticationError" in less.stdout
    file.write_text(text)
    gone = gate("0.24.0", "--accepted", str(file), status=1)
    assert "stale: 0.25.0 run.configuration.cpus-in-parts: accepted, but not seen" in gone.stdout
