"""Tasks in the format of Terminal-Bench, mapped by harbor and really run."""

import asyncio
from pathlib import Path

from harbor.agents.oracle import OracleAgent
from harbor.mappers.terminal_bench import TerminalBenchMapper
from harbor.models.agent.context import AgentContext
from harbor.models.task.task import Task
from harbor.verifier.verifier import Verifier
from scratch_root import ScratchRoot, ShellEnvironment

type Files = dict[str, str | bytes | None]

COMPOSE = (
    "services:\n  client:\n    build:\n      dockerfile: Dockerfile\n"
    "    image: ${T_BENCH_TASK_DOCKER_CLIENT_IMAGE_NAME}\n"
    "    container_name: ${T_BENCH_TASK_DOCKER_CLIENT_CONTAINER_NAME}\n"
    '    command: ["sh", "-c", "sleep infinity"]\n'
    "    environment:\n      - TEST_DIR=${T_BENCH_TEST_DIR}\n"
    "    volumes:\n      - ${T_BENCH_TASK_LOGS_PATH}:${T_BENCH_CONTAINER_LOGS_PATH}\n"
)

BASE: Files = {
    "task.yaml": (
        "instruction: |-\n  Write hello into /app/answer.\n  Nothing else.\n"
        "author_name: Ada\ndifficulty: easy\ntags: [files, trivial]\nparser_name: pytest\n"
        "max_agent_timeout_sec: 90\nmax_test_timeout_sec: 30.5\n"
    ),
    "docker-compose.yaml": COMPOSE,
    "Dockerfile": "FROM debian\nWORKDIR /app\n",
    "solution.sh": "#!/bin/bash\necho hello > answer\n",
    "run-tests.sh": "#!/bin/bash\nbash $TEST_DIR/check.sh\n",
    "tests/check.sh": '[ "$(cat /app/answer)" = hello ]\n',
}


def write(folder: Path, files: Files) -> Path:
    for name, content in files.items():
        if content is not None:
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def write_task(folder: Path, changes: Files | None = None) -> Path:
    """Write a task; ``changes`` are other contents."""
    return write(folder, {**BASE, **(changes or {})})


def mapped_task(parent: Path, changes: Files | None = None) -> Path:
    """Write a task below ``parent`` and return the folder that harbor's mapper makes of it."""
    source = write_task(parent / "terminal-bench" / "hello", changes)
    target = parent / "harbor"
    result = TerminalBenchMapper().map(source.parent, target)
    assert (result.failed, result.mapped) == ([], [target / source.name])
    return target / source.name


def solve(task: Path, environment: ShellEnvironment) -> None:
    """Let harbor's own oracle agent run the solution."""
    paths = environment.trial_paths
    agent = OracleAgent(logs_dir=paths.agent_dir, task_dir=task, trial_paths=paths)
    asyncio.run(agent.run("", environment, AgentContext()))


def verify(task: Path, environment: ShellEnvironment) -> dict[str, float | int] | None:
    """Let harbor's own verifier run the tests; return the rewards, or raise what it raises."""
    verifier = Verifier(Task(task), environment.trial_paths, environment)
    return asyncio.run(verifier.verify()).rewards


def environment_of(task: Path, root: ScratchRoot) -> ShellEnvironment:
    return ShellEnvironment(Task(task), root)
