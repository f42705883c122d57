"""Other ideas of what the steps of a trial come to as a whole, and other numbers for them."""

import math
import statistics
from collections.abc import Callable
from itertools import takewhile

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    after,
    before,
    family,
    instead,
)
from candidates.deviations.means import Mean, Values
from candidates.deviations.numbers import read_number
from candidates.reference.multi_step import Steps
from candidates.reference.summation import Number

_DIVIDED = "multi_step.divides-the-sum"


def _mean(mean: Mean) -> Changes:
    return instead({"average.mean": mean})


def _on_values(change: Callable[[Values], Values]) -> Changes:
    return before({"average.mean": change})


def _times(factor: Number) -> Changes:
    return after({"average.mean": lambda mean: mean * factor})


def _until_one_breaks(steps: Steps) -> Steps:
    return list(takewhile(lambda step: step is not None, steps))


def _of_complete(steps: Steps) -> Steps:
    return [] if None in steps else steps


def _with_rewards(steps: Steps) -> Steps:
    return [step for step in steps if step and step["rewards"] is not None]


DEVIATIONS = (
    family(
        "steps-reduced",
        "multi_step.divides-the-sum",
        "{}",
        {
            "median": (
                "the median of the steps counts",
                _mean(lambda values, _: statistics.median(values)),
            ),
            "product": (
                "the values of the steps are multiplied",
                _mean(lambda values, _: math.prod(values)),
            ),
            "sorted": (
                "values are sorted before they are averaged",
                _on_values(sorted),
                "multi_step.step-order",
            ),
            "until-one-breaks": (
                "steps after one without a result do not count",
                before({"average.rows": _until_one_breaks}),
                "multi_step.steps-without-result",
            ),
            "all-or-none": (
                "a trial with a step without a result has no result",
                before({"average.rows": _of_complete}),
                "multi_step.steps-without-result",
            ),
            "last-rewards": (
                "the strategy final takes the last step with rewards",
                before(final=_with_rewards),
                "multi_step.final-is-verbatim",
            ),
        },
        advice="Average the steps that have a result, each with the same weight.",
    ),
    Deviation(
        "steps-in-percent",
        _DIVIDED,
        "means of steps are multiplied by {}",
        parameter=Parameter("factor", "100", read_number, _times, usual=("100.0",)),
        advice="Return means unscaled.",
    ),
    Deviation(
        "takes-the-last-names",
        "multi_step.final-is-verbatim",
        "the strategy final takes the last step with keys",
        before(final=lambda steps: [step for step in steps if step and step["rewards"]]),
        advice="Take the result of the last step, also without rewards.",
    ),
)
"""Each is another idea of what steps come to."""
