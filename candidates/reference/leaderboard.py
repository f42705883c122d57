"""From the trials of a submission to what is uploaded of them and what the leaderboard says.

The steps are those of harbor/upload/uploader.py, harbor/leaderboard/static_validation.py and
harbor/leaderboard/dynamic_validation.py.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypedDict

from candidates.reference.metric import Rewards
from candidates.reference.pass_at_k import VerifierResult
from candidates.reference.summation import Number

FEWEST_TRIALS = 5
RUBRIC = ("reward_hacking", "task_specification")
MULTIPLIER = "timeout_multiplier"
FREE_SETTINGS = frozenset({"agent.max_timeout_sec", "verifier.max_timeout_sec"})
UNNAMED_TASK = "unknown-task"


class Configuration(TypedDict):
    """The task of a trial, None for one of a local folder, and the settings that it changes."""

    task: str | None
    ref: str | None
    settings: dict[str, int]


class Submitted(TypedDict):
    """A trial; ``verdict`` is kept of its analysis, which maps criteria to outcomes."""

    trial_name: str
    task_name: str
    configuration: Configuration | None
    verifier_result: VerifierResult | None
    exception: str | None
    finished: bool
    trajectory: bool
    verdict: str | None
    analysis: dict[str, str] | None


class LeaderboardInput(TypedDict):
    """The tasks of the dataset with their digests, and the submitted trials."""

    tasks: dict[str, str]
    trials: list[Submitted]


Rows = list[Submitted]
Digests = dict[str, str]


def rewards_if_any(trial: Submitted) -> Rewards | None:
    """Return a trial's rewards; None where there are none at all."""
    result = trial["verifier_result"]
    return (result["rewards"] or None) if result is not None else None


def primary(rewards: Rewards) -> Number:
    """Return the value of the key ``reward`` or, without it, the first value."""
    return rewards["reward"] if "reward" in rewards else next(iter(rewards.values()))


def is_sent(trial: Submitted) -> bool:
    """Return whether JSON has a form for all that is uploaded of a trial.

    It has none for nan, infinities, integers of more than 4300 digits and lone surrogates.
    """
    names = ("trial_name", "task_name", "configuration", "verifier_result", "exception")
    row = [trial[name] for name in names]  # type: ignore[literal-required] # the names above
    try:
        json.dumps(row, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:
        return False
    return True


def is_one(reward: float) -> bool:
    """Return whether a reward is that of a pass."""
    return reward == 1


def is_readable(trial: Submitted) -> bool:
    """Return whether the hub has a configuration of the trial."""
    return trial["configuration"] is not None


@dataclass(frozen=True, slots=True)
class TrialRules:
    """The facts about one trial: its reward, and whether it is complete and passes."""

    primary: Callable[[Rewards], Number | None] = primary
    one: Callable[[float], bool] = is_one
    counts_as_failed: Callable[[Submitted], bool] = lambda trial: trial["exception"] is not None
    readable: Callable[[Submitted], bool] = is_readable
    finished: Callable[[Submitted], bool] = lambda trial: trial["finished"]

    def sent(self, trial: Submitted) -> Number | None:
        """Return the reward that is reported of the upload."""
        rewards = rewards_if_any(trial)
        return None if rewards is None else self.primary(rewards)

    def reward(self, trial: Submitted) -> float | None:
        """Return the reward as a float; raises OverflowError beyond binary64."""
        value = self.sent(trial)
        return None if value is None else float(value)

    def has_result(self, trial: Submitted) -> bool:
        """Return whether a trial has finished with an exception or a reward."""
        if not self.finished(trial):
            return False
        return self.counts_as_failed(trial) or self.reward(trial) is not None

    def completed(self, trial: Submitted) -> bool:
        """Return whether a trial counts in the accuracy."""
        return self.readable(trial) and self.has_result(trial)

    def passes(self, trial: Submitted) -> bool:
        """Return whether a trial passes: without an exception, and with a reward of 1."""
        if self.counts_as_failed(trial):
            return False
        reward = self.reward(trial)
        return reward is not None and self.one(reward)


def digest(raw: str) -> str:
    """Return a digest without its prefix, in small letters."""
    return raw.strip().lower().removeprefix("sha256:")


def is_blank(text: str | None) -> bool:
    """Return whether a text is absent or has nothing but white space."""
    return text is None or not text.strip()


def lacks_ref(configuration: Configuration) -> bool:
    """Return whether a task of a package is not pinned."""
    return configuration["task"] is not None and is_blank(configuration["ref"])


@dataclass(frozen=True, slots=True)
class Submission:
    """What the checks look at."""

    rows: Rows
    readable: Rows
    tasks: Digests
    rules: TrialRules
    digest: Callable[[str], str]
    fewest: int

    def configurations(self) -> list[Configuration]:
        """Return the configurations that the hub has."""
        return [c for row in self.readable if (c := row["configuration"]) is not None]

    def is_pinned(self, configuration: Configuration) -> bool:
        """Return whether a trial is of a task of the dataset, in its version."""
        task, ref = configuration["task"], configuration["ref"]
        if task is None or ref is None or is_blank(ref):
            return False
        return self.tasks.get(task) == self.digest(ref)


type FailedCheck = Callable[[Submission], bool]


def is_badly_formed(of: Submission) -> bool:
    """There are no trials, or one lacks its name, its task's name or its digest."""
    blank = (is_blank(row["trial_name"]) or is_blank(row["task_name"]) for row in of.readable)
    return not of.rows or any(blank) or any(map(lacks_ref, of.configurations()))


def has_overrides(of: Submission) -> bool:
    """A trial has a setting that it must not have, or cannot be checked without a digest."""
    return any(
        lacks_ref(one) or any(is_override(*setting) for setting in one["settings"].items())
        for one in of.configurations()
    )


def is_override(name: str, value: int) -> bool:
    """Return whether a setting is forbidden: most are even at the value that changes nothing."""
    return value != 1 if name == MULTIPLIER else name not in FREE_SETTINGS


def is_incomplete(of: Submission) -> bool:
    """A trial has not finished, or has neither an exception nor a reward."""
    return not all(map(of.rules.has_result, of.rows))


def has_other_tasks(of: Submission) -> bool:
    """A trial is of a task that the dataset lacks or has in another version."""
    return not of.tasks or not all(map(of.is_pinned, of.configurations()))


def has_too_few(of: Submission) -> bool:
    """A task of the dataset has too few trials."""
    tried = [one["task"] for one in of.configurations() if of.is_pinned(one)]
    return not of.tasks or any(tried.count(task) < of.fewest for task in of.tasks)


def lacks_trajectory(of: Submission) -> bool:
    """A trial passes and has no trajectory."""
    return any(of.rules.passes(row) and not row["trajectory"] for row in of.rows)


CHECKS: dict[str, FailedCheck] = {
    "job_directory_correctly_formatted": is_badly_formed,
    "no_trial_overrides": has_overrides,
    "trial_results_complete": is_incomplete,
    "correct_task_versions": has_other_tasks,
    "min_trials_per_task": has_too_few,
    "passing_trial_trajectories": lacks_trajectory,
}


def named_tasks(tasks: dict[str, str], normalized: Callable[[str], str]) -> Digests:
    """Return the digests of tasks; one without a digest is none, nor is harbor's own label."""
    return {
        name: normalized(raw)
        for name, raw in tasks.items()
        if not is_blank(raw) and name != UNNAMED_TASK
    }


def if_passed(failed: list[str], accuracy: float | None) -> float | None:
    """Return the accuracy of a submission that fails no check, None for any other."""
    return None if failed else accuracy


@dataclass(frozen=True, slots=True)
class Static:
    """The steps to the verdict before analysis."""

    checks: Mapping[str, FailedCheck] = field(default_factory=lambda: dict(CHECKS))
    tasks: Callable[[dict[str, str], Callable[[str], str]], Digests] = named_tasks
    digest: Callable[[str], str] = digest
    fewest: int = FEWEST_TRIALS
    accuracy: Callable[[list[str], float | None], float | None] = if_passed

    def __call__(self, rows: Rows, tasks: dict[str, str], rules: TrialRules) -> dict[str, object]:
        """Return the verdict, the failed checks in order, and the accuracy."""
        submission = Submission(
            rows,
            [row for row in rows if rules.readable(row)],
            self.tasks(tasks, self.digest),
            rules,
            self.digest,
            self.fewest,
        )
        failed = [name for name, fails in self.checks.items() if fails(submission)]
        completed = [row for row in rows if rules.completed(row)]
        share = share_of(sum(map(rules.passes, completed)), len(completed))
        return {
            "verdict": "failed" if failed else "passed",
            "failed_checks": failed,
            "accuracy": self.accuracy(failed, share),
        }


def share_of(passed: int, of: int) -> float | None:
    """Return the quotient; None of nothing."""
    return passed / of if of else None


def last_by_name(rows: Rows) -> dict[str, Submitted]:
    """Return the last trial of each name."""
    return {row["trial_name"]: row for row in rows}


def kept_verdicts(rows: Rows) -> dict[str, str]:
    """Return the last verdict of each name, in small letters; a blank one is none."""
    verdicts = {}
    for row in rows:
        if row["verdict"] is not None and not is_blank(row["verdict"]):
            verdicts[row["trial_name"]] = row["verdict"].strip().lower()
    return verdicts


def first_analyses(rows: Rows) -> dict[str, dict[str, str]]:
    """Return the first analysis of each name."""
    analyses: dict[str, dict[str, str]] = {}
    for row in rows:
        if row["analysis"] is not None:
            analyses.setdefault(row["trial_name"], row["analysis"])
    return analyses


def is_verified(verdict: str | None, analysis: dict[str, str] | None) -> bool:
    """Return whether a pass counts: the verdict decides or, without one, the analysis."""
    if verdict is not None:
        return verdict == "passed"
    return analysis is not None and "fail" not in analysis.values()


@dataclass(frozen=True, slots=True)
class Dynamic:
    """The steps to the verdict after analysis."""

    linked: Callable[[Rows], dict[str, Submitted]] = last_by_name
    verdicts: Callable[[Rows], dict[str, str]] = kept_verdicts
    analyses: Callable[[Rows], dict[str, dict[str, str]]] = first_analyses
    verified: Callable[[str | None, dict[str, str] | None], bool] = is_verified
    rubric: tuple[str, ...] = RUBRIC

    def __call__(self, rows: Rows, rules: TrialRules) -> dict[str, object]:
        """Return the verdict and the accuracy; raises OverflowError for a reward of any trial."""
        linked = {n: row for n, row in self.linked(rows).items() if rules.readable(row)}
        for row in linked.values():
            rules.reward(row)
        completed = {name: row for name, row in linked.items() if rules.completed(row)}
        verdicts, analyses = self.verdicts(rows), self.analyses(rows)
        passed = sum(
            rules.passes(row) and self.verified(verdicts.get(name), analyses.get(name))
            for name, row in completed.items()
        )
        failed = any(one.get(name) == "fail" for one in analyses.values() for name in self.rubric)
        return {
            "verdict": "failed" if failed else "passed",
            "accuracy": share_of(passed, len(completed)),
        }


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The steps from trials to uploads and to both validations of what arrived."""

    sent: Callable[[Submitted], bool] = is_sent
    rules: TrialRules = field(default_factory=TrialRules)
    static: Callable[[Rows, dict[str, str], TrialRules], dict[str, object]] = field(
        default_factory=Static
    )
    dynamic: Callable[[Rows, TrialRules], dict[str, object]] = field(default_factory=Dynamic)

    def __call__(self, question: LeaderboardInput) -> dict[str, object]:
        """Return ``{"uploads": …, "static": …, "dynamic": …}``."""
        trials = question["trials"]
        rows = [trial for trial in trials if self.sent(trial)]
        return {
            "uploads": [
                {"reward": self.rules.sent(trial), "uploaded": self.sent(trial)} for trial in trials
            ],
            "static": self.static(rows, question["tasks"], self.rules),
            "dynamic": self.dynamic(rows, self.rules),
        }


leaderboard = Leaderboard()
