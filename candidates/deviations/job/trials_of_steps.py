"""Other trials than those that count for a number in a job's stats."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from candidates.deviations.deviation import Deviation, before
from candidates.deviations.step_words import given_by
from candidates.reference.job_evals import Group
from candidates.reference.job_trial import JobInput, Trial, rewards_of

type _Trials = list[Trial]

_WAYS: Mapping[str, Callable[[_Trials], Iterable[Trial]]] = {
    "trials with an exception do not count in {}": partial(
        filter, lambda trial: trial["exception"] is None
    ),
    "trials without an exception do not count in {}": partial(
        filter, lambda trial: trial["exception"] is not None
    ),
    "trials without rewards do not count in {}": partial(
        filter, lambda trial: rewards_of(trial) is not None
    ),
    "trials with rewards do not count in {}": partial(
        filter, lambda trial: rewards_of(trial) is None
    ),
    "only the last trial of each name counts in {}": lambda trials: {
        trial["trial_name"]: trial for trial in trials
    }.values(),
    "trials have the name of their task in {}": lambda trials: [
        {**trial, "trial_name": trial["task_name"]} for trial in trials
    ],
}
"""What people do to the trials of one number, by sentence."""


def of_other_trials(steps: Iterable[str]) -> Iterator[Deviation]:
    """Yield the deviations of those of the steps that take all trials of a job or of a group."""
    for step in steps:
        inside = step.removeprefix("stats.").removeprefix("evals.")
        if step.startswith("stats.") and "." not in inside and inside != "evals":
            words = given_by("job", step)
            for way, change in _WAYS.items():
                yield Deviation(
                    name=f"job: {way} ({step})",
                    clause="job.",
                    description=way.format(words),
                    changes=before(step, partial(_with_trials, change)),
                    advice=f"Count in {words} the trials that harbor counts, by their own names.",
                )


def _with_trials(change: Callable[[_Trials], Iterable[Trial]], whole: JobInput | Group) -> object:
    if isinstance(whole, Group):
        return whole._replace(trials=[*change(whole.trials)])
    return {**whole, "trials": [*change(whole["trials"])]}
