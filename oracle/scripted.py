"""An environment and an agent for harbor that play a script instead of running anything.

harbor makes them by import path; ``oracle.run_session`` chooses the script.
"""

import asyncio
import builtins
import shutil
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import cast

from harbor.agents.nop import NopAgent
from harbor.environments.base import BaseEnvironment, EnvironmentPath, ExecResult
from harbor.environments.capabilities import EnvironmentCapabilities
from harbor.models.agent.context import AgentContext

from oracle import releases
from oracle.driving import fitting, meant
from oracle.environment import TEST_SCRIPT
from oracle.run_layout import ScenarioError
from oracle.run_session import playing

_ERRORS_OF_HARBOR = {
    "NonZeroAgentExitCodeError": "harbor.agents.installed.base",
    "HealthcheckError": "harbor.environments.base",
    "SandboxBuildFailedError": "harbor.environments.base",
    "AgentSetupTimeoutError": "harbor.trial.errors",
    "AgentTimeoutError": "harbor.trial.errors",
    "EnvironmentStartTimeoutError": "harbor.trial.errors",
    "VerifierTimeoutError": "harbor.trial.errors",
    "AddTestsDirError": "harbor.verifier.verifier",
    "DownloadVerifierDirError": "harbor.verifier.verifier",
    "RewardFileEmptyError": "harbor.verifier.verifier",
    "RewardFileNotFoundError": "harbor.verifier.verifier",
    "VerifierOutputParseError": "harbor.verifier.verifier",
}
"""harbor's own exceptions that a script can name, with their modules.

They are those of 0.13.1: any other name is of a class unknown to harbor, even if a later release
has a class of that name, so that the case stays the same.
"""

_VERIFIER = "/logs/verifier"


@fitting
class ScriptedEnvironment(BaseEnvironment):
    """Replaces a container; its log folders are the trial's, or its own copies."""

    def __init__(self, *args: object, **members: object) -> None:
        """Find out whether the trial's folders are mounted, then do what harbor does."""
        self._session = playing.get()
        self._mounted = self._session.is_mounted(Path(str(members["environment_dir"])))
        self._container = self._session.new_container()
        shared = releases.sharing_folders() if self._mounted else {}
        super().__init__(*args, **{**shared, **members})  # type: ignore[arg-type] # as harbor passes them
        verifiers_own = releases.is_verifiers_own(self.session_id, self._trial_name)
        self._prefix = "verifier_" if verifiers_own else ""

    @property
    def capabilities(self) -> EnvironmentCapabilities:
        """Whether the log folders are shared with the host."""
        return EnvironmentCapabilities(mounted=self._mounted)

    @staticmethod
    def type() -> str:
        """Return the name of this kind of environment."""
        return "scripted"

    def _validate_definition(self) -> None:
        """Accept any task: nothing is built."""

    async def start(self, force_build: bool) -> None:  # noqa: FBT001 - harbor's signature
        """Play the stage ``start`` or ``verifier_start``."""
        del force_build
        await self.perform(f"{self._prefix}start")

    async def stop(self, delete: bool) -> None:  # noqa: FBT001 - harbor's signature
        """Play the stage ``stop`` or ``verifier_stop``."""
        del delete
        await self.perform(f"{self._prefix}stop")

    async def upload_file(self, source_path: Path | str, target_path: str) -> None:
        """Copy a file to the log folders; nothing else of the container exists."""
        target = self._host(target_path)
        if target is not None:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source_path, target)

    async def upload_dir(self, source_dir: Path | str, target_dir: str) -> None:
        """Play the stage ``upload`` for the tests, and copy what goes to the log folders."""
        if target_dir == "/tests":
            await self.perform("upload")
        _copy(Path(source_dir), self._host(target_dir))

    async def download_file(self, source_path: str, target_path: Path | str) -> None:
        """Copy a file from the log folders; raises FileNotFoundError for any other."""
        host = self._host(source_path)
        if host is None:
            raise meant(FileNotFoundError(source_path))
        shutil.copyfile(host, target_path)

    async def download_dir(self, source_dir: str, target_dir: Path | str) -> None:
        """Play the stage ``download`` for the verifier's folder, and copy its content."""
        if source_dir == _VERIFIER:
            await self.perform("download")
        _copy(self._host(source_dir), Path(target_dir))

    async def is_dir(self, path: str, user: str | int | None = None) -> bool:
        """Return whether a log folder contains this folder."""
        del user
        host = self._host(path)
        return host is not None and host.is_dir()

    async def empty_dirs(self, dirs: list[EnvironmentPath], *, chmod: bool = True) -> ExecResult:  # type: ignore[override]
        """Empty folders without a shell."""
        del chmod
        return await self.reset_dirs(remove_dirs=dirs, create_dirs=dirs)

    async def reset_dirs(
        self,
        *,
        remove_dirs: Sequence[EnvironmentPath],
        create_dirs: Sequence[EnvironmentPath],
        chmod_dirs: Sequence[EnvironmentPath] | None = None,
    ) -> ExecResult:
        """Remove and make folders, as for trials up to 0.7.1, without a shell."""
        del chmod_dirs
        for folder in filter(None, (self._host(str(path)) for path in remove_dirs)):
            shutil.rmtree(folder, ignore_errors=True)
        for folder in filter(None, (self._host(str(path)) for path in create_dirs)):
            folder.mkdir(parents=True, exist_ok=True)
        return ExecResult(return_code=0)

    async def exec(
        self,
        command: str,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        timeout_sec: int | None = None,
        user: str | int | None = None,
    ) -> ExecResult:
        """Play the stage ``test`` for the test script, and let any other command succeed.

        Other commands fail if the script says so.
        """
        del cwd, timeout_sec, user
        if TEST_SCRIPT in command and not command.startswith("chmod "):
            code = await self.perform("test", self._merge_env(env) or {})
        else:
            code = self._session.player(self._trial_name).exit_code(command)
            self._obey(command)
        return ExecResult(return_code=code)

    def _obey(self, command: str) -> None:
        """Apply a command's effect on the verifier's folder; other effects are not visible."""
        removed, made = releases.removed_files(command), releases.made_folders(command)
        if removed is None and made is None and _VERIFIER in command:
            raise ScenarioError(f"harbor runs {command!r}, and no script can say what it does")
        for file in filter(None, map(self._host, removed or [])):
            file.unlink(missing_ok=True)
        for folder in filter(None, map(self._host, made or [])):
            folder.mkdir(parents=True, exist_ok=True)

    async def perform(self, stage: str, variables: dict[str, str] | None = None) -> int:
        """Play the script's action at a stage; return the exit code."""
        act = self._session.player(self._trial_name).act(stage)
        for name, content in act.get("leaves", {}).items():
            self._leave(name, content)
        for name, variable in act.get("variables", {}).items():
            value = (variables or {}).get(variable)
            self._leave(name, None if value is None else value.encode())
        if "turn" in act or act.get("interrupts"):
            await self._session.turns.wait(act.get("turn", 0))
        if act.get("interrupts"):
            self._session.interrupt()
        if act.get("hangs") or act.get("interrupts"):
            await asyncio.Event().wait()
        if "raises" in act:
            raise meant(_error(act["raises"]))
        return act.get("exit", 0)

    @property
    def _trial_name(self) -> str:
        return self.trial_paths.trial_dir.name

    def _leave(self, name: str, content: bytes | None) -> None:
        file = (self._host(_VERIFIER) or self._container) / name
        if content is None:
            file.unlink(missing_ok=True)
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)

    def _host(self, path: str) -> Path | None:
        """Return the host's path for one below ``/logs``; None for any other."""
        if not path.startswith("/logs/"):
            return None
        root = self.trial_paths.trial_dir if self._mounted else self._container
        return root / path.removeprefix("/logs/")


@fitting
class ScriptedAgent(NopAgent):
    """harbor's agent that does nothing, with the actions of a script."""

    async def setup(self, environment: BaseEnvironment) -> None:
        """Play the stage ``setup``."""
        if isinstance(environment, ScriptedEnvironment):
            await environment.perform("setup")

    async def run(
        self, instruction: str, environment: BaseEnvironment, context: AgentContext
    ) -> None:
        """Record the usage in the script, and play the stage ``agent``."""
        del instruction
        if isinstance(environment, ScriptedEnvironment):
            player = playing.get().player(environment.trial_paths.trial_dir.name)
            for name, value in player.act("agent").get("usage", {}).items():
                setattr(context, name, value)
            await environment.perform("agent")


def _copy(source: Path | None, target: Path | None) -> None:
    if source is not None and target is not None and source != target and source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)


def _error(name: str) -> BaseException:
    """Return an exception of that name: Python's, harbor's, or else a new one."""
    kinds = [getattr(module, name, None) for module in (builtins, asyncio)]
    if name in _ERRORS_OF_HARBOR:
        kinds.append(getattr(import_module(_ERRORS_OF_HARBOR[name]), name))
    for kind in (*kinds, type(name, (Exception,), {})):
        if isinstance(kind, type) and issubclass(kind, Exception | asyncio.CancelledError):
            return cast("BaseException", kind("raised by the script"))
    raise AssertionError  # the last of them is an Exception
