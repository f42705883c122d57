"""Mistakes in `pass_at_k`."""

from typing import Any

from candidates.reference.pass_at_k import (
    Average,
    EvalsKey,
    PassAtK,
    Success,
    eligible_k_values,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: PrimeIntellect-ai/prime-rl, pull request 1834: k = 2**i for all i, so pass@1 as well
# differs: one task, successes 1 and 0: {"a__adhoc": {"1": 0.5, "2": 1.0}}, not only {"2": 1.0}
@candidate("pass_at_k")
def pass_at_1_is_reported_too(case: Json) -> Json:
    """The values of k begin with 1 instead of 2."""

    def k_values(fewest: int) -> Json:
        return [1, *eligible_k_values(fewest)]

    return PassAtK(k_values=k_values)(case)


# source: paiml/aprender, pull request 2118: counts of the whole set in the place of a task's n, c
# differs: successes 1, 1 at one task and 0, 0 at another: {"2": 0.8333333333333334}, not {"2": 0.5}
@candidate("pass_at_k")
def attempts_of_all_tasks_are_pooled(case: Json) -> Json:
    """One estimate is made of the attempts at all tasks together instead of one per task."""

    def average(tasks: Json, k: int) -> Json:
        return Average()([[attempt for attempts in tasks for attempt in attempts]], k)

    return PassAtK(average=average)(case)


# source: lamalab-org/corral, pull request 39: `1 - (1 - c / n) ** k`
# differs: one task, successes 1 and 0: {"2": 0.75}, not {"2": 1.0}
@candidate("pass_at_k")
def attempts_are_drawn_with_replacement(case: Json) -> Json:
    """pass@k is 1 - (1 - c/n)**k instead of the estimate without replacement."""

    def with_replacement(n: int, c: int, k: int) -> float:
        return 1.0 - (1.0 - c / n) ** k

    return PassAtK(average=Average(estimate=with_replacement))(case)


# source: nuprl/MultiPL-E, issue 40: k is not compared with the task that has the fewest attempts
# differs: failures only, two at one task and one at another: {"2": 0.5}, not no group at all
@candidate("pass_at_k")
def most_attempts_at_a_task_limit_k(case: Json) -> Json:
    """The values of k go up to the most attempts at a task instead of the fewest."""
    return PassAtK(fewest=max)(case)


# source: confident-ai/deepeval, pull request 2967: `if score:` counts partial credit as a pass
# differs: one task, rewards 0.5 and 0: {"2": 1.0}, not no group at all
@candidate("pass_at_k")
def any_positive_reward_is_a_success(case: Json) -> Json:
    """A reward above 0 is a success and any other a failure, so none switches a group off."""

    def binary(value: Json) -> int:
        return int(value > 0)

    return PassAtK(success=Success(binary=binary))(case)


# source: a convenient helper: `"__".join(filter(None, (agent, model, source)))`
# differs: two attempts without a source: the group is "a", not "a__adhoc"
@candidate("pass_at_k")
def key_without_a_source_has_no_adhoc(case: Json) -> Json:
    """The key of trials without a source ends with the model or agent instead of adhoc."""

    def source(source: str | None) -> list[str]:
        return [source] if source else []

    return PassAtK(key=EvalsKey(source=source))(case)
