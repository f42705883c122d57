"""The task folder that harbor's own mapper makes of a terminal-bench task, against spec/002."""

import io
import os
import re
import sys
from pathlib import Path

import pytest
from harbor.environments.docker.docker import DockerEnvironment
from harbor.mappers.terminal_bench import TerminalBenchMapper
from harbor.models.task.task import Task
from harbor.models.trial.paths import TrialPaths
from spec_002_tasks import COMPOSE, Files, mapped_task, write_task

from candidates.spec_002.layout import HOLDS, POINTS

MOVED_ON = {
    "version": "no member version",
    "sections": "schema_version, artifacts, [solution]",
    "members": "[verifier] env, [environment] network_mode, [environment] os, "
    "[environment] mcp_servers, [environment] env",
}
"""What every mapped task has otherwise than the text."""

TWO_SERVICES = f"{COMPOSE}  db:\n    image: postgres\n"
IMAGE_ALONE = "services:\n  client:\n    image: debian\n"


def departures(folder: Path) -> dict[str, str]:
    """Return the points that do not hold, and what was found instead."""
    found = {point.name: point.held_against(folder) for point in POINTS}
    return {name: what for name, what in found.items() if what != HOLDS}


def files_of(folder: Path) -> set[str]:
    return {str(file.relative_to(folder)) for file in folder.rglob("*") if not file.is_dir()}


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


def test_a_mapped_task_has_the_layout_of_the_text_but_for_its_configuration(
    tmp_path: Path,
) -> None:
    task = mapped_task(tmp_path)
    assert departures(task) == MOVED_ON
    assert files_of(task) == {
        "environment/Dockerfile",
        "instruction.md",
        "solution/solve.sh",
        "task.toml",
        "tests/check.sh",
        "tests/test.sh",
    }
    read = Task(task)
    assert read.instruction == "Write hello into /app/answer.\nNothing else.\n"
    assert (read.config.agent.timeout_sec, read.config.verifier.timeout_sec) == (90.0, 30.5)
    # The parser of the old format is not carried over.
    assert read.config.metadata == {
        "author_name": "Ada",
        "author_email": "unknown",
        "difficulty": "easy",
        "category": "software_engineering",
        "tags": ["files", "trivial"],
    }
    assert docker_environment(task)


@pytest.mark.parametrize(
    ("changes", "departs", "added"),
    [
        ({"docker-compose.yaml": TWO_SERVICES}, {}, {"environment/docker-compose.yaml"}),
        (
            {"docker-compose.yaml": TWO_SERVICES, "Dockerfile": None},
            {"dockerfile": "no file environment/Dockerfile"},
            {"environment/docker-compose.yaml"},
        ),
        (
            {"Dockerfile": "FROM debian\nCOPY tests /tests\nADD solution.sh /\n"},
            {"image": "environment/tests"},
            {"environment/tests/check.sh", "environment/solution.sh"},
        ),
        ({"solution.sh": None}, {"solution": "no file solution/solve.sh"}, set()),
        (
            {"README.md": "", "data/deep/numbers": b"\xff"},
            {},
            {"environment/README.md", "environment/data/deep/numbers"},
        ),
        (
            {
                "docker-compose.yaml": "services:\n  main:\n    build: client\n",
                "Dockerfile": None,
                "client/Dockerfile": "FROM debian\n",
            },
            {},
            set(),
        ),
        (
            {
                "docker-compose.yaml": "services:\n  main:\n    build: ./client\n",
                "Dockerfile": None,
                "client/Dockerfile": "FROM debian\n",
            },
            {},
            {"environment/client/Dockerfile"},  # a second time
        ),
        ({"tests/test.sh": "exit 1\n"}, {}, set()),
    ],
    ids=[
        "two services",
        "two services without a Dockerfile",
        "tests and solution copied into the image",
        "no solution",
        "other files",
        "a folder to build from",
        "a folder to build from with a dot",
        "a test.sh among the tests, which is overwritten",
    ],
)
def test_what_a_terminal_bench_task_has_beyond_the_usual_ends_up_where_docker_builds(
    changes: Files, departs: dict[str, str], added: set[str], tmp_path: Path
) -> None:
    usual = files_of(mapped_task(tmp_path / "usual"))
    task = mapped_task(tmp_path / "other", changes)
    assert departures(task) == {**MOVED_ON, **departs}
    assert files_of(task) - usual == added
    assert (task / "tests" / "test.sh").read_text().endswith("exit $_EXIT_CODE\n")
    # A compose file alone is enough for harbor, other than for the text.
    assert docker_environment(task)


@pytest.mark.parametrize(
    "changes",
    [
        {"docker-compose.yaml": IMAGE_ALONE, "Dockerfile": None},
        {
            "docker-compose.yaml": COMPOSE.replace("Dockerfile", "docker/Main"),
            "docker/Main": "FROM debian\n",
            "Dockerfile": None,
        },
    ],
    ids=["an image that is not built", "a Dockerfile of another name"],
)
def test_a_mapped_task_can_have_an_environment_that_docker_refuses(
    changes: Files, tmp_path: Path
) -> None:
    task = mapped_task(tmp_path, changes)
    assert departures(task) == {**MOVED_ON, "dockerfile": "no file environment/Dockerfile"}
    with pytest.raises(FileNotFoundError, match="has no environment definition"):
        docker_environment(task)


def test_a_mapped_compose_file_names_variables_that_harbor_does_not_set(tmp_path: Path) -> None:
    task = mapped_task(tmp_path, {"docker-compose.yaml": TWO_SERVICES})
    text = (task / "environment" / "docker-compose.yaml").read_text()
    variables = docker_environment(task)._compose_env_vars(include_os_env=False)  # noqa: SLF001 - what compose is started with
    named = set(re.findall(r"\$\{(\w+)\}", text))
    assert named - set(variables) == {"CPUS", "MEMORY", "TEST_DIR"}


@pytest.mark.parametrize(
    ("changes", "why", "left"),
    [
        ({"solution.yaml": ""}, "solution.yaml which is not supported", []),
        ({"docker-compose.yaml": None}, "docker-compose.yaml not found", ["bad"]),
        ({"docker-compose.yaml": ""}, "'NoneType' object has no attribute 'get'", ["bad"]),
        ({"run-tests.sh": None}, "No such file or directory", ["bad"]),
        ({"run-tests.sh": b"echo \xe9\n"}, "codec can't decode", ["bad"]),
        ({"task.yaml": b"\xff"}, "codec can't decode", []),
        ({"task.yaml": "difficulty: easy\n"}, "instruction\n  Field required", []),
        ({"task.yaml": "instruction: x\ndifficulty: brutal\n"}, "'medium', 'hard'", []),
    ],
)
def test_a_task_that_cannot_be_mapped_is_named_and_the_others_are_mapped(
    changes: Files, why: str, left: list[str], tmp_path: Path
) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    write_task(source / "bad", changes)
    write_task(source / "good")
    write_task(source / "ignored", {"task.yaml": None})
    result = TerminalBenchMapper().map(source, target)
    ((name, said),) = result.failed
    assert name == "bad"
    assert why in said
    assert result.mapped == [target / "good"]
    assert [task.name for task in target.iterdir() if task.name != "good"] == left
    if left:
        # What was left behind has to be removed by hand before another try.
        write_task(source / "bad")
        again = dict(TerminalBenchMapper().map(source, target).failed)
        assert "already exists" in again["bad"]


def test_a_failing_task_whose_name_is_not_utf8_ends_the_mapping_where_output_is_strict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_task(tmp_path / "source" / os.fsdecode(b"bad\xff"), {"solution.yaml": ""})
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    with pytest.raises(UnicodeEncodeError):
        TerminalBenchMapper().map(tmp_path / "source", tmp_path / "target")
