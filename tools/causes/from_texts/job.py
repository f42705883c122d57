"""Ports of `job` that break one rule each."""

from decimal import Decimal
from typing import Any

from candidates.reference.harbor_json import Writer, name_of_number
from candidates.reference.job import (
    Cost,
    Job,
    Stats,
    cache_tokens,
    input_tokens,
    job,
    output_tokens,
)
from candidates.reference.job_evals import Evals, Metrics
from candidates.reference.pass_at_k import evals_key
from tools.causes.wrong.making import candidate

Json = Any

_SMALLEST, _BEYOND = 1e-6, 1e21
"""Between which numbers JavaScript writes no exponent."""


# source: spec/000 §3.3 "source or "adhoc" is the dataset name", next to a split of the key that
#   seems to say the same
# differs: source "x__y" with mean of "x__y" alone: the group has the mean, not []
@candidate("job")
def datasets_are_the_source_itself(case: Json) -> Json:
    """The metrics at the end of the job are those of a group's source, or of adhoc without one.

    It is the source of the group's first trial. They should be those of the last part of the
    group's key, which is cut at two underscores and so may be only the end of the source.
    """

    def dataset(group: Json) -> str:
        return group.trials[0].get("source") or "adhoc"

    return Job(stats=Stats(evals=Evals(metrics=Metrics(dataset=dataset))))(case)


# source: spec/000 §3.3 "CancelledError also bumps n_cancelled_trials": bumped for each trial, and
#   the text says nothing of retries
# differs: a cancelled trial t and then another t without an exception: 1, not 0
@candidate("job")
def each_cancelled_trial_counts(case: Json) -> Json:
    """Every trial with a CancelledError counts as cancelled.

    A trial that is followed by another of its name should not count.
    """

    def cancelled(case: Json) -> int:
        return [trial["exception"] for trial in case["trials"]].count("CancelledError")

    return Job(stats=Stats(n_cancelled_trials=cancelled))(case)


# source: JavaScript: `stats[value]` makes a name of a number by String(value), which has no ".0"
#   and names nan and the infinities in its own way
# differs: reward 1.0 of t: {"1": ["t"]}, not {"1.0": ["t"]}
@candidate("job")
def reward_lists_are_named_as_by_javascript(case: Json) -> Json:
    """The lists of reward_stats are named by JavaScript's text for a number, not by Python's.

    So whole floats have no point, 1e-05 is 0.00001, 1e+16 is 10000000000000000, and there are
    NaN and Infinity. Which trials share a list, and numbers as values, are right.
    """

    def name(value: Json) -> str:
        text = name_of_number(value)
        if isinstance(value, int):
            return text
        words = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity", "0.0": "0", "-0.0": "0"}
        if text in words:
            return words[text]
        if _SMALLEST <= abs(value) < _BEYOND:
            return format(Decimal(text), "f").removesuffix(".0")
        return text.replace("e-0", "e-")

    return Job(text=Writer(number_name=name))(case)


# source: Go: the zero value of the fields of a struct (`int`, not `*int`); spec/000 §3.3 "token
#   totals" says nothing of trials without any
# differs: one trial whose usage is null: n_input_tokens 0, not null
@candidate("job")
def unknown_usage_is_zero(case: Json) -> Json:
    """Each of the three token counts, and the cost, is 0 where no trial knows its own.

    It should be null.
    """

    def or_zero(known: Json) -> Json:
        def member(case: Json) -> Json:
            value = known(case)
            return 0 if value is None else value

        return member

    return Job(
        stats=Stats(
            n_input_tokens=or_zero(input_tokens),
            n_cache_tokens=or_zero(cache_tokens),
            n_output_tokens=or_zero(output_tokens),
            cost_usd=or_zero(Cost()),
        )
    )(case)


# source: spec/000 §3.1 "Any dataset with no explicitly-configured metric gets exactly one Mean()",
#   against "metrics of job is the resolved table ... an empty list means none"
# differs: metrics {} and one trial: its group has the mean, and no ExceptionGroup
@candidate("job")
def a_dataset_without_metrics_has_the_mean(case: Json) -> Json:
    """A dataset that is not in the table of metrics, or has an empty list there, has the mean.

    That goes for a trial's source and for the end of its group's key. Such a source should be an
    ExceptionGroup, and such an end should have no metrics.
    """
    metrics = dict(case["metrics"])
    for trial in case["trials"]:
        for dataset in (trial.get("source") or "adhoc", evals_key(trial).split("__")[-1]):
            metrics[dataset] = metrics.get(dataset) or ["mean"]
    return job(case | {"metrics": metrics})
