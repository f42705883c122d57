"""The points of spec/002 about a task's folder, held against folders of every kind."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from spec_002_tasks import Files

from candidates.spec_002.layout import HOLDS, POINTS

AS_THE_TEXT_SHOWS_IT: Files = {
    "instruction.md": "Do it.\n",
    "task.toml": (
        'version = "1.0"\n[metadata]\nanything = {at = ["all"]}\n[verifier]\ntimeout_sec = 90.5\n'
        "[agent]\ntimeout_sec = 90\n[environment]\nbuild_timeout_sec = 300.0\n"
        'docker_image = "debian:12"\ncpus = 1\nmemory = "512M"\nstorage = "4G"\n'
    ),
    "environment/Dockerfile": "FROM debian\n",
    "solution/solve.sh": "true\n",
    "tests/test.sh": "true\necho 1 > /logs/verifier/reward.txt\n",
}


def write(folder: Path, files: Files) -> Path:
    for name, content in files.items():
        if content is not None:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def departures(folder: Path) -> dict[str, str]:
    """Return the points that do not hold, and what was found instead."""
    found = {point.name: point.held_against(folder) for point in POINTS}
    return {name: what for name, what in found.items() if what != HOLDS}


def test_a_task_as_the_text_shows_it_has_every_point(tmp_path: Path) -> None:
    assert departures(write(tmp_path, AS_THE_TEXT_SHOWS_IT)) == {}


@pytest.mark.parametrize(
    ("point", "changes", "found"),
    [
        ("instruction", {"instruction.md": None}, "no file instruction.md"),
        ("version", {"task.toml": "version = 1"}, "version is no text"),
        ("version", {"task.toml": ""}, "no member version"),
        ("sections", {"task.toml": 'version = ""\ncpus = 1\n[task]\n'}, "cpus, [task]"),
        (
            "members",
            {"task.toml": 'version = ""\n[agent]\nmemory = ""'},
            "[agent] memory",
        ),
        (
            "values",
            {"task.toml": 'version = ""\n[environment]\ncpus = true\nmemory = "2GB"\nstorage = 1'},
            "[environment] cpus = True, [environment] memory = '2GB', [environment] storage = 1",
        ),
        (
            "dockerfile",
            {"environment/Dockerfile": None, "environment/image.def": ""},
            "no file environment/Dockerfile",
        ),
        ("solution", {"solution/solve.sh": None}, "no file solution/solve.sh"),
        (
            "reward",
            {"tests/test.sh": "echo 1 > reward.txt"},
            "tests/test.sh does not name /logs/verifier/reward.txt",
        ),
        ("clutter", {"task.yaml": "", "run-tests.sh": ""}, "task.yaml, run-tests.sh"),
        ("image", {"environment/tests/test.py": ""}, "environment/tests"),
    ],
)
def test_a_point_that_does_not_hold_says_what_was_found(
    point: str, changes: Files, found: str, tmp_path: Path
) -> None:
    folder = write(tmp_path, {**AS_THE_TEXT_SHOWS_IT, **changes})
    assert departures(folder) == {point: found}


@pytest.mark.parametrize("config", [b"\xff", b"[", b"a = " + b"[" * 100_000, b"a = 1\na = 2"])
def test_a_configuration_that_cannot_be_read_leaves_the_other_points(
    config: bytes, tmp_path: Path
) -> None:
    folder = write(tmp_path, {**AS_THE_TEXT_SHOWS_IT, "task.toml": config})
    found = departures(folder)
    assert list(found) == ["configuration", "version", "sections", "members", "values"]
    assert all(what.startswith("cannot be read: ") for what in found.values())


def test_links_that_lead_nowhere_and_folders_for_files_are_what_was_found(tmp_path: Path) -> None:
    (tmp_path / "instruction.md").symlink_to("nowhere")
    (tmp_path / "task.yaml").symlink_to("nowhere")
    (tmp_path / "task.toml").mkdir()
    (tmp_path / "tests" / "test.sh").mkdir(parents=True)
    (tmp_path / os.fsdecode(b"\xff")).write_bytes(b"")
    found = departures(tmp_path)
    assert found["instruction"] == "no file instruction.md"
    assert found["clutter"] == "task.yaml"
    assert found["configuration"] == found["reward"] == "cannot be read: Is a directory"


def run_program(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "candidates.spec_002", *arguments],
        check=False,
        capture_output=True,
        text=True,
    )


def test_the_program_prints_a_line_a_point(tmp_path: Path) -> None:
    good = run_program(str(write(tmp_path / "good", AS_THE_TEXT_SHOWS_IT)))
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.splitlines() == [f"{point.name}: holds" for point in POINTS]
    spoilt = write(tmp_path / "spoilt", {**AS_THE_TEXT_SHOWS_IT, "task.toml": '"\\u001b[m" = 1'})
    refused = run_program(str(spoilt))
    assert refused.returncode == 1
    assert len(refused.stdout.splitlines()) == len(POINTS)
    assert "sections: \\x1b[m\n" in refused.stdout


def test_the_program_refuses_what_is_no_folder_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    wrong = [[], [str(tmp_path / "file")], [str(tmp_path / "no\nwhere")], ["a", "b"]]
    for arguments in wrong:
        refused = run_program(*arguments)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert len(refused.stderr.splitlines()) == 1
