"""A stand-in for a container: shell commands really run, with log folders of their own.

Wherever a command, or a file that is brought in, names ``/logs``, ``/tests``, ``/solution`` or
``/app``, a folder of the test's is put instead; the rest of the file system is the machine's.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from harbor.environments.base import ExecResult
from harbor.models.task.task import Task
from harbor.models.trial.paths import TrialPaths

from oracle.environment import ReplayEnvironment

_FOLDERS = ("logs/agent", "logs/verifier", "tests", "solution", "app")
_PATHS = re.compile(rb"(?<![\w./-])/(?=(?:logs|tests|solution|app)\b)")
_SECONDS = 60


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
            timeout=_SECONDS,
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

    def __init__(self, task: Task, root: ScratchRoot) -> None:
        """Take the task, and the variables that its Dockerfile sets."""
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
