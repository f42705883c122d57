"""Ports of `pass_at_k` that break one rule each."""

import math
from typing import Any

from candidates.reference.pass_at_k import (
    Average,
    EvalsKey,
    PassAtK,
    Success,
    eligible_k_values,
    estimate,
    evals_key,
    pass_at_k,
    rewards_of,
)
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any

_TINY = 1e-12
"""How far a reward may be from 0 or 1 and still count as such, in one of the ports."""


# source: TypeScript: `source ?? "adhoc"` for spec/000 §3.3 "source or "adhoc""; `??` keeps ""
# differs: agent a, model null, source "": the group is a__, not a__adhoc
@candidate("pass_at_k")
def an_empty_source_is_kept(case: Json) -> Json:
    """A source that is empty text ends the group's name with nothing; it should end with adhoc.

    A null or absent source is named adhoc, and an empty model is rightly left out.
    """

    def source(name: Json) -> Json:
        return ["adhoc" if name is None else name]

    return PassAtK(key=EvalsKey(source=source))(case)


# source: spec/000 §4 the comment "1 - C(n-c,k)/C(n,k)" next to the loop: binomials of a library
#   (Julia's binomial, R's gmp, Java's BigIntegerMath) in place of the loop
# differs: 5 attempts, 1 success: {"2": 0.3999999999999999}, not {"2": 0.4} (and k 5)
@candidate("pass_at_k")
def estimates_are_made_of_binomials(case: Json) -> Json:
    """An estimate is 1 less the quotient of two exact binomials, rounded once.

    The quotient should be a product of k rounded quotients, which differs in the last bits.
    """

    def of_task(n: int, c: int, k: int) -> float:
        return 1.0 - math.comb(n - c, k) / math.comb(n, k)

    return PassAtK(average=Average(estimate=of_task))(case)


# source: spec/000 §6 "only introduce a tiny ε (e.g. 1e-12)": floats are never compared with ==,
#   linters of several languages say
# differs: rewards 0.9999999999999999 and 0: {"a__adhoc": {"2": 1.0}}, not {}
@candidate("pass_at_k")
def rewards_almost_0_or_1_count_as_such(case: Json) -> Json:
    """A reward within 1e-12 of 0 or of 1 counts as a failure or as a success.

    Unless it equals 0 or 1, it should leave its group without pass@k.
    """
    groups: Json = {}
    for trial in case["trials"]:
        groups.setdefault(evals_key(trial), []).append(trial)
    result = {}
    for key, trials in groups.items():
        tasks: Json = {}
        for trial in trials:
            rewards: Json = rewards_of(trial)
            values = [0] if rewards is None else list(rewards.values())
            if len(values) != 1 or not min(abs(values[0]), abs(values[0] - 1)) <= _TINY:
                break
            tasks.setdefault(trial["task_name"], []).append(int(abs(values[0]) > _TINY))
        else:
            counts = [(len(each), sum(each)) for each in tasks.values()]
            ks = eligible_k_values(min(n for n, _ in counts))
            if ks:
                result[key] = {
                    str(k): total([estimate(n, c, k) for n, c in counts]) / len(counts) for k in ks
                }
    return result


# source: spec/000 §4 "→ return {}" in the description of compute_pass_at_k_by_evals: taken for the
#   return of that function, which has all groups
# differs: two passing trials of agent a and one of agent b with 0.5: {}, not {"a__adhoc": …}
@candidate("pass_at_k")
def one_unfit_trial_ends_pass_at_k_for_the_job(case: Json) -> Json:
    """A trial with several rewards, none, or one that is not 0 or 1 leaves all groups without k.

    Only its own group should be left out. Null rewards are a failure and leave out nothing.
    """
    success = Success()
    if any(success(trial) is None for trial in case["trials"]):
        return {}
    return pass_at_k(case)


# source: Go: len(rewards) == 0 for "rewards is None" of spec/000 §4, since a nil map and an empty
#   map have the same length
# differs: rewards 1 and {}: {"a__adhoc": {"2": 1.0}}, not {}
@candidate("pass_at_k")
def rewards_without_names_are_a_failure(case: Json) -> Json:
    """A trial with the rewards {} is a failed attempt; it should leave its group without pass@k."""

    def rewards(trial: Json) -> Json:
        return rewards_of(trial) or None

    return PassAtK(success=Success(rewards=rewards))(case)
