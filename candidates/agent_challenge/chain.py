"""From the folder of a job to its summary: the stages of spec/000 one after the other."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from candidates.agent_challenge.metrics import metric
from candidates.agent_challenge.outcomes import Summary, summary_of
from candidates.agent_challenge.pass_at_k import evals_key
from candidates.agent_challenge.reason_codes import code_of
from candidates.agent_challenge.rewards import Rewards, verifier


@dataclass(frozen=True, slots=True)
class TrialReading:
    """What the reward files of one trial gave: rewards, or why there are none.

    ``reason_code`` is what the text's rules make of ``problem``; they have no code for
    some of what really happens.
    """

    name: str
    rewards: Rewards
    problem: str = ""

    @property
    def reason_code(self) -> str | None:
        """The code of the problem, where the rules have one."""
        return code_of(self.problem)


def read_job(folder: Path) -> tuple[list[TrialReading], Summary]:
    """Return the reading of every trial of a job, by name, and the job's summary."""
    trials = [read_trial(trial) for trial in _folders(folder)]
    return trials, summary_of(_result_json(trials))


def read_trial(folder: Path) -> TrialReading:
    """Return what a trial's reward files give, whatever state they are in."""
    name = os.fsencode(folder.name).decode(errors="backslashreplace")
    try:
        files = {file: _content(folder / "verifier" / file) for file in REWARD_FILES}
        return TrialReading(name, verifier(files)["rewards"])
    except OSError as error:
        return TrialReading(name, None, f"a reward file cannot be read: {error.strerror}")
    except Exception as error:  # noqa: BLE001 - a trial that cannot be read leaves the others alone
        return TrialReading(name, None, str(error))


REWARD_FILES = ("reward.txt", "reward.json")


def _folders(job: Path) -> Iterator[Path]:
    return iter(sorted((entry for entry in job.iterdir() if entry.is_dir()), key=os.fsencode))


def _content(file: Path) -> bytes | None:
    return file.read_bytes() if file.exists() else None


def _result_json(trials: list[TrialReading]) -> bytes:
    """Return the members of a job's result.json that the summary is made from."""
    rewards = [trial.rewards for trial in trials]
    group = evals_key({"agent": "agent"})
    metrics = [metric({"metric": "mean", "rewards": rewards})] if trials else []
    result = {
        "n_total_trials": len(trials),
        "stats": {
            "n_completed_trials": len(trials),
            "n_errored_trials": sum(1 for trial in trials if trial.problem),
            "evals": {group: {"metrics": metrics}},
        },
    }
    return json.dumps(result).encode()
