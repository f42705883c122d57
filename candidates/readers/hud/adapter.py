"""The grading of hud's integration of Harbor tasks, called with a folder for its log folder.

The module is meant for the controller of a container and reads that one's configuration as it is
imported; a configuration of ours, of a task without any rights or services, replaces it.
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
    return {"rewards": {"reward": _reward(_graded(folder))}}


def shown(job: Path) -> float:
    """Return the reward of a trial, or of several that of a job, the mean of those without errors.

    A trial that stands alone raises NoRewardError.
    """
    trials = sorted(path for path in job.iterdir() if (path / "result.json").is_file())
    results = [_graded(trial / "verifier") for trial in trials]
    if len(results) == 1:
        return _reward(results[0])
    return float(Job(id="job", name="job", runs=[_run(result) for result in results]).reward)


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Return the folder of all cases; it goes with the process."""
    return tempfile.TemporaryDirectory()


def _graded(folder: Path) -> EvaluationResult:
    with patch.object(env, "VERIFIER_LOGS", folder):
        return env.evaluation(ProcessResult(0, b"", b""), 600.0)


def _reward(result: EvaluationResult) -> float:
    if result.isError:
        raise NoRewardError(result.content, result.info.get("reward_parse_error"))
    return float(result.reward)


def _run(result: EvaluationResult) -> Run:
    run = Run(None, "trial", {})
    run.grade = Grade.from_dict({**result.model_dump(), "score": result.reward})
    return run
