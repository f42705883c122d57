"""Limits on tasks, attempts and names that pass@k does not have."""

from collections.abc import Callable

from candidates.deviations.deviation import Changes, before
from candidates.deviations.sizes import limited
from candidates.reference.pass_at_k import PassAtKInput, Trial, Trials


def _on_trials(change: Callable[[Trials], Trials]) -> Changes:
    def changed(question: PassAtKInput) -> PassAtKInput:
        return {"trials": change(question["trials"])}

    return before(pass_at_k=changed)


def _of_first_tasks(limit: int) -> Callable[[Trials], Trials]:
    def kept(trials: Trials) -> Trials:
        first = [*dict.fromkeys(trial["task_name"] for trial in trials)][:limit]
        return [trial for trial in trials if trial["task_name"] in {*first}]

    return kept


def _first_attempts(limit: int) -> Callable[[Trials], Trials]:
    def kept(trials: Trials) -> Trials:
        met: dict[str, list[Trial]] = {}
        for trial in trials:
            met.setdefault(trial["task_name"], []).append(trial)
        return [trial for attempts in met.values() for trial in attempts[:limit]]

    return kept


DEVIATIONS = (
    limited(
        "pass-at-k-first-tasks",
        "pass_at_k.any-number-of-tasks",
        "only the first {} tasks are read",
        parameter="number of tasks",
        limits=(12, 24, 64, 100, 255),
        changes=lambda limit: _on_trials(_of_first_tasks(limit)),
    ),
    limited(
        "pass-at-k-first-attempts",
        "pass_at_k.any-number-of-attempts",
        "only the first {} attempts are read",
        parameter="number of attempts",
        limits=(12, 64, 100, 255, 512),
        changes=lambda limit: _on_trials(_first_attempts(limit)),
    ),
)
"""Each has one limit that harbor does not have."""
