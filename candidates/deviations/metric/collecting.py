"""Other ways to collect the values of trials before they are aggregated."""

from collections.abc import Callable

from candidates.deviations.deviation import Changes, Deviation, Parameter, Step, around, instead
from candidates.deviations.means import Values
from candidates.reference.metric import Rewards, Trials, reward_names

type Columns = dict[str, Values]
type Counts = Callable[[Rewards | None], bool]

_NAMELESS: dict[str, Counts] = {
    "null-or-empty": lambda trial: not trial,
    "null": lambda trial: trial is None,
    "empty": lambda trial: trial == {},
    "none": lambda _: False,
}
"""Which of the trials without any name count as 0 under each of several."""


def _read_nameless(text: str) -> Counts:
    if text not in _NAMELESS:
        raise ValueError(text)
    return _NAMELESS[text]


def _only_present(counts: Counts) -> Changes:
    """Return the change that aggregates each of several names over the trials that have it."""

    def kept(values: Values, trials: Trials, name: str) -> Values:
        pairs = zip(values, trials, strict=True)
        return [value for value, trial in pairs if counts(trial) or name in (trial or {})]

    def present(columns: Step) -> Step:
        def collected(metric: str, trials: Trials) -> Columns:
            values: Columns = columns(metric, trials)
            names = reward_names(trials)
            return {
                name: kept(column, trials, name) if len(names) > 1 and name in names else column
                for name, column in values.items()
            }

        return collected

    return around(columns=present)


def _values_of(trial: Rewards | None) -> Values:
    return list(trial.values()) if trial else [0]


def _in_one_list(columns: Step) -> Step:
    """Put the values of several names into one list, trial by trial."""

    def collected(metric: str, trials: Trials) -> Columns:
        if len(reward_names(trials)) <= 1:
            return columns(metric, trials)  # type: ignore[no-any-return] # a step
        return {metric: [value for trial in trials for value in _values_of(trial)]}

    return collected


def _of_the_first(trials: Trials) -> list[str]:
    """Return the names of the first trial that has any."""
    return sorted(next(filter(None, trials), {}))


DEVIATIONS = (
    Deviation(
        "skips-missing-names",
        "metric.missing-name-counts-zero",
        "each key is aggregated over the trials that have it",
        parameter=Parameter(
            "trials without names that count all the same",
            "null-or-empty",
            _read_nameless,
            _only_present,
            usual=("none", "null"),
        ),
        advice="Count a key as 0 in each trial that lacks it.",
    ),
    Deviation(
        "pools-values-of-trials",
        "metric.keyed-by-reward-name",
        "the values of each trial are pooled, of all keys",
        around(columns=_in_one_list),
        advice="Aggregate each key by itself.",
    ),
    Deviation(
        "names-of-the-first-rewards",
        "metric.names-of-all-trials",
        "only the keys of the first trial with rewards are aggregated",
        instead({"columns.names": _of_the_first}),
        advice="Aggregate every key that any trial has.",
    ),
)
"""Each breaks one clause about what is aggregated."""
