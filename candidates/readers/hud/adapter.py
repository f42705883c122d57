"""The grading of hud's integration of Harbor tasks, called with a folder for its log folder.

The module is meant for the controller of a container, whose configuration it reads when it is
imported: it gets one of ours, of a task without any rights or services.
"""

import gc
import tempfile
from functools import cache
from pathlib import Path
from unittest.mock import patch

from hud.eval.job import Job
from hud.eval.run import Grade, Run
from hud.graders import EvaluationResult
from hud.integrations.harbor.config import (
    ControllerConfig,
    EnvironmentPolicy,
    Network,
    PhasePolicy,
    VerifierImage,
)
from hud.utils.process import ProcessResult

_NETWORK = Network(enabled=False, allowed_hosts=[])
_PHASE = PhasePolicy(user=None, network=_NETWORK, env={})
_CONFIG = ControllerConfig(
    name="folder",
    mounts=[],
    workdir="/app",
    image_user=None,
    image_env={},
    entrypoint=[],
    ports=[],
    verifier_root=None,
    verifier_image=VerifierImage(workdir="/app", env={}),
    environment=EnvironmentPolicy(env={}, network=_NETWORK, healthcheck=None),
    agent=_PHASE,
    verifier=_PHASE,
    capabilities=[],
    local_aliases=[],
    peers=[],
)

with patch.object(Path, "read_text", lambda *_: _CONFIG.model_dump_json()):
    from hud.integrations.harbor import env

gc.freeze()  # otherwise what the package brought along is searched for garbage at the end


class NoRewardError(Exception):
    """A grading is an error; the message is hud's, and what it says about a file."""


def verifier(files: dict[str, bytes | None]) -> dict[str, dict[str, float]]:
    """Return the reward of a grading; raises NoRewardError where it is an error."""
    folder = Path(_folder().name)
    for name, content in files.items():
        if content is None:
            (folder / name).unlink(missing_ok=True)
        else:
            (folder / name).write_bytes(content)
    result = _graded(folder)
    if result.isError:
        raise NoRewardError(result.content, result.info.get("reward_parse_error"))
    return {"rewards": {"reward": float(result.reward)}}


def of_trial(folder: Path) -> tuple[float, str]:
    """Return the reward of a trial's run, marked where its grade is an error."""
    run = _run(_graded(folder / "verifier"))
    return float(run.reward), "is_error" if run.grade.is_error else ""


def of_job(folder: Path) -> float:
    """Return the reward of a job with these trials."""
    trials = sorted(result.parent for result in folder.glob("*/result.json"))
    runs = [_run(_graded(trial / "verifier")) for trial in trials]
    return float(Job(id="job", name="job", runs=runs).reward)


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Return the folder of all inputs; it goes with the process."""
    return tempfile.TemporaryDirectory()


def _graded(folder: Path) -> EvaluationResult:
    with patch.object(env, "VERIFIER_LOGS", folder):
        return env.evaluation(ProcessResult(0, b"", b""), 600.0)


def _run(result: EvaluationResult) -> Run:
    run = Run(None, "trial", {})
    run.grade = Grade.from_dict({**result.model_dump(), "score": result.reward})
    return run
