"""The unseen mistakes in `pass_at_k`, written without the catalogue."""

import struct
from fractions import Fraction
from math import comb
from typing import Any

from candidates.reference.pass_at_k import (
    Average,
    EvalsKey,
    PassAtK,
    Success,
    eligible_k_values,
    estimate,
    evals_key,
    only_value,
)
from tools.causes.wrong.making import candidate


# source: public code, a check of records in JavaScript, whose fractions are of BigInt
# differs: a success in 3 attempts, k=2: 0.6666666666666666, not 0.6666666666666667
@candidate("pass_at_k")
def estimate_is_an_exact_fraction(case: Any) -> Any:
    """The estimate of a task is an exact fraction, which is rounded only once."""

    def exact(n: int, c: int, k: int) -> float:
        return float(1 - Fraction(comb(n - c, k), comb(n, k)))

    return PassAtK(average=Average(estimate=exact))(case)


# source: public code, the evaluation of HumanEval and its copies: k=[1, 10, 100]
# differs: a task of 2 attempts: {"1": …}, not {"2": …}
@candidate("pass_at_k")
def k_is_1_10_or_100(case: Any) -> Any:
    """The values of k are 1, 10 and 100, up to the fewest attempts."""
    return PassAtK(k_values=lambda fewest: [k for k in (1, 10, 100) if k <= fewest])(case)


# source: public code, a report of trials in TypeScript: rewards.some((reward) => reward > 0)
# differs: two trials with {"a": 1, "b": 0}: {"2": 1.0}, not no estimate
@candidate("pass_at_k")
def one_of_several_keys_is_enough(case: Any) -> Any:
    """A trial with several keys is a success if one of its rewards is above 0, else a failure."""

    def value(rewards: Any) -> Any:
        if len(rewards) > 1:
            return int(any(one > 0 for one in rewards.values()))
        return only_value(rewards)

    return PassAtK(success=Success(value=value))(case)


# source: public code, a report of attempts: range(1, min(3, trials) + 1)
# differs: a task of 3 attempts: {"1": …, "2": …, "3": …}, not {"2": …}
@candidate("pass_at_k")
def k_is_1_to_3(case: Any) -> Any:
    """The values of k are 1, 2 and 3, up to the fewest attempts."""
    return PassAtK(k_values=lambda fewest: [*range(1, min(3, fewest) + 1)])(case)


# source: public code, a check before a job is published: if count < 5: issues.append(…)
# differs: a task of 4 attempts: no estimate, not {"2": …, "4": …}
@candidate("pass_at_k")
def fewer_than_5_attempts_have_no_estimate(case: Any) -> Any:
    """A group with a task of fewer than five attempts has no estimate."""
    least = 5
    return PassAtK(k_values=lambda few: eligible_k_values(few) if few >= least else [])(case)


# source: a habit of TypeScript: model ?? undefined and source ?? "adhoc", for which "" is a value
# differs: two trials of agent a with the source "": "a__", not "a__adhoc"
@candidate("pass_at_k")
def empty_names_are_in_the_key(case: Any) -> Any:
    """A model or a source that is an empty text is a part of the group's key."""
    key = EvalsKey(
        model=lambda model: [] if model is None else [model],
        source=lambda source: ["adhoc" if source is None else source],
    )
    return PassAtK(key=key)(case)


# source: another reading of spec/000 §4.2: min_trials_per_task, for the whole job
# differs: a group with a task of 2 attempts, and one with a task of 4: no "4" in the second
@candidate("pass_at_k")
def fewest_attempts_of_any_group_decide(case: Any) -> Any:
    """The fewest attempts at a task of any group decide which k all groups have."""
    counts: dict[Any, int] = {}
    for trial in case["trials"]:
        attempted = evals_key(trial), trial["task_name"]
        counts[attempted] = counts.get(attempted, 0) + 1
    return PassAtK(fewest=lambda _: min(counts.values()))(case)


# source: a habit of Python: len(next(iter(tasks.values())))
# differs: a task of 4 attempts, and then one of 2: {"2": …, "4": …}, not {"2": …}
@candidate("pass_at_k")
def first_task_decides_which_k_there_are(case: Any) -> Any:
    """The attempts at the first task decide which k there are."""
    return PassAtK(fewest=lambda counts: counts[0])(case)


# source: a habit of PyTorch, whose tensors are of float32
# differs: a success in 3 attempts, k=2: 0.6666666865348816, not 0.6666666666666667
@candidate("pass_at_k")
def estimates_are_in_single_precision(case: Any) -> Any:
    """The estimate of each task is rounded to single precision."""

    def single(n: int, c: int, k: int) -> float:
        return float(struct.unpack("f", struct.pack("f", estimate(n, c, k)))[0])

    return PassAtK(average=Average(estimate=single))(case)
