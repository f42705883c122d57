"""Ports of `job` with one mistake each."""

import math
from decimal import Decimal
from typing import Any

from candidates.reference.harbor_json import Writer
from candidates.reference.job import Cost, Job, Stats, tokens
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any

_WRITTEN_OUT = 21
_SMALLEST = -6


def _string_of(value: Json) -> str:
    """Return JavaScript's ``String(value)``."""
    if isinstance(value, int):
        return str(value)
    if not math.isfinite(value) or value == 0:
        return {math.inf: "Infinity", -math.inf: "-Infinity", 0.0: "0"}.get(value, "NaN")
    sign = "-" if value < 0 else ""
    _, figures, power = Decimal(repr(abs(value))).normalize().as_tuple()
    digits = "".join(map(str, figures))
    point = len(digits) + int(power)
    if 0 < point <= _WRITTEN_OUT:
        fraction = f".{digits[point:]}" if digits[point:] else ""
        return sign + digits[:point].ljust(point, "0") + fraction
    if _SMALLEST < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    fraction = f".{digits[1:]}" if digits[1:] else ""
    return f"{sign}{digits[0]}{fraction}e{point - 1:+}"


# source: spec/000 §3.3 "CancelledError also bumps n_cancelled_trials": a counter that only grows
# differs: a trial that is cancelled and then, under the same name, succeeds: 1, not 0
@candidate("job")
def every_cancelled_trial_counts(case: Json) -> Json:
    """n_cancelled_trials counts all cancelled trials, those that were retried later too.

    It should count the names whose last trial was cancelled.
    """

    def cancelled(each: Json) -> int:
        return sum(trial["exception"] == "CancelledError" for trial in each["trials"])

    return Job(stats=Stats(n_cancelled_trials=cancelled))(case)


# source: spec/000 §3.3 "reward_stats[key][value] = [trial_name,…]": JavaScript names a
#   member by what String makes of the value
# differs: a reward of 1.0 is listed under "1", not under "1.0"
@candidate("job")
def rewards_are_named_as_in_javascript(case: Json) -> Json:
    """reward_stats names a reward as JavaScript's String(number) does, not as Python's str.

    So 1.0 is "1", 1e-05 is "0.00001", 1e+16 is written out, and there are NaN and Infinity.
    """
    return Job(text=Writer(number_name=_string_of))(case)


# source: spec/000 §3.3 "and token totals": a Go struct with plain int64 fields starts with 0
# differs: one trial without usage: "n_input_tokens": 0, not null
@candidate("job")
def unknown_tokens_are_zero(case: Json) -> Json:
    """Tokens of a kind that no trial knows are 0 in the stats, not null; the cost stays null."""

    def step(name: Json) -> Json:
        return lambda each: tokens(each, name) or 0

    return Job(
        stats=Stats(
            n_input_tokens=step("n_input_tokens"),
            n_cache_tokens=step("n_cache_tokens"),
            n_output_tokens=step("n_output_tokens"),
        )
    )(case)


# source: spec/000 §5 "n_completed_trials + n_errored_trials", which reads as if a trial were
#   either the one or the other
# differs: one trial with an exception: "n_completed_trials": 0, not 1
@candidate("job")
def errored_trials_are_not_completed(case: Json) -> Json:
    """n_completed_trials leaves out the trials with an exception; the other counts are right."""

    def completed(each: Json) -> int:
        return sum(trial["exception"] is None for trial in each["trials"])

    return Job(stats=Stats(n_completed_trials=completed))(case)


# source: spec/000 is silent about cost_usd and asks for "CPython's sum": the port has one function
#   for it and adds the costs with that as well
# differs: ten trials of 0.1 dollars: "cost_usd": 1.0, not 0.9999999999999999
@candidate("job")
def costs_are_added_with_correction(case: Json) -> Json:
    """cost_usd is added with the correction of Python's sum, not plainly from left to right."""
    return Job(stats=Stats(cost_usd=Cost(add=total)))(case)
