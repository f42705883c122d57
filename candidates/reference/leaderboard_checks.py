"""The static validation of a submission: the checks that it fails, and its accuracy.

The steps are those of harbor/leaderboard/static_validation.py.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from candidates.reference.leaderboard_trial import (
    Configuration,
    Rows,
    TrialRules,
    is_blank,
    share_of,
)

FEWEST_TRIALS = 5
MULTIPLIER = "timeout_multiplier"
FREE_SETTINGS = frozenset({"agent.max_timeout_sec", "verifier.max_timeout_sec"})
UNNAMED_TASK = "unknown-task"

type Digests = dict[str, str]


def digest(raw: str) -> str:
    """Return a digest without its prefix, in small letters."""
    return raw.strip().lower().removeprefix("sha256:")


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
        """Return whether a trial's task is in the dataset, in the same version."""
        match configuration:
            case {"task": str(task), "ref": str(ref)}:
                return not is_blank(ref) and self.tasks.get(task) == self.digest(ref)
        return False


type FailedCheck = Callable[[Submission], bool]


def is_badly_formed(of: Submission) -> bool:
    """There are no trials, or one lacks its name, its task's name or its task's digest."""
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
