"""Other ideas of what the steps of a trial come to as a whole, and other numbers for them."""

import math
import statistics
from collections.abc import Callable
from itertools import takewhile

from candidates.deviations import descriptions, library_means
from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    after,
    before,
    instead,
)
from candidates.deviations.means import Mean, Values
from candidates.deviations.numbers import is_finite, read_number
from candidates.reference.multi_step import Steps
from candidates.reference.summation import Number

_DIVIDED = "multi_step.divides-the-sum"
_NO_RESULT = "multi_step.steps-without-result"


def _mean(mean: Mean) -> Changes:
    return instead({"average.mean": mean})


def _on_values(change: Callable[[Values], Values]) -> Changes:
    return before({"average.mean": change})


def _times(factor: Number) -> Changes:
    return after({"average.mean": lambda mean: mean * factor})


def _not_finite_as(value: Number) -> Changes:
    return _on_values(lambda values: [v if is_finite(v) else value for v in values])


def _judged(least: Number) -> Changes:
    return _on_values(lambda values: [int(value >= least) for value in values])


def _until_one_breaks(steps: Steps) -> Steps:
    return list(takewhile(lambda step: step is not None, steps))


def _of_complete(steps: Steps) -> Steps:
    return [] if None in steps else steps


def _with_rewards(steps: Steps) -> Steps:
    return [step for step in steps if step and step["rewards"] is not None]


DEVIATIONS = (
    Deviation(
        "statistics-fmean-of-steps",
        "multi_step.mean-of-large-integers",
        descriptions.FSUM,
        _mean(library_means.fmean),
    ),
    Deviation(
        "median-of-steps",
        _DIVIDED,
        "another average is taken",
        _mean(lambda values, _: statistics.median(values)),
    ),
    Deviation(
        "product-of-steps",
        _DIVIDED,
        "the values of the steps are multiplied, so that a step of 0 fails the trial",
        _mean(lambda values, _: math.prod(values)),
    ),
    Deviation(
        "steps-in-percent",
        _DIVIDED,
        descriptions.IN_PERCENT,
        parameter=Parameter("factor", "100", read_number, _times, usual=("100.0",)),
    ),
    Deviation(
        "judges-steps",
        "multi_step.values-as-they-are",
        "a step passes or fails, from some value on",
        parameter=Parameter(
            "least value of a success", "1", read_number, _judged, usual=("0.5", "5e-324", "0.99")
        ),
    ),
    Deviation(
        "sorts-values-of-steps",
        "multi_step.step-order",
        "values are sorted before they are averaged",
        _on_values(sorted),
    ),
    Deviation(
        "not-finite-of-steps-counts-as",
        "multi_step.infinities-and-nan",
        "infinities and nan count as a number, 0 as a rule",
        parameter=Parameter("value", "0", read_number, _not_finite_as, usual=("-1", "1", "nan")),
    ),
    Deviation(
        "steps-until-one-breaks",
        _NO_RESULT,
        "a step without a result ends the trial, and those after it do not count",
        before({"average.rows": _until_one_breaks}),
    ),
    Deviation(
        "incomplete-trials-have-no-result",
        _NO_RESULT,
        "a trial with a step that has no result has none either",
        before({"average.rows": _of_complete}),
    ),
    Deviation(
        "takes-the-last-rewards",
        "multi_step.final-is-verbatim",
        "the last step that has rewards is looked for",
        before(final=_with_rewards),
    ),
    Deviation(
        "takes-the-last-names",
        "multi_step.final-is-verbatim",
        descriptions.WITHOUT_NAMES,
        before(final=lambda steps: [step for step in steps if step and step["rewards"]]),
    ),
)
"""Each is another idea of what steps come to."""
