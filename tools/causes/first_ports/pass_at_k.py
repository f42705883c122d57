"""First versions of `pass_at_k`, written from the texts, with one mistake each."""

import math
from typing import Any

from candidates.reference.pass_at_k import (
    Average,
    EvalsKey,
    PassAtK,
    Success,
    pass_at_k,
    rewards_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §4, "the reward source is trial_result.verifier_result.rewards": the text has a
#   rule for rewards of None but none for no verifier_result, and a loop then says continue
# differs: one task with 1, 0 and a trial without verifier result: k = 2 is 1.0, not
#   0.6666666666666667
@candidate("pass_at_k")
def trials_without_verifier_result_are_skipped(case: Json) -> Json:
    """A trial without a verifier result is no attempt, where it should be a failed one.

    One whose verifier result has null rewards fails, as it should.
    """
    trials = [one for one in case["trials"] if one.get("verifier_result") is not None]
    return pass_at_k(case | {"trials": trials})


# source: spec/000 §4, "return {} (pass@k disabled for the WHOLE group)" and "pass_at_k is {}"
# differs: one trial: {"a__adhoc": {}}, not {}
@candidate("pass_at_k")
def groups_without_estimates_stay(case: Json) -> Json:
    """A group that has no k, or is switched off, is in the result with {}."""
    return PassAtK(present=lambda groups: groups)(case)


# source: spec/000 §4, the comment "1 - C(n-c,k)/C(n,k)", which math.comb says in one line
# differs: 10 attempts with 3 successes, k = 5: 0.9166666666666666, not 0.9166666666666667
@candidate("pass_at_k")
def estimates_divide_two_binomials(case: Json) -> Json:
    """An estimate is 1 - C(n-c, k) / C(n, k), of exact integers that are divided once.

    It should be a running product of binary64s.
    """

    def estimate(n: int, c: int, k: int) -> float:
        return 1.0 - math.comb(n - c, k) / math.comb(n, k)

    return PassAtK(average=Average(estimate=estimate))(case)


# source: spec/000 §3.3, "source or "adhoc" is the dataset name when no source": the port to
#   TypeScript writes source ?? "adhoc"
# differs: agent a, source "": the key is "a__", not "a__adhoc"
@candidate("pass_at_k")
def an_empty_source_stays_empty(case: Json) -> Json:
    """An empty source is kept in the key of a group; only null or none at all is "adhoc"."""
    key = EvalsKey(source=lambda source: ["adhoc" if source is None else source])
    return PassAtK(key=key)(case)


# source: spec/000 §4, "rewards is None → success of 0", as `if not rewards:` in Python
# differs: two trials of one task, {"reward": 1} and {}: k = 2 is 1.0, not no result
@candidate("pass_at_k")
def empty_rewards_fail(case: Json) -> Json:
    """Rewards of {} are a failed attempt, as null is, where they should switch the group off."""
    return PassAtK(success=Success(rewards=lambda trial: rewards_of(trial) or None))(case)
