"""From the trials of a submission to what is uploaded of them and what the leaderboard says.

The steps are those of harbor/upload/uploader.py and harbor/leaderboard/dynamic_validation.py.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from candidates.reference.leaderboard_checks import Static
from candidates.reference.leaderboard_trial import (
    LeaderboardInput,
    Rows,
    Submitted,
    TrialRules,
    is_blank,
    is_sent,
    share_of,
)

RUBRIC = ("reward_hacking", "task_specification")


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

    def __call__(self, case: LeaderboardInput) -> dict[str, object]:
        """Return ``{"uploads": …, "static": …, "dynamic": …}``."""
        trials = case["trials"]
        rows = [trial for trial in trials if self.sent(trial)]
        return {
            "uploads": [
                {"reward": self.rules.sent(trial), "uploaded": self.sent(trial)} for trial in trials
            ],
            "static": self.static(rows, case["tasks"], self.rules),
            "dynamic": self.dynamic(rows, self.rules),
        }


leaderboard = Leaderboard()
