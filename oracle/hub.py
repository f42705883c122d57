"""A database that harbor's uploader fills with trials, as in the hub."""

import json
import marshal
from copy import deepcopy
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, TypedDict, cast
from uuid import UUID

import httpx
from harbor.models.trial.config import TrialConfig
from harbor.models.trial.result import TrialResult
from harbor.upload.db_client import _serialize_row
from harbor.upload.uploader import Uploader

from conformance.protocol.values import Value
from oracle import releases, scratch
from oracle.driving import NotDrivenError, asking, put
from oracle.trials import trial_result

type Row = dict[str, Any]
"""A row of the hub's table ``trial``."""

_FINISHED = datetime.min  # noqa: DTZ901 - harbor's own times carry no zone
_AGENT, _MODEL = UUID(int=2), UUID(int=3)
_URL = "http://hub.invalid"
_KEPT = 1_000
"""Uploads that are kept."""


class Configuration(TypedDict):
    """The task of a trial and its settings; without ``task`` it is a local folder."""

    task: str | None
    ref: str | None
    settings: dict[str, int]


class Described(TypedDict):
    """A trial as the protocol describes it; without a configuration the hub has none."""

    trial_name: str
    task_name: str
    configuration: Configuration | None
    verifier_result: dict[str, dict[str, float | int] | None] | None
    exception: str | None
    finished: bool
    trajectory: bool


class Upload(NamedTuple):
    """The reward that the uploader reports for a trial, and the hub's row, if any."""

    reward: float | int | None
    row: Row | None


class _Database:
    """Stores one trial, given as the text that harbor's client would send."""

    row: Row | None = None
    refused = False

    async def trial_exists(self, trial_id: UUID) -> bool:  # noqa: ARG002 - harbor's own parameters
        """Say that a trial is new."""
        return False

    async def upsert_agent(self, name: str, version: str) -> str:  # noqa: ARG002 - as above
        """Return the id of every agent."""
        return str(_AGENT)

    async def upsert_model(self, name: str, provider: str | None) -> str:  # noqa: ARG002 - as above
        """Return the id of every model."""
        return str(_MODEL)

    async def insert_trial_model(self, **columns: Any) -> None:  # noqa: ANN401 - as below
        """Take a trial's usage of a model, which affects no number."""

    async def insert_trial(self, **columns: Any) -> None:  # noqa: ANN401 - harbor's own columns
        """Store the row; raise as the client does if JSON has no form for it."""
        self.refused = True
        request = httpx.Request("POST", _URL, json=_serialize_row(columns))
        self.row, self.refused = json.loads(request.content), False

    async def get_trial(self, trial_id: UUID) -> None:
        """Say that a trial is new, to releases that look for its row."""

    async def finalize_trial_artifacts(self, _: UUID, **paths: str | None) -> None:
        """Add the paths that later releases send after the files."""
        if self.row is not None:
            self.row |= paths


class _Storage:
    """Accepts any file and stores none."""

    async def upload_resumable_file(self, file_path: Path, remote_path: str) -> None:
        """Accept a file of later releases."""

    async def upload_file(self, file_path: Path, remote_path: str) -> None:
        """Accept a file."""

    async def upload_bytes(self, data: bytes, remote_path: str) -> None:
        """Accept an archive."""


class Hub:
    """Uploads trials one by one with harbor's own ``Uploader``."""

    def __init__(self, parent: str | None) -> None:
        """Make the folders of trials with a trajectory and without."""
        self._kept: dict[bytes, Upload] = {}
        self._folder = scratch.folder(parent)
        self._trial, self._without = (
            Path(self._folder.name, name) for name in ("trial", "without")
        )
        self._without.mkdir()
        (self._trial / "agent").mkdir(parents=True)
        (self._trial / "agent" / "trajectory.json").write_text("{}", encoding="utf-8")

    async def receive(self, trials: list[Any], job: UUID) -> list[Upload]:
        """Return the result of the upload of each trial of a job."""
        return [await self._kept_or_new(trial, job) for trial in trials]

    async def _kept_or_new(self, described: Described, job: UUID) -> Upload:
        """Upload a trial once: most of a run's trials equal one of an earlier case."""
        key = marshal.dumps(cast("Any", (described, job.bytes)), 2)
        if key not in self._kept:
            if len(self._kept) == _KEPT:
                self._kept.clear()
            self._kept[key] = await self._one(described, job)
        return deepcopy(self._kept[key])

    async def _one(self, described: Described, job: UUID) -> Upload:
        result, valid = _result(described)
        folder = self._folder_of(result.config, has_trajectory=described["trajectory"])
        upload = await uploaded(result, folder, job)
        if upload.row is not None and not valid:
            upload.row["config"] = None
        return upload

    def _folder_of(self, config: TrialConfig, *, has_trajectory: bool) -> Path | None:
        """Return the folder of a trial; without a trajectory, a release may need none."""
        if not releases.uploads_lock(Uploader.upload_single_trial):
            return self._trial if has_trajectory else None
        folder = self._trial if has_trajectory else self._without
        releases.write_lock(config, folder)
        return folder

    def close(self) -> None:
        """Remove the folders."""
        self._folder.cleanup()


async def uploaded(result: TrialResult, folder: Path | None, job: UUID) -> Upload:
    """Return the result of the upload of one trial; without a folder it has no trajectory."""
    uploader, database = Uploader(), _Database()
    put(uploader, "db", database)
    put(uploader, "storage", _Storage())
    with asking():
        told = await uploader.upload_single_trial(
            trial_result=result,
            trial_dir=folder,
            job_id=job,
            agent_cache={},
            model_cache={},
            **releases.upload_lock(Uploader.upload_single_trial, folder),
        )
    if told.error and not database.refused:
        raise NotDrivenError(told.error)
    return Upload(told.reward, database.row)


def _result(described: Described) -> tuple[TrialResult, bool]:
    """Return harbor's result of a trial, and whether it has its own configuration."""
    configuration = described["configuration"]
    finished = _FINISHED if described["finished"] else None
    result = trial_result(cast("Value", {**described, "agent": "a"}))
    known = configuration or Configuration(task=None, ref=None, settings={})
    update = {"config": _config(known), "finished_at": finished}
    return result.model_copy(update=update), configuration is not None


def _config(described: Configuration) -> TrialConfig:
    name, ref = described["task"], described["ref"]
    task = {"path": "task"} if name is None else {"name": name, "ref": ref}
    config: dict[str, Any] = {"task": task, "trial_name": "trial"}
    for setting, value in described["settings"].items():
        *part, field = setting.split(".")
        section = config.setdefault(part[0], {}) if part else config
        section[field] = value
    return TrialConfig.model_validate(config)
