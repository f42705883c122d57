"""Ports of `pass_at_k` with one mistake each."""

from math import comb
from typing import Any

from candidates.reference.pass_at_k import (
    Average,
    EvalsKey,
    PassAtK,
    Success,
    evals_key,
    grouped,
    pass_at_k,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §4 "# 1 - C(n-c,k)/C(n,k)", the comment behind the loop
# differs: one task, 2 of 6 attempts successful, k = 2: 0.6, not 0.6000000000000001
@candidate("pass_at_k")
def an_estimate_is_of_binomials(case: Json) -> Json:
    """An estimate is 1 - C(n-c, k) / C(n, k) with one division, not a product of quotients."""

    def estimate(n: int, c: int, k: int) -> float:
        return 1.0 if n - c < k else 1.0 - comb(n - c, k) / comb(n, k)

    return PassAtK(average=Average(estimate=estimate))(case)


# source: spec/000 §4 "rewards is None → success of 0", "len(rewards) != 1 → {}": in TypeScript
#   `trial.verifier_result?.rewards === null` does not hold of a null result, it is undefined
# differs: two trials of one task, {"reward": 1} and no result: {}, not {"a__adhoc": {"2": 1.0}}
@candidate("pass_at_k")
def no_result_switches_the_group_off(case: Json) -> Json:
    """A trial whose verifier_result is null or absent switches its group off.

    It should be a failure, as a trial with a result of null rewards still is.
    """

    def success(trial: Json) -> int | None:
        return None if trial.get("verifier_result") is None else Success()(trial)

    return PassAtK(success=success)(case)


# source: spec/000 §4 "return {}": written inside the one loop over the groups of all trials
# differs: two trials of 1 by agent a and two of 0.5 by agent b: {}, not {"a__adhoc": {"2": 1.0}}
@candidate("pass_at_k")
def one_trial_switches_all_groups_off(case: Json) -> Json:
    """A trial that should switch off its own group switches off the groups of all trials."""
    if any(Success()(trial) is None for trial in case["trials"]):
        return {}
    return pass_at_k(case)


# source: spec/000 §4 "min_trials_per_task = min(len(successes) per task)" and "With the default
#   --n-attempts 1, min_trials_per_task == 1": read as one number of the whole job
# differs: two trials by agent a and one by agent b: {}, not {"a__adhoc": {"2": 1.0}}
@candidate("pass_at_k")
def the_fewest_attempts_are_of_the_job(case: Json) -> Json:
    """The fewest attempts that bound k are those of any task of any group, not of the own group.

    Groups that are switched off do not count.
    """
    fewest: list[int] = []
    for trials in grouped(case["trials"], evals_key).values():
        if all(Success()(trial) is not None for trial in trials):
            tasks = [trial["task_name"] for trial in trials]
            fewest += [tasks.count(task) for task in set(tasks)]
    return PassAtK(fewest=lambda _: min(fewest))(case)


# source: spec/000 §3.3 'source or "adhoc"', ported as `source ?? "adhoc"` (TypeScript, Swift, C#)
# differs: agent a with the source "": the key is "a__", not "a__adhoc"
@candidate("pass_at_k")
def an_empty_source_stays(case: Json) -> Json:
    """Only a source that is null or absent counts as "adhoc", an empty one stays empty."""

    def source(text: str | None) -> list[str]:
        return ["adhoc" if text is None else text]

    return PassAtK(key=EvalsKey(source=source))(case)
