"""Ports of `pass_at_k` with one mistake each."""

import math
from typing import Any

from candidates.reference.pass_at_k import PassAtK, Success, binary, pass_at_k
from tools.causes.wrong.making import candidate

Json = Any


# source: SQL: `GROUP BY agent, model, source`, and the joined text only as the key of the output
# differs: a trial of agent a, model b and one of agent a__b, no model, both of task t: {}, not
#   {"a__b__adhoc": {"2": …}}
@candidate("pass_at_k")
def groups_are_by_columns_not_by_the_joined_key(case: Json) -> Json:
    """Trials whose agent, model and source differ are apart even if these join to one key.

    The last group of that key holds.
    """
    groups: dict[Json, list[Json]] = {}
    for trial in case["trials"]:
        columns = trial["agent"], trial.get("model") or None, trial.get("source") or "adhoc"
        groups.setdefault(columns, []).append(trial)
    result: Json = {}
    for trials in groups.values():
        result.update(pass_at_k({"trials": trials}))
    return result


# source: Rust: `match reward as i64 { 0 => …, 1 => …, _ => … }`; the cast cuts off and makes nan 0
# differs: rewards 0.5 and 1 of a task: {"2": 1.0}, not {}
@candidate("pass_at_k")
def rewards_are_cut_off_to_integers(case: Json) -> Json:
    """A fraction is cut off (and nan made 0) before it is compared with 0 and 1.

    So 0.5 fails and 1.5 succeeds.
    """

    def of(value: float) -> int | None:
        if isinstance(value, float):
            value = 0 if math.isnan(value) else math.trunc(value) if math.isfinite(value) else 2
        return binary(value)

    return PassAtK(success=Success(binary=of))(case)
