"""spec/002's points about a task's folder, on folders of every kind and on mapped tasks."""

import os
import sys
from pathlib import Path

import pytest
from harbor.environments.docker.docker import DockerEnvironment
from harbor.models.task.task import Task
from harbor.models.trial.paths import TrialPaths
from programs import run_program
from spec_002_tasks import COMPOSE, Files, mapped_task, write

from candidates.spec_002.layout import HOLDS, POINTS


def departures(folder: Path) -> dict[str, str]:
    """Return the points that do not hold, and what was found instead."""
    found = {point.name: point.held_against(folder) for point in POINTS}
    return {name: what for name, what in found.items() if what != HOLDS}


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
TOML = "task.toml"
PROGRAM = (sys.executable, "-m", "candidates.spec_002")
SIZES = 'version = ""\n[environment]\ncpus = true\nmemory = "2GB"\nstorage = 1'
CHANGED: list[tuple[Files, dict[str, str]]] = [
    # How a task differs from the text, and the point that does not hold.
    ({}, {}),
    ({"instruction.md": None}, {"instruction": "no file instruction.md"}),
    ({TOML: "version = 1"}, {"version": "version is no text"}),
    ({TOML: ""}, {"version": "no member version"}),
    ({TOML: 'version = ""\ncpus = 1\n[task]\n'}, {"sections": "cpus, [task]"}),
    ({TOML: 'version = ""\n[agent]\nmemory = ""'}, {"members": "[agent] memory"}),
    ({TOML: SIZES}, {"values": "[environment] cpus = True, [environment] memory = '2GB', "
                               "[environment] storage = 1"}),
    ({"environment/Dockerfile": None, "environment/image.def": ""},
     {"dockerfile": "no file environment/Dockerfile"}),
    ({"solution/solve.sh": None}, {"solution": "no file solution/solve.sh"}),
    ({"tests/test.sh": "echo 1 > reward.txt"},
     {"reward": "tests/test.sh does not name /logs/verifier/reward.txt"}),
    ({"task.yaml": "", "run-tests.sh": ""}, {"clutter": "task.yaml, run-tests.sh"}),
    ({"environment/tests/test.py": ""}, {"image": "environment/tests"}),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "found"), CHANGED)
def test_a_point_that_does_not_hold_says_what_was_found(
    changes: Files, found: dict[str, str], tmp_path: Path
) -> None:
    assert departures(write(tmp_path, {**AS_THE_TEXT_SHOWS_IT, **changes})) == found


@pytest.mark.parametrize("config", [b"\xff", b"[", b"a = " + b"[" * 100_000, b"a = 1\na = 2"])
def test_a_configuration_that_cannot_be_read_leaves_the_other_points(
    config: bytes, tmp_path: Path
) -> None:
    found = departures(write(tmp_path, {**AS_THE_TEXT_SHOWS_IT, TOML: config}))
    assert list(found) == ["configuration", "version", "sections", "members", "values"]
    assert all(what.startswith("cannot be read: ") for what in found.values())


def test_links_that_lead_nowhere_and_folders_for_files_are_what_was_found(tmp_path: Path) -> None:
    (tmp_path / "instruction.md").symlink_to("nowhere")
    (tmp_path / "task.yaml").symlink_to("nowhere")
    (tmp_path / TOML).mkdir()
    (tmp_path / "tests" / "test.sh").mkdir(parents=True)
    (tmp_path / os.fsdecode(b"\xff")).write_bytes(b"")
    found = departures(tmp_path)
    assert found["instruction"] == "no file instruction.md"
    assert found["clutter"] == "task.yaml"
    assert found["configuration"] == found["reward"] == "cannot be read: Is a directory"


def test_the_program_prints_a_line_a_point_and_refuses_what_is_no_folder(tmp_path: Path) -> None:
    good = write(tmp_path / "good", AS_THE_TEXT_SHOWS_IT)
    ended = run_program(*PROGRAM, str(good), status=0)
    assert ended.stdout == "".join(f"{point.name}: holds\n" for point in POINTS)
    spoilt = write(tmp_path / "spoilt", {**AS_THE_TEXT_SHOWS_IT, TOML: '"\\u001b[m" = 1'})
    ended = run_program(*PROGRAM, str(spoilt), status=1)
    assert len(ended.stdout.splitlines()) == len(POINTS)
    assert "sections: \\x1b[m\n" in ended.stdout
    for wrong in ([], [str(good / TOML)], [str(tmp_path / "no\nwhere")], ["a", "b"]):
        refused = run_program(*PROGRAM, *wrong, status=2)
        assert (refused.stdout, len(refused.stderr.splitlines())) == ("", 1)


MOVED_ON = {
    "version": "no member version",
    "sections": "schema_version, artifacts, [solution]",
    "members": "[verifier] env, [environment] network_mode, [environment] os, "
    "[environment] mcp_servers, [environment] env",
}
"""How every mapped task differs from the text."""
NO_DOCKERFILE = {"dockerfile": "no file environment/Dockerfile"}
YAML = "docker-compose.yaml"
TWO_SERVICES = f"{COMPOSE}  db:\n    image: postgres\n"
USUAL = {"environment/Dockerfile", "instruction.md", "solution/solve.sh", TOML, "tests/check.sh",
         "tests/test.sh"}  # fmt: skip


BEYOND: dict[str, tuple[Files, dict[str, str], set[str]]] = {
    # Changes of the task, points that do not hold, and files that are added or gone.
    "the usual": ({}, {}, set()),
    "two services without a Dockerfile": (
        {YAML: TWO_SERVICES, "Dockerfile": None}, NO_DOCKERFILE,
        {f"environment/{YAML}", "environment/Dockerfile"}),
    "tests and solution copied into the image": (
        {"Dockerfile": "FROM debian\nCOPY tests /tests\nADD solution.sh /\n"},
        {"image": "environment/tests"}, {"environment/tests/check.sh", "environment/solution.sh"}),
    "no solution": (
        {"solution.sh": None}, {"solution": "no file solution/solve.sh"}, {"solution/solve.sh"}),
}  # fmt: skip


def docker_environment(task: Path) -> DockerEnvironment:
    """Return harbor's docker environment of a task; nothing is started."""
    read = Task(task)
    return DockerEnvironment(
        environment_dir=read.paths.environment_dir,
        environment_name=read.name,
        session_id="session",
        trial_paths=TrialPaths(task.parent / "trial"),
        task_env_config=read.config.environment,
    )


@pytest.mark.parametrize(("changes", "departs", "changed"), BEYOND.values(), ids=BEYOND)
def test_a_mapped_task_has_the_layout_of_the_text_but_for_its_configuration(
    changes: Files, departs: dict[str, str], changed: set[str], tmp_path: Path
) -> None:
    task = mapped_task(tmp_path, changes)
    assert departures(task) == {**MOVED_ON, **departs}
    files = {str(file.relative_to(task)) for file in task.rglob("*") if not file.is_dir()}
    assert files ^ USUAL == changed
    assert (task / "tests" / "test.sh").read_text().endswith("exit $_EXIT_CODE\n")
    # A compose file alone is enough for harbor, other than for the text.
    docker_environment(task)


def test_a_mapped_task_keeps_what_its_yaml_says_but_for_the_parser(tmp_path: Path) -> None:
    read = Task(mapped_task(tmp_path))
    assert read.instruction == "Write hello into /app/answer.\nNothing else.\n"
    assert (read.config.agent.timeout_sec, read.config.verifier.timeout_sec) == (90.0, 30.5)
    assert read.config.metadata == {
        "author_name": "Ada",
        "author_email": "unknown",
        "difficulty": "easy",
        "category": "software_engineering",
        "tags": ["files", "trivial"],
    }


def test_a_mapped_task_can_have_an_environment_that_docker_refuses(tmp_path: Path) -> None:
    not_built: Files = {YAML: "services:\n  client:\n    image: debian\n"}
    of_another_name: Files = {
        YAML: COMPOSE.replace("Dockerfile", "docker/Main"), "docker/Main": "FROM debian\n"
    }  # fmt: skip
    for folder, changes in (("one", not_built), ("other", of_another_name)):
        task = mapped_task(tmp_path / folder, {**changes, "Dockerfile": None})
        assert departures(task) == {**MOVED_ON, **NO_DOCKERFILE}
        with pytest.raises(FileNotFoundError, match="has no environment definition"):
            docker_environment(task)
