"""Ports of `pass_at_k` with one mistake each."""

from typing import Any

from candidates.reference.metric import Rewards
from candidates.reference.pass_at_k import (
    Average,
    PassAtK,
    Success,
    only_value,
    pass_at_k,
)
from candidates.reference.summation import Number
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §4: "1 - C(n-c,k)/C(n,k)", which a port takes from the Codex paper, as
#   one minus np.prod of 1.0 - k / np.arange(n - c + 1, n + 1)
# differs: 5 attempts with 1 success, k of 2: 0.4, not 0.3999999999999999
@candidate("pass_at_k")
def the_product_is_that_of_the_codex_paper(case: Json) -> Json:
    """An estimate is 1 - the product of 1 - k / i for i from n - c + 1 to n.

    It equals the reference's in mathematics, but rounds otherwise.
    """

    def estimate(n: int, c: int, k: int) -> Number:
        if n - c < k:
            return 1.0
        product = 1.0
        for i in range(n - c + 1, n + 1):
            product *= 1.0 - k / i
        return 1.0 - product

    return PassAtK(average=Average(estimate=estimate))(case)


# source: spec/000 §4: "len(rewards) != 1 ... i.e. multi-metric tasks never produce pass@k", read
#   as a rule against several keys; an empty dictionary has the value 0, as in §3
# differs: two trials of a task with 1 and {}: {"a__adhoc": {"2": 1.0}}, not {}
@candidate("pass_at_k")
def rewards_of_no_names_are_a_failure(case: Json) -> Json:
    """A trial whose rewards are {} counts as a failure; it should switch its group off."""

    def value(rewards: Rewards) -> Number | None:
        return only_value(rewards) if rewards else 0

    return PassAtK(success=Success(value=value))(case)


# source: spec/000 §4: "the reward source is trial_result.verifier_result.rewards"; protocol.md:
#   "the two nulls mean different things", so only null rewards are a failure
# differs: a task with 1 and with no verifier result: {}, not {"a__adhoc": {"2": 1.0}}
@candidate("pass_at_k")
def a_trial_without_a_result_is_no_attempt(case: Json) -> Json:
    """A trial whose verifier gave no result is left out; it should count as a failure.

    Null rewards in a result still count as a failure.
    """
    trials = [each for each in case["trials"] if each.get("verifier_result") is not None]
    return pass_at_k(case | {"trials": trials})


# source: spec/000 §4, table: "empty - with --n-attempts 1, pass_at_k is {}", so a group has its
#   entry and the entry is empty
# differs: one trial: {"a__adhoc": {}}, not {}
@candidate("pass_at_k")
def a_group_without_k_has_an_empty_object(case: Json) -> Json:
    """A group that has no k, or that is switched off, is in the result with an empty object."""
    return PassAtK(present=lambda groups: groups)(case)


# source: SQL, pandas: GROUP BY agent, model, source; the key of spec/000 §3.3 is only put
#   together for the answer
# differs: agent "a__b" without a model and agent "a" with model "b": two groups, not one
@candidate("pass_at_k")
def trials_are_grouped_by_columns(case: Json) -> Json:
    """Trials are grouped by agent, model and source, and not by the key that is made of them.

    Where two such groups have one key, the result has the later group that has estimates.
    """
    groups: dict[tuple[str, str | None, str], list[Json]] = {}
    for trial in case["trials"]:
        key = trial["agent"], trial.get("model") or None, trial.get("source") or "adhoc"
        groups.setdefault(key, []).append(trial)
    result: dict[str, Json] = {}
    for trials in groups.values():
        result |= pass_at_k({"trials": trials})
    return result
