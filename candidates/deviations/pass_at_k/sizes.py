"""Limits on tasks, attempts and names that pass@k does not have."""

from collections.abc import Callable

from candidates.deviations.deviation import Changes, before
from candidates.deviations.sizes import cut_names, limited
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


def _with_names_cut(limit: int) -> Callable[[Trials], Trials]:
    def cut(trial: Trial) -> Trial:
        texts = {name: value[:limit] for name, value in trial.items() if isinstance(value, str)}
        result = trial.get("verifier_result")
        rewards = result and {"rewards": cut_names(limit)(result["rewards"])}
        return {**trial, **texts, "verifier_result": rewards}  # type: ignore[typeddict-item] # str

    return lambda trials: [cut(trial) for trial in trials]


DEVIATIONS = (
    *limited(
        "pass-at-k-first-@-tasks",
        "pass_at_k.any-number-of-tasks",
        "tasks come in pages, and the first page is taken for all of them",
        parameter="number of tasks",
        limits=(12, 24, 64, 100, 255),
        changes=lambda limit: _on_trials(_of_first_tasks(limit)),
    ),
    *limited(
        "pass-at-k-first-@-attempts",
        "pass_at_k.any-number-of-attempts",
        "nobody is thought to try so often",
        parameter="number of attempts",
        limits=(12, 64, 100, 255, 512),
        changes=lambda limit: _on_trials(_first_attempts(limit)),
    ),
    *limited(
        "pass-at-k-names-of-@-characters",
        "pass_at_k.names-of-any-length",
        "names are kept in a column of a database",
        parameter="number of characters",
        limits=(64, 255, 1024),
        changes=lambda limit: _on_trials(_with_names_cut(limit)),
    ),
)
"""Each has one limit that harbor does not have."""
