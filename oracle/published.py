"""What harbor publishes for a job: its accuracy, its checks, and the viewer's averages."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import TypedDict

from harbor.leaderboard.static_validation import (
    _calculate_unofficial_accuracy,
    _is_passing_trial,
    _trial_pinned_task_ref,
    _trial_reward,
    run_static_validation,
)

from oracle.hub import Row
from oracle.leaderboard import context_of
from oracle.places import rows_of, viewer


class Figures(TypedDict):
    """The published figures of a job, and the trials that the mean counts differently."""

    accuracy: float | None
    viewer: list[str]
    failed: list[str]
    trials: int
    failed_with_reward: int
    other_than_0_or_1: int
    not_completed: int
    not_uploaded: int
    without_reward_key: int


def published(job: Path) -> Figures:
    """Return the figures of a job's folder; raises harbor's errors."""
    uploaded = asyncio.run(rows_of(job))
    rows = [row for row in uploaded if row is not None]
    context = context_of(rows, dict(_pinned(rows)))
    result = run_static_validation(context)
    return {
        "accuracy": _calculate_unofficial_accuracy(context),
        "viewer": viewer(job)["average"],
        "failed": [check.name for check in result.checks if not check.passed],
        "trials": len(uploaded),
        "failed_with_reward": sum(
            bool(row["exception_type"] and _trial_reward(row)) for row in rows
        ),
        "other_than_0_or_1": sum(
            not row["exception_type"]
            and not _is_passing_trial(row)
            and _trial_reward(row) not in {None, 0.0}
            for row in rows
        ),
        "not_completed": sum(
            row["finished_at"] is None
            or (row["exception_type"] is None and _trial_reward(row) is None)
            for row in rows
        ),
        "not_uploaded": len(uploaded) - len(rows),
        "without_reward_key": sum("reward" not in (row["rewards"] or {"reward"}) for row in rows),
    }


def _pinned(rows: list[Row]) -> Iterable[tuple[str, str]]:
    """Yield the tasks that the trials pin, in place of the dataset's."""
    for row in rows:
        if (pinned := _trial_pinned_task_ref(row)) is not None:
            name, raw, _ = pinned
            yield name, raw
