"""aec-bench: the reader with which it imports a trial of harbor's, and the mean of what it reads.

The package imports tasks of its own alone, whose agents leave an output next to the reward. That a
trial has such an output, and a valid one, is ours: without one the package takes no reward above 0.
"""

import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(os.environ["READER_SOURCE"], "src")))

from aec_bench.evaluation.stats import mean
from aec_bench.harness.verifier_artifacts import read_verifier_artifacts


def verifier(files: Mapping[str, bytes | None]) -> dict[str, dict[str, float]]:
    """Return the reward of one verifier's files."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            if content is not None:
                Path(folder, name).write_bytes(content)
        return {"rewards": {"reward": _reward(Path(folder))}}


def shown(job: Path) -> float:
    """Return the mean reward of a job's trials."""
    trials = sorted(result.parent for result in job.glob("*/result.json"))
    return float(mean(_reward(trial / "verifier") for trial in trials))


def _reward(folder: Path) -> float:
    evaluation = read_verifier_artifacts(
        reward_path=folder / "reward.json",
        details_path=None,
        output_parseable=True,
        schema_valid=True,
    )
    return float(evaluation.reward)
