"""braintrust-harbor's import of a trial: `parse_reward` on a trial's folder."""

import tempfile
from functools import cache
from pathlib import Path

from braintrust_harbor.artifacts import parse_reward


def verifier(files: dict[str, bytes | None]) -> dict[str, dict[str, float]]:
    """Return the scores of a trial whose verifier left these files."""
    trial = Path(_folder().name)
    for name, content in files.items():
        file = trial / "verifier" / name
        if content is None:
            file.unlink(missing_ok=True)
        else:
            file.write_bytes(content)
    return {"rewards": parse_reward(trial)}


def of_trial(folder: Path) -> dict[str, float]:
    """Return the scores of a trial, which is a row; no number is of a job."""
    scores: dict[str, float] = parse_reward(folder)
    return scores


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Return the folder of a trial, which goes with the process."""
    folder = tempfile.TemporaryDirectory()
    (Path(folder.name) / "verifier").mkdir()
    return folder
