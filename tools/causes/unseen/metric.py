"""The unseen mistakes in `metric`, written without the catalogue."""

import math
from fractions import Fraction
from typing import Any

from candidates.reference.metric import Columns, Metric, quotient
from candidates.reference.metric import metric as right
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate


# source: public code, a mean in JavaScript: values.filter((v) => Number.isFinite(v))
# differs: mean of rewards nan and 1: {"mean": 1.0}, not {"mean": nan}
@candidate("metric")
def values_that_are_not_finite_are_left_out(case: Any) -> Any:
    """Values that are nan or infinite are left out of every metric."""

    def columns(metric: str, trials: Any) -> Any:
        found = Columns()(metric, trials)
        return {name: [*filter(_is_finite, values)] for name, values in found.items()}

    return Metric(columns=columns)(case)


def _is_finite(value: Any) -> bool:
    return isinstance(value, int) or math.isfinite(value)


# source: public code, a comparison with a baseline of harbor: "resolved": reward >= 0.95
# differs: mean of rewards 0.96 and 0.5: {"mean": 0.5}, not {"mean": 0.73}
@candidate("metric")
def values_are_resolved_or_not(case: Any) -> Any:
    """Each value counts as 1 if it is at least 0.95, and as 0 if it is not."""
    rewards = [
        one and {name: int(value >= 0.95) for name, value in one.items()}  # noqa: PLR2004
        for one in case["rewards"]
    ]
    return right(case | {"rewards": rewards})


# source: a habit of numpy, whose int64 wraps around without a warning
# differs: sum of rewards 9223372036854775807 and 1: {"sum": -9223372036854775808}, not 2**63
@candidate("metric")
def sums_of_integers_wrap_at_64_bits(case: Any) -> Any:
    """A sum of integers is kept in 64 bits and wraps around."""

    def add(values: Any) -> Any:
        added = total(values)
        return (added + 2**63) % 2**64 - 2**63 if isinstance(added, int) else added

    return Metric(sum=add)(case)


# source: another reading of spec/000 §3.2: "if not rewards_list: metrics = []"
# differs: mean of no trials: {}, not ZeroDivisionError
@candidate("metric")
def no_trials_have_no_metric(case: Any) -> Any:
    """Without any trial the result has no key, instead of an error."""
    return right(case) if case["rewards"] else {}


# source: another reading of spec/000 §3.2: a reward is "keyed by the metric name"
# differs: mean of [{"reward": 1, "speed": 0.5}]: a key "mean", not "reward"
@candidate("metric")
def reward_is_always_named_by_the_metric(case: Any) -> Any:
    """Where there are several keys, the result of the key `reward` has the name of the metric."""
    named = {"reward": case["metric"]}
    return {named.get(name, name): value for name, value in right(case).items()}


# source: a habit of textbooks: Kahan's algorithm, which loses what a greater value takes away
# differs: sum of rewards 1.0, 1e100, 1.0 and -1e100: {"sum": 0.0}, not {"sum": 2.0}
@candidate("metric")
def added_by_kahans_algorithm(case: Any) -> Any:
    """Floats are added with the correction of Kahan's original algorithm."""

    def add(values: Any) -> Any:
        if all(isinstance(value, int) for value in values):
            return sum(values)
        added = lost = 0.0
        for value in values:
            corrected = value - lost
            rounded = added + corrected
            lost = (rounded - added) - corrected
            added = rounded
        return added

    return Metric(sum=add)(case)


# source: a habit of Haskell: foldr (+) 0
# differs: sum of rewards 0.1, 0.7 and 0.3: {"sum": 1.1}, not {"sum": 1.0999999999999999}
@candidate("metric")
def added_from_the_last_to_the_first(case: Any) -> Any:
    """The values are added one by one from the last to the first, without a correction."""

    def add(values: Any) -> Any:
        added: Any = 0
        for value in reversed(values):
            added = value + added
        return added

    return Metric(sum=add)(case)


# source: a habit of Go: float64(sum) / float64(len(values))
# differs: mean of rewards 9007199254740993, 0 and 0: 3002399751580330.5, not 3002399751580331.0
@candidate("metric")
def sum_is_a_float_before_it_is_divided(case: Any) -> Any:
    """The mean of integers divides their sum after it was rounded to binary64."""
    mean = lambda values, add: float(add(values)) / len(values)  # noqa: E731
    return Metric(mean=mean)(case)


# source: a habit of R, whose sum() and mean() add in the extended precision of C's long double
# differs: sum of rewards 1.0, 1e100, 1.0 and -1e100: {"sum": 0.0}, not {"sum": 2.0}
@candidate("metric")
def added_in_extended_precision(case: Any) -> Any:
    """Floats are added with 64 bits of precision, and the sum is rounded to binary64."""

    def add(values: Any) -> Any:
        if all(isinstance(value, int) for value in values):
            return sum(values)
        if not all(map(_is_finite, values)):
            return total(values)
        added = Fraction(0)
        for value in values:
            added = _with_64_bits(added + Fraction(float(value)))
        return float(added)

    return Metric(sum=add, mean=quotient)(case)


def _with_64_bits(value: Fraction) -> Fraction:
    """Return the nearest number with 64 significant bits, the even one of two as near."""
    if not value:
        return value
    exponent = abs(value.numerator).bit_length() - value.denominator.bit_length() - 64
    unit = Fraction(2) ** exponent
    if abs(value) >= unit * 2**64:
        unit *= 2
    return round(value / unit) * unit
