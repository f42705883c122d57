"""aec-bench: the record that it makes of a trial's reward.json, and the mean over records.

The package imports only tasks of its own, whose agents leave an output. That the agent has
completed, with an output, is ours: without it the package refuses a reward above 0.
"""

import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(os.environ["READER_SOURCE"], "src")))

from aec_bench.contracts.agent_output import AgentOutputStatus
from aec_bench.contracts.evaluation_result import EvaluationResult
from aec_bench.evaluation.stats import mean
from aec_bench.harness.harbor_importing.core import _evaluation_record, _existing_path


def verifier(files: Mapping[str, bytes | None]) -> dict[str, dict[str, float]]:
    """Return the reward of one verifier's files."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            if content is not None:
                Path(folder, name).write_bytes(content)
        return {"rewards": {"reward": _record(Path(folder)).reward}}


def of_trial(folder: Path) -> tuple[float, str]:
    """Return the reward in a trial's record, with the errors that the record has."""
    record = _record(folder / "verifier")
    return float(record.reward), "; ".join(record.validity.errors)


def of_job(folder: Path) -> float:
    """Return the mean reward of a job's records."""
    trials = sorted(result.parent for result in folder.glob("*/result.json"))
    return float(mean(_record(trial / "verifier").reward for trial in trials))


def _record(verifier: Path) -> EvaluationResult:
    return _evaluation_record(
        reward_path=_existing_path(verifier / "reward.json"),
        details_path=None,
        agent_status=AgentOutputStatus.COMPLETED,
        output_text="output",
    )
