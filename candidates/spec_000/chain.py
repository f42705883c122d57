"""From the folder of a job to its summary: the stages of spec/000 one after the other."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from candidates.spec_000.metrics import metric
from candidates.spec_000.outcomes import Summary, malformed, summary_of
from candidates.spec_000.pass_at_k import evals_key
from candidates.spec_000.reason_codes import code_of
from candidates.spec_000.rewards import Rewards, verifier
from candidates.spec_000.steps import Result, multi_step

REWARD_FILES = ("reward.txt", "reward.json")


@dataclass(frozen=True, slots=True)
class TrialReading:
    """What the reward files of one trial gave: rewards, or why there are none.

    ``group`` is the name of the trial's group; none where its folder does not say.
    ``reason_code`` is what the text's rules make of ``problem``; they have no code for
    some of what really happens.
    """

    name: str
    group: str | None
    rewards: Rewards
    problem: str = ""

    @property
    def reason_code(self) -> str | None:
        """The code of the problem, where the rules have one."""
        return code_of(self.problem)


def read_job(folder: Path) -> tuple[list[TrialReading], Summary]:
    """Return the reading of every trial of a job, by name, and the job's summary."""
    trials = [read_trial(trial) for trial in _folders(folder)]
    try:
        result = _result_json(trials)
    except Exception:  # noqa: BLE001 - the text: any error of aggregating is one code
        return trials, malformed()
    return trials, summary_of(result)


def read_trial(folder: Path) -> TrialReading:
    """Return what a trial's reward files give, in any state."""
    name = os.fsencode(folder.name).decode(errors="backslashreplace")
    group = _group(folder)
    try:
        return TrialReading(name, group, _rewards(folder))
    except OSError as error:
        return TrialReading(name, group, None, f"a reward file cannot be read: {error.strerror}")
    except Exception as error:  # noqa: BLE001 - a trial that cannot be read leaves the others alone
        return TrialReading(name, group, None, str(error))


def _rewards(trial: Path) -> Rewards:
    steps = trial / "steps"
    return _rewards_of_steps(steps) if steps.is_dir() else _rewards_of_files(trial / "verifier")


def _rewards_of_files(folder: Path) -> Rewards:
    return verifier({file: _content(folder / file) for file in REWARD_FILES})["rewards"]


def _rewards_of_steps(steps: Path) -> Rewards:
    """Return the mean over steps; raises LookupError where none of them has a result.

    A mean is what the text takes where a task sets no strategy. Whether this one did
    is in the task's folder, not in the job's.
    """
    results = [_result_of_step(step) for step in _folders(steps)]
    result = multi_step({"strategy": None, "steps": results})
    if result is None:
        raise LookupError("no step has a verifier result")
    rewards: Rewards = result["rewards"]
    return rewards


def _result_of_step(step: Path) -> Result:
    try:
        return {"rewards": _rewards_of_files(step / "verifier")}
    except Exception:  # noqa: BLE001 - a step that was not verified is left out of the mean
        return None


def _group(trial: Path) -> str | None:
    """Return the name of a trial's group as its config.json has the parts."""
    try:
        config = json.loads((trial / "config.json").read_bytes())
        agent = config["agent"]
        return evals_key(
            {
                "agent": agent["name"] or agent["import_path"],
                "model": (agent["model_name"] or "").split("/", 1)[-1],
                "source": config["task"]["source"],
            }
        )
    except Exception:  # noqa: BLE001 - rewards count without the other files, too
        return None


def _folders(parent: Path) -> Iterator[Path]:
    return iter(sorted((entry for entry in parent.iterdir() if entry.is_dir()), key=os.fsencode))


def _content(file: Path) -> bytes | None:
    return file.read_bytes() if file.exists() else None


def _result_json(trials: list[TrialReading]) -> bytes:
    """Return the members of a job's result.json that the summary is made from."""
    result = {
        "n_total_trials": len(trials),
        "stats": {
            "n_completed_trials": len(trials),
            "n_errored_trials": sum(1 for trial in trials if trial.problem),
            "evals": {
                name: {"metrics": [metric({"metric": "mean", "rewards": rewards})]}
                for name, rewards in _groups(trials).items()
            },
        },
    }
    return json.dumps(result).encode()


def _groups(trials: list[TrialReading]) -> dict[str, list[Rewards]]:
    """Return the rewards of each group; trials that do not say theirs are in the first."""
    first = next((trial.group for trial in trials if trial.group is not None), "")
    groups: dict[str, list[Rewards]] = {}
    for trial in trials:
        groups.setdefault(first if trial.group is None else trial.group, []).append(trial.rewards)
    return groups
