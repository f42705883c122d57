"""Mistakes of ports in `outcome`."""

import math
from typing import Any

from candidates.reference.outcome import (
    MalformedError,
    Outcome,
    SummaryOf,
    count_of,
    member_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: Rust: (score * total).round_ties_even() as i64, which saturates and makes nan 0
# differs: a mean of NaN and 1 trial: resolved 0 and reason_code null, not harbor_result_malformed
@candidate("outcome")
def resolved_trials_are_cast_to_64_bits(case: Json) -> Json:
    """Resolved trials of nan are 0, and those beyond 64 bits the largest or least integer."""

    def nearest(product: Json) -> Json:
        if math.isnan(product):
            return 0
        return round(max(-(2.0**63), product)) if product < 2.0**63 else 2**63 - 1

    return Outcome(summary=SummaryOf(nearest=nearest))(case)


# source: .NET: JsonElement.GetInt32, which throws for a larger number
# differs: n_total_trials 3000000000: harbor_result_malformed, not a total of 3000000000
@candidate("outcome")
def count_beyond_32_bits_is_malformed(case: Json) -> Json:
    """A count beyond a signed integer of 32 bits makes the file malformed."""

    def count(value: Json) -> Json:
        counted = count_of(value)
        if not -(2**31) <= counted < 2**31:
            raise MalformedError
        return counted

    return Outcome(summary=SummaryOf(count=count))(case)


# source: JavaScript: Object.values(stats.evals), which takes an array as well
# differs: evals [{"metrics": [{"mean": 1}]}]: score 1.0, not harbor_result_malformed
@candidate("outcome")
def groups_may_be_in_a_list(case: Json) -> Json:
    """The groups in evals may be the elements of a list instead of the members of an object."""

    def member(members: Json, name: str) -> Json:
        found = member_of(members, name)
        if name == "evals" and isinstance(found, list):
            return dict(enumerate(found))
        return found

    return Outcome(summary=SummaryOf(member=member))(case)
