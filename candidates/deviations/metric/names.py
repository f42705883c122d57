"""Other ways to name the numbers of a metric."""

from collections.abc import Callable

from candidates.deviations.deviation import Deviation, Step, around, before, family, instead
from candidates.reference.metric import MetricInput, Rewards, Trials, reward_names


def on_trials(change: Callable[[Trials], Trials]) -> Callable[[MetricInput], MetricInput]:
    """Return the change of a case that changes its trials."""
    return lambda question: {**question, "rewards": change(list(question["rewards"]))}


def renaming(rename: Callable[[str], str]) -> Callable[[MetricInput], MetricInput]:
    """Return the change of a case that renames all rewards; of two alike the last stays."""
    return on_trials(
        lambda trials: [
            None if trial is None else {rename(name): value for name, value in trial.items()}
            for trial in trials
        ]
    )


def _without(unwanted: str) -> Callable[[MetricInput], MetricInput]:
    return on_trials(
        lambda trials: [
            trial and {name: value for name, value in trial.items() if name != unwanted}
            for trial in trials
        ]
    )


def _reward_or_metric(metric: str, names: list[str]) -> str:
    return names[0] if names else metric


def _nothing_without_names(metric: Step) -> Step:
    def answer(question: MetricInput) -> Rewards:
        rewards: Rewards = metric(question)
        return rewards if reward_names(question["rewards"]) else {}

    return answer


def _prefixed(metric: Step) -> Step:
    def answer(question: MetricInput) -> Rewards:
        rewards: Rewards = metric(question)
        if len(reward_names(question["rewards"])) <= 1:
            return rewards
        return {f"{question['metric']}_{name}": value for name, value in rewards.items()}

    return answer


def _pooled(metric: Step) -> Step:
    """Aggregate the values of all names into one number, name by name."""

    def answer(question: MetricInput) -> Rewards:
        trials = question["rewards"]
        names = reward_names(trials)
        if len(names) <= 1:
            return metric(question)  # type: ignore[no-any-return] # a step
        values = [(trial or {}).get(name, 0) for name in names for trial in trials]
        return metric({**question, "rewards": [{"": value} for value in values]})  # type: ignore[no-any-return] # a step

    return answer


def _named_by_the_first(names: Step) -> Step:
    return lambda trials: names(trials) if len(next(iter(trials), None) or ()) > 1 else []


def _named_by_the_largest(names: Step) -> Step:
    return lambda trials: (
        names(trials) if max((len(t or ()) for t in trials), default=0) > 1 else []
    )


def _only_common(metric: Step) -> Step:
    """Keep the names that all trials with rewards have."""

    def answer(question: MetricInput) -> Rewards:
        rewards: Rewards = metric(question)
        if len(reward_names(question["rewards"])) <= 1:
            return rewards
        common = set.intersection(*(set(trial) for trial in question["rewards"] if trial))
        return {name: value for name, value in rewards.items() if name in common}

    return answer


def _metric_wins(metric: Step) -> Step:
    def answer(question: MetricInput) -> Rewards:
        rewards: Rewards = metric(question)
        name = question["metric"]
        return {name: rewards[name]} if name in rewards else rewards

    return answer


DEVIATIONS = (
    Deviation(
        "keeps-the-reward-name",
        "metric.keyed-by-metric-name",
        "a single reward key keeps its name in the result",
        instead({"columns.label": _reward_or_metric}),
        advice="Key the result of a single reward key by the metric's name.",
    ),
    family(
        "metric-results-keyed",
        "metric.keyed-by-reward-name",
        "results are keyed {}",
        {
            "by-both": (
                "by the metric's name and the reward key together",
                around(metric=_prefixed),
            ),
            "by-metric": (
                "by the metric's name alone, over the values of all keys",
                around(metric=_pooled),
            ),
            "by-reward": (
                "by reward key alone, so rewards without keys give an empty result",
                around(metric=_nothing_without_names),
                "metric.keyed-by-metric-name",
            ),
        },
        advice="Key the result by the metric's name where there is at most one reward key, and"
        " by the reward keys where there are several.",
    ),
    family(
        "metric-keys-of",
        "metric.names-of-all-trials",
        "only the keys of {} are aggregated",
        {
            "the-first-trial": ("the first trial", around({"columns.names": _named_by_the_first})),
            "the-largest-trial": (
                "the trial with the most keys",
                around({"columns.names": _named_by_the_largest}),
            ),
            "all-trials": ("all trials in common", around(metric=_only_common)),
        },
        advice="Aggregate every key that any trial has.",
    ),
    family(
        "metric-keys-read",
        "metric.names-keep-lone-surrogates",
        "reward keys {}",
        {
            "dropped": (
                "lose their lone surrogates",
                before(
                    metric=renaming(lambda name: name.encode("utf-8", "ignore").decode("utf-8"))
                ),
            ),
            "without-proto": (
                "are properties of a JavaScript object, which loses __proto__",
                before(metric=_without("__proto__")),
                "metric.no-name-is-special",
            ),
            "not-empty": (
                "are left out where they are empty",
                before(metric=_without("")),
                "metric.no-name-is-special",
            ),
        },
        advice="Compare reward keys code point by code point, unchanged.",
    ),
    Deviation(
        "metric-name-wins",
        "metric.no-name-is-special",
        "a reward key that is named like the metric is used as the metric's result",
        around(metric=_metric_wins),
        advice="Give no meaning to a reward key that is named like a metric.",
    ),
)
"""Each breaks one clause about names."""
