"""Tasks in the format of Terminal-Bench, mapped by harbor and really run.

Shell commands run in a stand-in for a container, with log folders of their own. Wherever a
command, or a file that is brought in, names ``/logs``, ``/tests``, ``/solution`` or ``/app``, a
folder of the test's is put instead; the rest of the file system is the machine's.
"""

import asyncio
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import cast

from harbor.agents.oracle import OracleAgent
from harbor.environments.base import ExecResult
from harbor.mappers.terminal_bench import TerminalBenchMapper
from harbor.models.agent.context import AgentContext
from harbor.models.task.task import Task
from harbor.models.trial.paths import TrialPaths
from harbor.verifier.verifier import Verifier

from conformance.protocol.values import Value
from oracle.environment import ReplayEnvironment

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


def mapped_task(parent: Path, changes: Files | None = None) -> Path:
    """Write a task, with these changes, and return the folder that harbor's mapper makes of it."""
    source = write(parent / "terminal-bench" / "hello", {**BASE, **(changes or {})})
    target = parent / "harbor"
    result = TerminalBenchMapper().map(source.parent, target)
    assert (result.failed, result.mapped) == ([], [target / source.name])
    return target / source.name


_FOLDERS = ("logs/agent", "logs/verifier", "tests", "solution", "app")
_PATHS = re.compile(rb"(?<![\w./-])/(?=(?:logs|tests|solution|app)\b)")


class ScratchRoot:
    """A folder that commands take for ``/``, as far as the paths of a trial go."""

    def __init__(self, folder: Path) -> None:
        """Make the folders of a trial."""
        self.folder = folder
        for name in _FOLDERS:
            (folder / name).mkdir(parents=True, exist_ok=True)

    def run(self, command: str, variables: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
        """Run a command in ``/app``, with these variables and the path."""
        values = {n: self._replaced(v.encode()).decode() for n, v in variables.items()}
        return subprocess.run(
            ("bash", "-c", self._replaced(command.encode()).decode()),
            cwd=self.folder / "app",
            env={"PATH": os.environ.get("PATH", os.defpath), **values},
            check=False,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=60,
        )

    def bring(self, source: Path, target: str) -> None:
        """Copy a folder to a path, as a container's files are."""
        copied = self.folder / target.lstrip("/")
        shutil.copytree(source, copied, dirs_exist_ok=True)
        for file in filter(Path.is_file, copied.rglob("*")):
            file.write_bytes(self._replaced(file.read_bytes()))

    def _replaced(self, content: bytes) -> bytes:
        return _PATHS.sub(str(self.folder).encode() + b"/", content)


class ShellEnvironment(ReplayEnvironment):
    """An environment for harbor whose container is a ScratchRoot, with its log folders mounted."""

    def __init__(self, folder: Path, root: ScratchRoot) -> None:
        """Take the folder of a task, and the variables that its Dockerfile sets."""
        task = Task(folder)
        super().__init__(task, TrialPaths(root.folder / "logs"))
        self.root, self.uploads = root, list[str]()
        dockerfile = task.paths.environment_dir / "Dockerfile"
        lines = dockerfile.read_text().splitlines() if dockerfile.exists() else []
        words = (line.removeprefix("ENV ") for line in lines if line.startswith("ENV "))
        self._variables = dict(word.split("=", 1) for word in words)

    async def upload_file(self, source_path: Path | str, target_path: str) -> None:
        """Refuse: neither harbor's verifier nor its oracle agent brings single files."""
        raise NotImplementedError

    async def upload_dir(self, source_dir: Path | str, target_dir: str) -> None:
        """Copy a folder, and note where to."""
        self.uploads.append(target_dir)
        self.root.bring(Path(source_dir), target_dir)

    async def exec(
        self,
        command: str,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        timeout_sec: int | None = None,
        user: str | int | None = None,
    ) -> ExecResult:
        """Run a command as harbor's docker environment does, by ``bash -c``."""
        del cwd, timeout_sec, user
        completed = self.root.run(command, {**self._variables, **(env or {})})
        return ExecResult(return_code=completed.returncode)


def solve(task: Path, environment: ShellEnvironment) -> None:
    """Let harbor's own oracle agent run the solution."""
    paths = environment.trial_paths
    agent = OracleAgent(logs_dir=paths.agent_dir, task_dir=task, trial_paths=paths)
    asyncio.run(agent.run("", environment, AgentContext()))


def verify(task: Path, environment: ShellEnvironment) -> Value:
    """Let harbor's own verifier run the tests; return the rewards, or raise what it raises."""
    verifier = Verifier(Task(task), environment.trial_paths, environment)
    return cast("Value", asyncio.run(verifier.verify()).rewards)
