"""Other ways to name the numbers of a metric."""

import re
import unicodedata
from collections.abc import Callable

from candidates.deviations.deviation import Deviation, Step, around, before, instead
from candidates.reference.metric import MetricInput, Rewards, Trials, reward_names


def on_trials(change: Callable[[Trials], Trials]) -> Callable[[MetricInput], MetricInput]:
    """Return the change of a question that changes its trials."""
    return lambda question: {**question, "rewards": change(list(question["rewards"]))}


def renaming(rename: Callable[[str], str]) -> Callable[[MetricInput], MetricInput]:
    """Return the change of a question that renames all rewards; of two alike the last stays."""
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
        "one reward name is taken for a special case of several",
        instead({"columns.label": _reward_or_metric}),
    ),
    Deviation(
        "no-names-no-answer",
        "metric.keyed-by-metric-name",
        "a loop over the reward names has nothing to do",
        around(metric=_nothing_without_names),
    ),
    Deviation(
        "prefixes-the-metric",
        "metric.keyed-by-reward-name",
        "names are made unique over several metrics",
        around(metric=_prefixed),
    ),
    Deviation(
        "pools-all-names",
        "metric.keyed-by-reward-name",
        "a metric is thought to be one number",
        around(metric=_pooled),
    ),
    Deviation(
        "decides-by-the-first-trial",
        "metric.names-of-all-trials",
        "all trials are thought to have the names of the first",
        around({"columns.names": _named_by_the_first}),
    ),
    Deviation(
        "decides-by-the-largest-trial",
        "metric.names-of-all-trials",
        "names are counted trial by trial",
        around({"columns.names": _named_by_the_largest}),
    ),
    Deviation(
        "only-common-names",
        "metric.names-of-all-trials",
        "names are intersected instead of united",
        around(metric=_only_common),
    ),
    Deviation(
        "normalises-names",
        "metric.names-are-code-points",
        "names are brought to a normal form of Unicode",
        before(metric=renaming(lambda name: unicodedata.normalize("NFC", name))),
    ),
    Deviation(
        "folds-case-of-metric-names",
        "metric.names-are-code-points",
        "names are compared without regard to case",
        before(metric=renaming(str.casefold)),
    ),
    Deviation(
        "trims-names",
        "metric.names-are-code-points",
        "white space around names is thought to be noise",
        before(metric=renaming(str.strip)),
    ),
    Deviation(
        "ends-names-at-nul",
        "metric.names-are-code-points",
        "names pass through strings that end at the first NUL",
        before(metric=renaming(lambda name: name.partition("\0")[0])),
    ),
    Deviation(
        "replaces-lone-surrogates",
        "metric.names-keep-lone-surrogates",
        "names are held as UTF-8, which has no surrogates",
        before(metric=renaming(lambda name: re.sub("[\ud800-\udfff]", "\ufffd", name))),
    ),
    Deviation(
        "drops-lone-surrogates",
        "metric.names-keep-lone-surrogates",
        "what UTF-8 cannot hold is left out",
        before(metric=renaming(lambda name: name.encode("utf-8", "ignore").decode("utf-8"))),
    ),
    Deviation(
        "loses-proto",
        "metric.no-name-is-special",
        "a JavaScript object sets its prototype instead of a member",
        before(metric=_without("__proto__")),
    ),
    Deviation(
        "skips-the-empty-name",
        "metric.no-name-is-special",
        "an empty name is taken for no name",
        before(metric=_without("")),
    ),
    Deviation(
        "metric-name-wins",
        "metric.no-name-is-special",
        "a reward named like the metric is taken for the metric",
        around(metric=_metric_wins),
    ),
)
"""Each breaks one clause about names."""
