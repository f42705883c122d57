"""Wrong ways to name the numbers of a metric."""

import re
import unicodedata

from candidates import reference
from candidates.broken.metric_tools import Trials, aggregate_of, columns, on_names, on_trials
from candidates.broken.variant import Variant
from candidates.reference.metric import MetricInput, Rewards


def _names(question: MetricInput) -> list[str]:
    return sorted({name for trial in question["rewards"] for name in trial or ()})


def keeps_the_reward_name(question: MetricInput) -> Rewards:
    """Answer under the reward's own name, be it the only one."""
    names, results = _names(question), reference.metric(question)
    return dict(zip(names, results.values(), strict=True)) if len(names) == 1 else results


def no_names_no_answer(question: MetricInput) -> Rewards:
    """Answer nothing where no trial has a reward."""
    results = reference.metric(question)
    return results if _names(question) else {}


def prefixes_the_metric(question: MetricInput) -> Rewards:
    """Answer several names with the metric in front of each."""
    results = reference.metric(question)
    if len(_names(question)) <= 1:
        return results
    return {f"{question['metric']}_{name}": value for name, value in results.items()}


def pools_all_names(question: MetricInput) -> Rewards:
    """Aggregate the values of all names into one number."""
    aggregate = aggregate_of(question["metric"])
    values = [value for column in columns(question).values() for value in column]
    return {question["metric"]: aggregate(values)}


def _under_metric(question: MetricInput) -> Rewards:
    aggregate = aggregate_of(question["metric"])
    values = [next(iter((trial or {}).values()), 0) for trial in question["rewards"]]
    return {question["metric"]: aggregate(values)}


def decides_by_the_first_trial(question: MetricInput) -> Rewards:
    """Take the number of names from the first trial."""
    first = next(iter(question["rewards"]), None)
    return reference.metric(question) if len(first or ()) > 1 else _under_metric(question)


def decides_by_the_largest_trial(question: MetricInput) -> Rewards:
    """Take the number of names from the trial that has the most."""
    largest = max((len(trial or ()) for trial in question["rewards"]), default=0)
    return reference.metric(question) if largest > 1 else _under_metric(question)


def only_common_names(question: MetricInput) -> Rewards:
    """Keep the names that all trials with rewards have."""
    named = [set(trial) for trial in question["rewards"] if trial]
    common = set.intersection(*named) if named else set()
    results = reference.metric(question)
    if len(_names(question)) <= 1:
        return results
    return {name: value for name, value in results.items() if name in common}


def _without_proto(trials: Trials) -> Trials:
    return [trial and {n: v for n, v in trial.items() if n != "__proto__"} for trial in trials]


def _without_empty_names(trials: Trials) -> Trials:
    return [trial and {n: v for n, v in trial.items() if n} for trial in trials]


def metric_name_wins(question: MetricInput) -> Rewards:
    """Take a reward that is named like the metric for the metric itself."""
    results = reference.metric(question)
    metric = question["metric"]
    return {metric: results[metric]} if metric in results else results


VARIANTS = (
    Variant(
        "keeps-the-reward-name",
        "metric.keyed-by-metric-name",
        "one reward name is taken for a special case of several",
        keeps_the_reward_name,
    ),
    Variant(
        "no-names-no-answer",
        "metric.keyed-by-metric-name",
        "a loop over the reward names has nothing to do",
        no_names_no_answer,
    ),
    Variant(
        "prefixes-the-metric",
        "metric.keyed-by-reward-name",
        "names are made unique over several metrics",
        prefixes_the_metric,
    ),
    Variant(
        "pools-all-names",
        "metric.keyed-by-reward-name",
        "a metric is thought to be one number",
        pools_all_names,
    ),
    Variant(
        "decides-by-the-first-trial",
        "metric.names-of-all-trials",
        "all trials are thought to have the names of the first",
        decides_by_the_first_trial,
    ),
    Variant(
        "decides-by-the-largest-trial",
        "metric.names-of-all-trials",
        "names are counted trial by trial",
        decides_by_the_largest_trial,
    ),
    Variant(
        "only-common-names",
        "metric.names-of-all-trials",
        "names are intersected instead of united",
        only_common_names,
    ),
    Variant(
        "normalises-names",
        "metric.names-are-code-points",
        "names are brought to a normal form of Unicode",
        on_names(lambda name: unicodedata.normalize("NFC", name)),
    ),
    Variant(
        "folds-case",
        "metric.names-are-code-points",
        "names are compared without regard to case",
        on_names(str.casefold),
    ),
    Variant(
        "trims-names",
        "metric.names-are-code-points",
        "white space around names is thought to be noise",
        on_names(str.strip),
    ),
    Variant(
        "ends-names-at-nul",
        "metric.names-are-code-points",
        "names pass through strings that end at the first NUL",
        on_names(lambda name: name.partition("\0")[0]),
    ),
    Variant(
        "replaces-lone-surrogates",
        "metric.names-keep-lone-surrogates",
        "names are held as UTF-8, which has no surrogates",
        on_names(lambda name: re.sub("[\ud800-\udfff]", "\ufffd", name)),
    ),
    Variant(
        "drops-lone-surrogates",
        "metric.names-keep-lone-surrogates",
        "what UTF-8 cannot hold is left out",
        on_names(lambda name: name.encode("utf-8", "ignore").decode("utf-8")),
    ),
    Variant(
        "loses-proto",
        "metric.no-name-is-special",
        "a JavaScript object sets its prototype instead of a member",
        on_trials(_without_proto),
    ),
    Variant(
        "skips-the-empty-name",
        "metric.no-name-is-special",
        "an empty name is taken for no name",
        on_trials(_without_empty_names),
    ),
    Variant(
        "metric-name-wins",
        "metric.no-name-is-special",
        "a reward named like the metric is taken for the metric",
        metric_name_wins,
    ),
)
"""Each breaks one clause about names."""
