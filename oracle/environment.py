"""An environment for harbor that replays reward files instead of running a container."""

from pathlib import Path

from harbor.environments.base import BaseEnvironment, ExecResult
from harbor.environments.capabilities import EnvironmentCapabilities
from harbor.models.task.task import Task
from harbor.models.trial.paths import TrialPaths

from oracle import driving, releases
from oracle.driving import ReplayError, fitting

__all__ = ["TEST_SCRIPT", "ReplayEnvironment", "ReplayError"]

TEST_SCRIPT = "/tests/test.sh"
"""The command that harbor runs to get the rewards written."""

_DONE = ExecResult(return_code=0)
"""The result of each command; harbor runs two in each verification, and changes none."""


@fitting
class ReplayEnvironment(BaseEnvironment):
    """Replaces the container: its test script writes ``files`` to the verifier's folder.

    The trial's folder counts as mounted, so harbor reads the files in place
    (harbor/verifier/verifier.py:197-206).
    """

    def __init__(self, task: Task, trial_paths: TrialPaths) -> None:
        """Prepare the environment of one trial whose folders exist."""
        super().__init__(
            environment_dir=task.paths.environment_dir,
            environment_name=task.name,
            session_id="replay",
            trial_paths=trial_paths,
            task_env_config=task.config.environment,
            **releases.sharing_folders(),  # type: ignore[arg-type] # as this release takes it
        )
        self.files: dict[str, bytes] = {}
        self._folder = trial_paths.verifier_dir

    @property
    def capabilities(self) -> EnvironmentCapabilities:
        """The verifier's folder is shared with the host."""
        return EnvironmentCapabilities(mounted=True)

    @staticmethod
    def type() -> str:
        """Return the name of this kind of environment."""
        return "replay"

    def _validate_definition(self) -> None:
        """Accept any task: nothing is built."""

    async def start(self, force_build: bool) -> None:  # noqa: FBT001 - harbor's signature
        """Do nothing: there is no container."""

    async def stop(self, delete: bool) -> None:  # noqa: FBT001 - harbor's signature
        """Do nothing: there is no container."""

    async def upload_file(self, source_path: Path | str, target_path: str) -> None:
        """Do nothing: the tests are not run."""

    async def upload_dir(self, source_dir: Path | str, target_dir: str) -> None:
        """Do nothing: the tests are not run."""

    async def download_file(self, source_path: str, target_path: Path | str) -> None:
        """Do nothing: the verifier's folder is mounted."""

    async def download_dir(self, source_dir: str, target_dir: Path | str) -> None:
        """Do nothing: the verifier's folder is mounted."""

    async def exec(
        self,
        command: str,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        timeout_sec: int | None = None,
        user: str | int | None = None,
    ) -> ExecResult:
        """Write the files when harbor runs the test script."""
        del cwd, env, timeout_sec, user
        if TEST_SCRIPT in command and not command.startswith("chmod "):
            self._lay_out()
        return _DONE

    def _lay_out(self) -> None:
        try:
            for name, content in self.files.items():
                (self._folder / name).write_bytes(content)
        except OSError as error:
            raise ReplayError(driving.in_short(error)) from error

    def clear(self) -> None:
        """Remove the files of the last trial."""
        for name in self.files:
            (self._folder / name).unlink(missing_ok=True)  # without room on the disk, there is none
