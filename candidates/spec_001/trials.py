"""From the folder of a job to the validated result of each trial."""

import os
from dataclasses import dataclass
from pathlib import Path

from candidates.spec_001.ingest import ingest
from candidates.spec_001.result import EvaluationResult, ValidityCheck

VERIFIER = "verifier"
REWARD, DETAILS = "reward.json", "details.json"


@dataclass(frozen=True, slots=True)
class ScoredTrial:
    """A trial's result; None where its artifacts allow none, and ``problem`` says why."""

    trial_name: str
    result: EvaluationResult | None
    problem: str = ""


def read_job(folder: Path) -> list[ScoredTrial]:
    """Return what every trial of a job gives, by name; raises OSError where there is no folder."""
    trials = (entry for entry in folder.iterdir() if entry.is_dir())
    return [read_trial(trial) for trial in sorted(trials, key=os.fsencode)]


def read_trial(folder: Path) -> ScoredTrial:
    """Return what a trial's artifacts give, in any state."""
    name = os.fsencode(folder.name).decode(errors="backslashreplace")
    try:
        reward = _content(folder / VERIFIER / REWARD)
        details, validity = _details(folder / VERIFIER / DETAILS)
        return ScoredTrial(name, ingest(reward, details, validity))
    except OSError as error:
        return ScoredTrial(name, None, f"{REWARD} cannot be read: {error.strerror}")
    except (ValueError, RecursionError) as error:
        return ScoredTrial(name, None, f"{type(error).__name__}: {error}")


def _details(file: Path) -> tuple[bytes | None, ValidityCheck]:
    """Return what may be next to the reward; if it cannot be read, the reward still counts."""
    try:
        return _content(file), ValidityCheck()
    except OSError as error:
        return None, ValidityCheck(errors=(f"{DETAILS} cannot be read: {error.strerror}",))


def _content(file: Path) -> bytes | None:
    """Return a file's bytes; None where there is none, or a link to none."""
    try:
        return file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
