"""Ports of `pass_at_k` with one mistake each."""

from typing import Any

from candidates.reference.pass_at_k import (
    Average,
    PassAtK,
    Success,
    eligible_k_values,
    rewards_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: pass@1 from memory, since most benchmarks report it first
# differs: one trial with the reward 1: {"a__adhoc": {"1": 1.0}}, not {}
@candidate("pass_at_k")
def pass_at_1_is_computed_as_well(case: Json) -> Json:
    """The values of k start with 1 instead of 2."""
    return PassAtK(k_values=lambda fewest: [1, *eligible_k_values(fewest)])(case)


# source: Rust: `(2..fewest)` where `(2..=fewest)` was meant
# differs: two trials of one task with the rewards 1 and 0: {}, not {"a__adhoc": {"2": 1.0}}
@candidate("pass_at_k")
def k_stays_below_the_number_of_attempts(case: Json) -> Json:
    """The k that equals the fewest attempts at a task is left out."""
    return PassAtK(k_values=lambda fewest: eligible_k_values(fewest - 1))(case)


# source: polars: `.drop_nulls("reward")` before the groups are made
# differs: three trials of one task, with the rewards 1, 0 and null: {"2": 1.0},
#     and not {"2": 0.6666666666666667}
@candidate("pass_at_k")
def trials_without_rewards_are_no_attempts(case: Json) -> Json:
    """A trial without rewards is left out instead of counting as a failure."""
    known = [trial for trial in case["trials"] if rewards_of(trial) is not None]
    return PassAtK()({"trials": known})


# source: R: `successes <- sum(reward == 1)`
# differs: two trials of one task with the rewards 1 and 0.5: {"a__adhoc": {"2": 1.0}}, not {}
@candidate("pass_at_k")
def a_fraction_counts_as_a_failure(case: Json) -> Json:
    """A reward other than 0 and 1 counts as a failure instead of switching its group off."""
    return PassAtK(success=Success(binary=lambda value: int(value == 1)))(case)


# source: the simple formula for pass@k, `1 - (1 - c / n) ** k`
# differs: two trials of one task with the rewards 1 and 0: {"2": 0.75}, not {"2": 1.0}
@candidate("pass_at_k")
def attempts_are_drawn_with_replacement(case: Json) -> Json:
    """The estimate is the biased one, 1 - (1 - c/n)^k."""

    def estimate(n: int, c: int, k: int) -> float:
        return 1.0 - (1.0 - c / n) ** k

    return PassAtK(average=Average(estimate=estimate))(case)


# source: TypeScript: `[agent, model, source].filter(Boolean).join("__")`
# differs: two trials of one task and of no source with the rewards 1 and 0: {"a": {"2": 1.0}},
#     and not {"a__adhoc": {"2": 1.0}}
@candidate("pass_at_k")
def a_key_without_source_has_no_adhoc(case: Json) -> Json:
    """Where a trial has no source, its key ends without adhoc."""

    def key(trial: Json) -> str:
        parts = (trial["agent"], trial.get("model"), trial.get("source"))
        return "__".join(part for part in parts if part)

    return PassAtK(key=key)(case)
