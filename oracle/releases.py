"""Adjusts the adapters to the installed release of harbor: one adjustment per change.

Each depends on what harbor has, not on its version. ``UndrawnProgress`` and ``oracle.integrity``
need none: they accept any release.
"""

import inspect
import shlex
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

from harbor.environments.base import BaseEnvironment
from harbor.models.trial.config import TaskConfig, TrialConfig
from harbor.models.trial.result import TrialResult
from harbor.trial.hooks import TrialEvent, TrialHookEvent


def sharing_folders() -> dict[str, object]:
    """Return what makes harbor use the log folders that an environment shares with the host.

    Up to 0.24.0 the capability ``mounted`` is enough. Since 0.25.0 it is only a permission, and an
    argument decides (harbor/environments/base.py:229-276).
    """
    parameters = inspect.signature(BaseEnvironment.__init__).parameters
    return {"auto_mounting": True} if "auto_mounting" in parameters else {}


def is_verifiers_own(session_id: str, trial_name: str) -> bool:
    """Return whether an environment is the verifier's own, and not the agent's.

    The agent's is named after the trial (harbor/trial/trial.py:665), since 0.16.0 with
    ``__env`` behind it (trial.py:758 there).
    """
    return session_id not in {trial_name, f"{trial_name}__env"}


def hook_event(event: TrialEvent, config: TrialConfig, result: TrialResult) -> TrialHookEvent:
    """Return what a trial passes to the hooks of its job.

    Since 0.17.0 it includes the trial's lock (harbor/trial/hooks.py:45), which ``harbor.job`` does
    not read: an empty one suffices.
    """
    members: dict[str, object] = {
        "event": event,
        "trial_id": config.trial_name,
        "task_name": result.task_name,
        "config": config,
        "result": result,
    }
    if "lock" in TrialHookEvent.model_fields:
        lock = import_module("harbor.models.job.lock")
        members["lock"] = lock.TrialLock.model_construct()
    return TrialHookEvent.model_validate(members)


def uploads_lock(upload: Callable[..., object]) -> bool:
    """Return whether a release uploads the lock of a trial with it, as 0.17.0 and later do."""
    return "trial_lock" in inspect.signature(upload).parameters


def write_lock(config: TrialConfig, folder: Path) -> None:
    """Write the lock of a trial to its folder, as harbor does (harbor/trial/trial.py:703).

    It is that of a local task, the folder itself: the uploader reads no more than its digest, on
    which no number depends, and harbor has no lock for a package without an organisation.
    """
    lock = import_module("harbor.models.job.lock")
    local = config.model_copy(update={"task": TaskConfig(path=folder)})
    found = SimpleNamespace(path=folder, content_hash=None, resolved_git_commit_id=None)
    made = lock.build_trial_lock(trial_config=local, task_download_result=found)
    text = made.model_dump_json(indent=4, exclude_none=True)
    (folder / "lock.json").write_text(text, encoding="utf-8")


def upload_lock(upload: Callable[..., object], folder: Path | None) -> dict[str, object]:
    """Return the lock of a trial's folder for releases that upload it with the trial."""
    if folder is None or not uploads_lock(upload):
        return {}
    lock = import_module("harbor.models.job.lock").TrialLock
    return {"trial_lock": lock.model_validate_json((folder / "lock.json").read_bytes())}


def removed_files(command: str) -> list[str] | None:
    """Return the files that harbor's own command removes; None if it does anything else.

    Since 0.25.0 a command in the environment removes earlier reward files
    (harbor/verifier/verifier.py:167-197).
    """
    prefix = "rm -f -- "
    return shlex.split(command.removeprefix(prefix)) if command.startswith(prefix) else None


def made_folders(command: str) -> list[str] | None:
    """Return the folders that harbor's own command makes; None if it does anything else.

    Since 0.14.0 a command in the environment makes the folder of an artifact
    (harbor/environments/base.py:411-415 there), even if it is the verifier's.
    """
    made, separator, opened = command.removeprefix("mkdir -p ").partition(" && chmod 777 ")
    is_made = command.startswith("mkdir -p ") and separator and made == opened
    return shlex.split(made) if is_made else None
