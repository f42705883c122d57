"""Mistakes of ports in `job`."""

import math
import re
from decimal import Decimal
from typing import Any

from candidates.reference.harbor_json import Writer, name_of_number
from candidates.reference.job import (
    Job,
    Stats,
)
from candidates.reference.job_evals import Estimates, Evals
from tools.causes.wrong.making import candidate

Json = Any

_SMALLEST_WRITTEN_OUT = 1e-6
_LARGEST_WRITTEN_OUT = 1e21


def _javascript_text(value: float) -> str:
    """Return what String gives for a float."""
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if value == 0 or _SMALLEST_WRITTEN_OUT <= abs(value) < _LARGEST_WRITTEN_OUT:
        written = f"{Decimal(repr(abs(value))):f}".removesuffix(".0")
        return f"-{written}" if value < 0 else written
    return re.sub(r"e([-+])0", r"e\1", name_of_number(value))


# source: JavaScript: lists[value], whose property names are what String(value) gives
# differs: a reward of 1.0: reward_stats has "1", not "1.0"
@candidate("job")
def lists_by_reward_have_the_names_of_javascript(case: Json) -> Json:
    """Floats are named in reward_stats as in JavaScript: whole ones without .0, and NaN."""

    def name(value: Json) -> str:
        return name_of_number(value) if isinstance(value, int) else _javascript_text(value)

    return Job(text=Writer(number_name=name))(case)


# source: Go: estimates[key] of an absent key, a nil map that encoding/json writes as null
# differs: one attempt at a task: pass_at_k null, not {}
@candidate("job")
def group_without_estimates_has_null(case: Json) -> Json:
    """The pass_at_k of a group without estimates is null instead of an empty object."""

    def pass_at_k(group: Json) -> Json:
        return Estimates()(group) or None

    return Job(stats=Stats(evals=Evals(pass_at_k=pass_at_k)))(case)


# source: Rust: std::cmp::max(planned - ended, 0) with u64, in a release build
# differs: 2 trials of 1 planned: n_pending_trials 18446744073709551615, not 0
@candidate("job")
def pending_trials_wrap_around_below_zero(case: Json) -> Json:
    """More ended trials than planned make the pending ones wrap around to almost 2**64."""

    def pending(job: Json) -> Json:
        return (job["n_total_trials"] - len(job["trials"])) % 2**64

    return Job(stats=Stats(n_pending_trials=pending))(case)
