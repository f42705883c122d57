"""A stand-in for a container: shell commands really run, with log folders of their own.

There are two kinds. In a *root of its own* the commands see a file system whose ``/logs``,
``/tests``, ``/solution`` and ``/app`` are folders of the test's; the rest is the machine's.
It takes a user namespace, which not every machine allows, but no privilege. With *paths
replaced* the same commands run anywhere: wherever they, or the files brought in,
name one of the four paths, the test's folder is put instead.
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

OWN_ROOT, REPLACED = "a root of its own", "paths replaced"

_FOLDERS = ("logs/agent", "logs/verifier", "tests", "solution", "app")
_PATHS = re.compile(rb"(?<![\w./-])/(?=(?:logs|tests|solution|app)\b)")
_SECONDS = 60

_ENTER = """
root=$1
for entry in /*; do
  case $entry in
    /logs | /tests | /solution | /oracle | /app | /proc) continue ;;
  esac
  if [ -L "$entry" ]; then
    ln -sfn "$(readlink "$entry")" "$root$entry"
  elif [ -d "$entry" ]; then
    mkdir -p "$root$entry" && mount --rbind "$entry" "$root$entry" || exit 99
  fi
done
cd "$root/app" && exec chroot "$root" bash -c "cd /app; $2"
"""
_UNSHARE = ("unshare", "--user", "--map-root-user", "--mount", "bash", "-c", _ENTER, "bash")


def why_no_root_of_its_own(folder: Path) -> str:
    """Return why this machine gives a command no root of its own, or nothing."""
    root = ScratchRoot(folder, OWN_ROOT)
    try:
        completed = root.run("echo there > /logs/verifier/reward.txt", {})
    except OSError as error:
        return str(error)
    if completed.returncode == 0 and (folder / "logs/verifier/reward.txt").is_file():
        return ""
    return completed.stderr.decode(errors="backslashreplace").strip() or "it came to nothing"


class ScratchRoot:
    """A folder that commands take for ``/``, as far as the paths of a trial go."""

    def __init__(self, folder: Path, kind: str) -> None:
        """Make the folders of a trial."""
        self.folder, self.kind = folder, kind
        for name in _FOLDERS:
            (folder / name).mkdir(parents=True, exist_ok=True)

    def run(self, command: str, variables: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
        """Run a command in ``/app``, with these variables and the path."""
        arguments: tuple[str, ...] = ("bash", "-c", self._replaced(command.encode()).decode())
        values = {n: self._replaced(v.encode()).decode() for n, v in variables.items()}
        if self.kind == OWN_ROOT:
            arguments, values = (*_UNSHARE, str(self.folder), command), variables
        return subprocess.run(
            arguments,
            cwd=self.folder / "app",
            env={"PATH": os.environ.get("PATH", os.defpath), **values},
            check=False,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=_SECONDS,
        )

    def bring(self, source: Path, target: str) -> None:
        """Copy a folder to a path, as a container's files are."""
        shutil.copytree(source, self.folder / target.lstrip("/"), dirs_exist_ok=True)
        if self.kind == REPLACED:
            for file in (self.folder / target.lstrip("/")).rglob("*"):
                if file.is_file():
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
