"""TRL's environment for Harbor tasks: the reward that a trainer reads after a rollout.

harbor's own verifier runs, in the release that is installed here. The sandbox is ours: it has a
verifier's folder at /logs/verifier, and its commands do nothing. So is the task, with an empty
test script. Of TRL only the module of the environment is imported.
"""

import importlib
import importlib.util
import shutil
import sys
import tempfile
from pathlib import Path
from types import ModuleType

# Its packages import all that training takes, for many seconds: these are put here without it.
for package in ("", ".experimental", ".experimental.harbor"):
    found = importlib.util.find_spec(f"trl{package}")
    bare = ModuleType(f"trl{package}")
    bare.__path__ = list((found and found.submodule_search_locations) or ())
    sys.modules[bare.__name__] = bare

from trl.experimental.harbor._env import HarborBashEnv  # noqa: E402 - behind them

# The harbor of this environment; this project's own files do not import it.
base, config, tasks, paths = (
    importlib.import_module(f"harbor.{name}")
    for name in (
        "environments.base",
        "models.task.config",
        "models.task.task",
        "models.trial.paths",
    )
)


class VerifierFolder:
    """A sandbox in which a verifier has run: its folder is handed out, and commands do nothing."""

    os = config.TaskOS.LINUX

    def __init__(self, folder: Path) -> None:
        """Take the folder that has reward.txt and reward.json."""
        self._folder = folder

    async def exec(self, *_: object, **__: object) -> object:
        """Return that a command succeeded."""
        return base.ExecResult(stdout="", stderr="", return_code=0)

    async def empty_dirs(self, *_: object, **__: object) -> None:
        """Leave the folder as it is."""

    async def upload_dir(self, **_: object) -> None:
        """Drop what would go into a container."""

    async def download_dir(self, source_dir: str, target_dir: Path) -> None:
        """Hand out the folder."""
        if source_dir == "/logs/verifier":
            shutil.copytree(self._folder, target_dir, dirs_exist_ok=True)

    def is_path_mounted(self, *_: object) -> bool:
        """Return that nothing is."""
        return False

    async def stop(self, **_: object) -> None:
        """Do nothing."""


def of_trial(folder: Path) -> float:
    """Return the reward of a rollout; raises what harbor's verifier raises."""
    with tempfile.TemporaryDirectory() as place:
        task = Path(place, "task")
        (task / "tests").mkdir(parents=True)
        (task / "environment").mkdir()
        (task / "tests" / "test.sh").touch()
        (task / "instruction.md").write_text("Do nothing.")
        (task / "task.toml").write_text('version = "1.0"\n')
        env = HarborBashEnv()
        trial = paths.TrialPaths(trial_dir=Path(place, "trial"))
        trial.mkdir()
        # What reset() would have put there.
        vars(env).update(
            _env=VerifierFolder(folder / "verifier"), _task=tasks.Task(task), _paths=trial
        )
        return float(env.reward)
